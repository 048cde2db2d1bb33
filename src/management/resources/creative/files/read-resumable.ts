import { readFile } from 'node:fs/promises';
import type { FastifyRequest } from 'fastify';
import { fieldMessage } from '../../../../contract/common/field-message.ts';
import { maxUploadBytes } from '../../../../core/vocabulary/limits/upload-limits.ts';
import type { ManagementServices } from '../../../api/management-services.ts';
import { invalidField } from '../../../records/domain-error.ts';
import { requireCompleteUpload } from '../../upload/complete-upload.ts';
import { isForPlayers } from './file-kinds.ts';
import { requireBytesInAll, type UploadedFile } from './read-upload.ts';

type AskedUpload = {
  readonly uploadId: string;
  readonly kind: string;
  /** Pointer of the ID in the body. Default: `uploadId`. */
  readonly pointer?: string;
};

/**
 * Returns the file of a complete upload by the same caller. A video or audio file of any size stays on disk; others are
 * loaded into memory, within the limit of a single request.
 */
export async function readResumable(
  request: FastifyRequest,
  { uploads }: Pick<ManagementServices, 'uploads'>,
  { uploadId, kind, pointer = '/uploadId' }: AskedUpload,
): Promise<UploadedFile> {
  const upload = await requireCompleteUpload(request, { uploads }, { uploadId, pointer });
  const file = { name: upload.fileName, used: () => uploads.markUsed(upload) };
  const path = uploads.contentPath(upload);
  if (isForPlayers(kind)) return { ...file, content: Buffer.alloc(0), path };
  if (upload.bytes > maxUploadBytes) {
    throw invalidField(pointer, 'too_big', fieldMessage('maxBytes', { bytes: maxUploadBytes }));
  }
  return { ...file, content: await readFile(path) };
}

/** Returns the uploads for fields of a template by field. */
export async function readFieldUploads(
  request: FastifyRequest,
  services: Pick<ManagementServices, 'uploads'>,
  { uploadIds, kind }: { readonly uploadIds: Readonly<Record<string, string>>; readonly kind: string },
): Promise<ReadonlyMap<string, UploadedFile>> {
  const files = new Map<string, UploadedFile>();
  for (const [field, uploadId] of Object.entries(uploadIds)) {
    files.set(field, await readResumable(request, services, { uploadId, kind, pointer: `/uploadIds/${field}` }));
    requireBytesInAll(files.values());
  }
  return files;
}

/** Flags the upload as used after the creative is stored. If this fails, the upload is only removed later. */
export async function markUsed(file: UploadedFile | null, { log }: Pick<ManagementServices, 'log'>): Promise<void> {
  await file?.used?.().catch((error: unknown) => log.warn({ err: error }, 'upload not flagged as used'));
}
