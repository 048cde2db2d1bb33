import type { FastifyRequest } from 'fastify';
import { fieldMessage } from '../../../contract/common/field-message.ts';
import type { Upload } from '../../../platform/files/upload/upload.ts';
import { callerOf } from '../../api/call/authenticate-call.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { detailMessage } from '../../records/detail-message.ts';
import { DomainError, invalidField } from '../../records/domain-error.ts';

/**
 * Returns a complete upload of the caller.
 * @param asked.pointer position of the ID in the body
 */
export async function requireCompleteUpload(
  request: FastifyRequest,
  { uploads }: Pick<ManagementServices, 'uploads'>,
  { uploadId, pointer = '/uploadId' }: { readonly uploadId: string; readonly pointer?: string },
): Promise<Upload> {
  const upload = await uploads.find(uploadId, callerOf(request).actor);
  if (upload === null) throw invalidField(pointer, 'reference_not_found', fieldMessage('uploadNotFound'));
  if (upload.receivedBytes < upload.bytes) {
    throw new DomainError('upload_incomplete', {
      detail: detailMessage('uploadIncomplete', { received: upload.receivedBytes, total: upload.bytes }),
    });
  }
  return upload;
}

/** Flags an upload as used after its content was stored. If this fails, the upload is only removed later. */
export async function markUploadUsed(
  upload: Upload,
  { uploads, log }: Pick<ManagementServices, 'uploads' | 'log'>,
): Promise<void> {
  await uploads.markUsed(upload).catch((error: unknown) => log.warn({ err: error }, 'upload not flagged as used'));
}
