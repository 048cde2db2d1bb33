import { isProblem, PlacardProblem } from '../../client/placard-problem.ts';
import { changeHeaders, unreachable } from '../api/client.ts';

/** What a server answered. */
export type UploadResponse = { readonly body: unknown; header(name: string): string | null };

type SentRequest = {
  readonly method: 'POST' | 'PATCH' | 'HEAD';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Blob | FormData | string;
  /** Told of the bytes of the body that are on their way, as they go. */
  readonly onSent?: (bytes: number) => void;
  readonly signal: AbortSignal;
};

/** A call that tells how much of it was sent, which `fetch` cannot. A problem is thrown as a `PlacardProblem`. */
export function sendWithProgress({
  method,
  path,
  headers = {},
  body,
  onSent,
  signal,
}: SentRequest): Promise<UploadResponse> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    const abort = () => call.abort();
    call.open(method, path);
    for (const [name, value] of Object.entries({ ...changeHeaders, ...headers })) call.setRequestHeader(name, value);
    call.upload.onprogress = ({ loaded }) => onSent?.(loaded);
    call.onload = () => {
      const answer = bodyOf(call.responseText);
      if (call.status >= 200 && call.status < 300) {
        resolve({ body: answer, header: (name) => call.getResponseHeader(name) });
      } else {
        reject(new PlacardProblem(isProblem(answer) ? answer : unreachable(call.status)));
      }
    };
    call.onerror = () => reject(new PlacardProblem(unreachable(0)));
    call.onabort = () => reject(new DOMException('The upload was stopped', 'AbortError'));
    call.onloadend = () => signal.removeEventListener('abort', abort);
    signal.throwIfAborted();
    signal.addEventListener('abort', abort);
    call.send(body ?? null);
  });
}

function bodyOf(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    // What stands between us and the server may answer in its own words.
    return null;
  }
}
