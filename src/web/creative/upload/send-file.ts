import type { Creative, NewCreativeBody } from '../../../client/generated/types.gen.ts';
import type { FocalPoint } from '../../../core/creative/image-crop.ts';
import { sendWithProgress } from '../../upload/send-with-progress.ts';
import { type PartsOptions, uploadInParts } from '../../upload/upload-in-parts.ts';

/** Larger files are sent in parts, so that an interrupted connection repeats one part only. */
const maxSinglePartBytes = 8 * 1024 * 1024;

type SendFile = {
  readonly file: File;
  /** A new creative, or an existing creative whose file is replaced. */
  readonly target:
    | { readonly creative: Omit<NewCreativeBody, 'uploadId'>; readonly idempotencyKey: string }
    | { readonly creativeId: number; readonly etag: string; readonly focalPoint: FocalPoint | null };
} & PartsOptions;

/**
 * Uploads a file for the target. After the last byte the server still generates variants; the promise resolves when they
 * are ready.
 */
export async function uploadCreativeFile({ file, target, ...options }: SendFile): Promise<Creative> {
  const { path, headers, fields, part } =
    'creative' in target
      ? {
          path: '/api/v1/creatives',
          headers: { 'Idempotency-Key': target.idempotencyKey },
          fields: target.creative,
          part: { creative: target.creative },
        }
      : {
          path: `/api/v1/creatives/${target.creativeId}/file`,
          headers: { 'If-Match': target.etag },
          fields: target.focalPoint === null ? null : { focalPoint: target.focalPoint },
          part: target.focalPoint === null ? null : { focalPoint: target.focalPoint },
        };
  const { signal, onSent } = options;
  if (file.size <= maxSinglePartBytes) {
    const body = formOf(file, part);
    // The form adds some hundred bytes around the file, which the progress must not count.
    const sent = (bytes: number) => onSent(Math.min(bytes, file.size));
    return (await sendWithProgress({ method: 'POST', path, headers, body, onSent: sent, signal })).body as Creative;
  }
  const uploadId = await uploadInParts(file, options);
  const response = await sendWithProgress({
    method: 'POST',
    path,
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...fields, uploadId }),
    signal,
  });
  return response.body as Creative;
}

function formOf(file: File, parts: Readonly<Record<string, object>> | null): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(parts ?? {})) {
    form.set(name, new Blob([JSON.stringify(value)], { type: 'application/json' }));
  }
  form.set('file', file, file.name);
  return form;
}
