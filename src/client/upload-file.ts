import type { Client } from './generated/client/index.ts';
import { replaceCreativeFile } from './generated/sdk.gen.ts';

/** Replaces the file of a creative in one call. A file uploaded in parts is given by its `uploadId` instead. */
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
    // Replaced by the form.
    body: { uploadId: '' },
    bodySerializer: () => form,
    headers: {
      // The form sets its own type with the boundary.
      'Content-Type': null,
      ...(upload.ifMatch === undefined ? {} : { 'If-Match': upload.ifMatch }),
      ...(upload.idempotencyKey === undefined ? {} : { 'Idempotency-Key': upload.idempotencyKey }),
    },
  });
}
