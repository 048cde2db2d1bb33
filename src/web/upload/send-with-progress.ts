import { isProblem, PlacardProblem } from '../../client/placard-problem.ts';
import { changeHeaders, unreachable } from '../api/client.ts';

/** The response of the server. */
export type UploadResponse = { readonly body: unknown; header(name: string): string | null };

type SentRequest = {
  readonly method: 'POST' | 'PATCH' | 'HEAD' | 'DELETE';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Blob | FormData | string;
  /** Called with the number of bytes of the body that have been sent. */
  readonly onSent?: (bytes: number) => void;
  readonly signal: AbortSignal;
};

/** Sends a request and reports its upload progress, which `fetch` does not support. A problem is thrown as `PlacardProblem`. */
export function sendWithProgress({
  method,
  path,
  headers = {},
  body,
  onSent,
  signal,
}: SentRequest): Promise<UploadResponse> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open(method, path);
    for (const [name, value] of Object.entries({ ...changeHeaders, ...headers })) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => onSent?.(loaded);
    request.onload = () => {
      const response = bodyOf(request.responseText);
      if (request.status >= 200 && request.status < 300) {
        resolve({ body: response, header: (name) => request.getResponseHeader(name) });
      } else {
        reject(new PlacardProblem(isProblem(response) ? response : unreachable(request.status)));
      }
    };
    request.onerror = () => reject(new PlacardProblem(unreachable(0)));
    request.onabort = () => reject(new DOMException('Upload aborted', 'AbortError'));
    request.onloadend = () => signal.removeEventListener('abort', abort);
    signal.throwIfAborted();
    signal.addEventListener('abort', abort);
    request.send(body ?? null);
  });
}

function bodyOf(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    // A proxy between the browser and the server may respond without JSON.
    return null;
  }
}
