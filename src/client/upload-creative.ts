import type { Client } from './generated/client/index.ts';
import { createCreative } from './generated/sdk.gen.ts';
import type { NewCreativeBody } from './generated/types.gen.ts';

/** Creates a creative and uploads its file in one call. */
export function uploadCreative(
  client: Client,
  upload: {
    readonly creative: Omit<NewCreativeBody, 'uploadId'>;
    readonly file: Blob;
    readonly fileName: string;
    readonly idempotencyKey?: string;
  },
) {
  const form = new FormData();
  form.set('creative', new Blob([JSON.stringify(upload.creative)], { type: 'application/json' }));
  form.set('file', upload.file, upload.fileName);
  return createCreative({
    client,
    body: upload.creative,
    bodySerializer: () => form,
    headers: {
      // The form sets its own type with the boundary.
      'Content-Type': null,
      ...(upload.idempotencyKey === undefined ? {} : { 'Idempotency-Key': upload.idempotencyKey }),
    },
  });
}
