import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import type { FastifyRequest } from 'fastify';
import { fieldMessage } from '../../../../contract/common/field-message.ts';
import { maxAttachmentBytes } from '../../../../core/vocabulary/limits/attachment-limits.ts';
import type { Upload } from '../../../../platform/files/upload/upload.ts';
import { ImageProblem } from '../../../../platform/media/image-problem.ts';
import type { ImageWorkshop } from '../../../../platform/media/image-workshop.ts';
import { imageTypeBytes, imageTypeOf } from '../../../../platform/media/thumbnail/image-type.ts';
import type { ImageThumbnail } from '../../../../platform/media/thumbnail/make-thumbnail.ts';
import type { ManagementServices } from '../../../api/management-services.ts';
import { invalidField } from '../../../records/domain-error.ts';
import { asFileProblem } from '../../creative/files/prepare-file.ts';
import type { FileSet } from '../../creative/files/store-files.ts';
import { requireCompleteUpload } from '../../upload/complete-upload.ts';
import { attachmentName } from './attachment-name.ts';
import { typeOfAttachment } from './attachment-type.ts';
import { attachmentArea } from './attachment-use.ts';

/** Names in the store. The name of the client is only in the row. */
export const storedNames = { file: 'file', thumbnail: 'thumbnail.webp' } as const;

/** An upload that becomes an attachment. */
export type PreparedAttachment = {
  readonly name: string;
  readonly mime: string;
  readonly bytes: number;
  /** null: not an image, or one that cannot be decoded. */
  readonly thumbnail: Pick<ImageThumbnail, 'width' | 'height'> | null;
  readonly set: FileSet;
  readonly upload: Upload;
};

type Means = { readonly services: ManagementServices; readonly images: ImageWorkshop };

/**
 * Prepares complete uploads of the caller for the store, with thumbnails of images. Throws 400 with the pointer
 * `/uploadIds/<index>` for an unknown or too large upload, and 409 for an incomplete one.
 */
export async function prepareAttachments(
  request: FastifyRequest,
  { services, images }: Means,
  uploadIds: readonly string[],
): Promise<readonly PreparedAttachment[]> {
  const uploads: Upload[] = [];
  for (const [index, uploadId] of uploadIds.entries()) {
    const pointer = `/uploadIds/${index}`;
    const upload = await requireCompleteUpload(request, services, { uploadId, pointer });
    if (upload.bytes > maxAttachmentBytes) {
      const file = attachmentName(upload.fileName);
      throw invalidField(pointer, 'too_big', fieldMessage('attachmentTooBig', { file, bytes: maxAttachmentBytes }));
    }
    uploads.push(upload);
  }
  const prepared: PreparedAttachment[] = [];
  // One after the other: an image is held in memory.
  for (const upload of uploads) {
    prepared.push(await prepare(upload, { path: services.uploads.contentPath(upload), images }));
  }
  return prepared;
}

async function prepare(
  upload: Upload,
  { path, images }: { readonly path: string; readonly images: ImageWorkshop },
): Promise<PreparedAttachment> {
  const name = attachmentName(upload.fileName);
  const start = await startOf(path);
  const thumbnail = imageTypeOf(start) === null ? null : await thumbnailOf(path, images);
  const files = [
    { name: storedNames.file, content: () => createReadStream(path) },
    ...(thumbnail === null ? [] : [{ name: storedNames.thumbnail, content: thumbnail.content }]),
  ];
  return {
    name,
    mime: typeOfAttachment(name, start),
    bytes: upload.bytes,
    thumbnail,
    set: { area: attachmentArea, under: await hashOf(path), files },
    upload,
  };
}

async function startOf(path: string): Promise<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(imageTypeBytes), 0, imageTypeBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** A damaged image is attached without a thumbnail. */
async function thumbnailOf(path: string, images: ImageWorkshop): Promise<ImageThumbnail | null> {
  const content = await readFile(path);
  return asFileProblem('/uploadIds', () =>
    images.thumbnail(content).catch((error: unknown) => {
      if (error instanceof ImageProblem) return null;
      throw error;
    }),
  );
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  return hash.digest('hex');
}
