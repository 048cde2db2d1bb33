import type { Client } from './generated/client/index.ts';
import { replaceCreativeFile } from './generated/sdk.gen.ts';

/** Gives a creative another file, in one call; what was uploaded in parts is named by its `uploadId` instead. */
export function uploadFile(
  client: Client,
  upload: {
    readonly creativeId: number;
    readonly file: Blob;
    readonly fileName: string;
    /** ETag of the version that was read. */
    readonly ifMatch?: string;
    readonly idempotencyKey?: string;
  },
) {
  const form = new FormData();
  form.set('file', upload.file, upload.fileName);
  return replaceCreativeFile({
    client,
    path: { id: upload.creativeId },
    // The form stands in its place.
    body: { uploadId: '' },
    bodySerializer: () => form,
    headers: {
      // The form says its own, with the boundary of its parts.
      'Content-Type': null,
      ...(upload.ifMatch === undefined ? {} : { 'If-Match': upload.ifMatch }),
      ...(upload.idempotencyKey === undefined ? {} : { 'Idempotency-Key': upload.idempotencyKey }),
    },
  });
}
