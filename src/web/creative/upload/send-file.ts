import type { Creative, NewCreativeBody } from '../../../client/generated/types.gen.ts';
import { sendWithProgress } from '../../upload/send-with-progress.ts';
import { type PartsOptions, uploadInParts } from '../../upload/upload-in-parts.ts';

/** Larger ones are sent in parts, so that a break of the line costs a part and not the whole. */
const largestWhole = 8 * 1024 * 1024;

type SendFile = {
  readonly file: File;
  /** What to make of it: a new creative, or the next file of one. */
  readonly target:
    | { readonly creative: Omit<NewCreativeBody, 'uploadId'>; readonly idempotencyKey: string }
    | { readonly creativeId: number; readonly etag: string };
} & PartsOptions;

/**
 * Sends a file and makes of it what `target` says, whole or in parts. When all bytes are sent, the server still has to make
 * its versions; the promise is kept when they are there.
 */
export async function uploadCreativeFile({ file, target, ...options }: SendFile): Promise<Creative> {
  const { path, headers, fields } =
    'creative' in target
      ? {
          path: '/api/v1/creatives',
          headers: { 'Idempotency-Key': target.idempotencyKey },
          fields: target.creative,
        }
      : {
          path: `/api/v1/creatives/${target.creativeId}/file`,
          headers: { 'If-Match': target.etag },
          fields: null,
        };
  const { signal, onSent } = options;
  if (file.size <= largestWhole) {
    const body = formOf(file, fields);
    // The parts around the file are some hundred bytes, and a bar does not go beyond its end.
    const sent = (bytes: number) => onSent(Math.min(bytes, file.size));
    return (await sendWithProgress({ method: 'POST', path, headers, body, onSent: sent, signal })).body as Creative;
  }
  const uploadId = await uploadInParts(file, options);
  const answer = await sendWithProgress({
    method: 'POST',
    path,
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...fields, uploadId }),
    signal,
  });
  return answer.body as Creative;
}

function formOf(file: File, fields: object | null): FormData {
  const form = new FormData();
  if (fields !== null) form.set('creative', new Blob([JSON.stringify(fields)], { type: 'application/json' }));
  form.set('file', file, file.name);
  return form;
}
