import type { Kysely } from 'kysely';
import { fieldMessage } from '../../../../contract/common/field-message.ts';
import type { CreativeBody } from '../../../../contract/creative/creative.ts';
import type { FocalPoint, ImageCrop } from '../../../../core/creative/image-crop.ts';
import type { ImageVersion } from '../../../../core/creative/image-versions.ts';
import { maxArchivesAtOnce } from '../../../../core/vocabulary/limits/archive-limits.ts';
import type { Database } from '../../../../platform/db/schema.ts';
import { archiveList } from '../../../../platform/files/archive-list.ts';
import { ArchiveProblem } from '../../../../platform/media/archive-problem.ts';
import { type Html5Options, html5SetOf } from '../../../../platform/media/html5-set.ts';
import { ImageProblem } from '../../../../platform/media/image-problem.ts';
import { imageSetOf } from '../../../../platform/media/image-set.ts';
import { type ImageWorkshop, WorkshopFullError } from '../../../../platform/media/image-workshop.ts';
import { VideoProblem } from '../../../../platform/media/video-problem.ts';
import { limitConcurrency } from '../../../../platform/process/limit-concurrency.ts';
import { detailMessage, nounOf } from '../../../records/detail-message.ts';
import { DomainError, invalidField } from '../../../records/domain-error.ts';
import { readSettings } from '../../settings/read-settings.ts';
import { type FileOptions, prepareVideo } from './prepare-video.ts';
import type { PreparedFile } from './prepared-file.ts';
import type { UploadedFile } from './read-upload.ts';

export type Workshops = { readonly images: ImageWorkshop };

/** Which part of an image is used. */
type ImageSelection = {
  readonly focalPoint?: FocalPoint | null | undefined;
  /** Crop of the replaced file. */
  readonly previousCrop?: ImageCrop | undefined;
};

/** Prepares an upload for delivery. Throws a 400 with an error code for an invalid file. */
export async function prepareFile(
  { database, workshops }: { readonly database: Kysely<Database>; readonly workshops: Workshops },
  body: Pick<CreativeBody, 'kind' | 'formatId' | 'clickUrl'> & ImageSelection,
  file: UploadedFile,
  options: FileOptions = { poster: 'wanted' },
): Promise<PreparedFile> {
  const format = await database
    .selectFrom('format')
    .select(['format.width', 'format.height', 'format.maxBytes'])
    .where('format.id', '=', body.formatId)
    .executeTakeFirst();
  if (format === undefined) {
    throw invalidField(
      '/formatId',
      'reference_not_found',
      fieldMessage('objectNotFound', { object: nounOf('inventory/format'), id: body.formatId }),
    );
  }
  return asFileProblem('/file', async () => {
    switch (body.kind) {
      case 'html5': {
        const { resizeBundleImages } = await readSettings(database);
        const shrink = resizeBundleImages ? workshops.images.shrink : undefined;
        return prepareArchive(file, { ...format, shrink, isClicked: Boolean(body.clickUrl) });
      }
      case 'video':
      case 'audio':
        return prepareVideo(file, { ...format, ...options, kind: body.kind });
      default:
        return prepareImage(workshops.images, file, {
          ...format,
          ...(body.focalPoint && { focalPoint: body.focalPoint }),
          ...(body.previousCrop && { previousCrop: body.previousCrop }),
        });
    }
  });
}

/** Prepares an image in all its versions. */
export async function prepareImage(
  images: ImageWorkshop,
  file: UploadedFile,
  format: Parameters<ImageWorkshop['process']>[1],
): Promise<PreparedFile> {
  const image = await images.process(file.content, format);
  const { animation, crop } = image;
  const set = imageSetOf(image, file.name);
  const { name, mime, width, height, bytes, sha256 } = set.versions.at(-1) as ImageVersion;
  const variants = set.versions.slice(0, -1).map(({ sha256: _hash, ...variant }) => variant);
  const path = `media/${set.under}/${name}`;
  return {
    sets: [{ area: 'media', under: set.under, files: set.files }],
    assets: [
      { path, sha256, bytes, mime, width, height, variants, ...(animation && { animation }), ...(crop && { crop }) },
    ],
    videoFile: null,
  };
}

/** An archive is held in memory while it is unpacked. */
const archivesInTurn = limitConcurrency(maxArchivesAtOnce);

async function prepareArchive(file: UploadedFile, options: Html5Options): Promise<PreparedFile> {
  const set = await archivesInTurn(() => html5SetOf(file.content, options));
  const { under, page, sha256, width, height, resized } = set;
  // The byte limit of formats applies to the ZIP file.
  const bytes = file.content.length;
  const stored = { path: `html5/${under}/${page}`, sha256, bytes, mime: 'text/html', width, height };
  const asset = { ...stored, ...(resized.length > 0 && { resized: [...resized] }) };
  // The page stays the last file.
  const files = [archiveList(set.files), ...set.files];
  return { sets: [{ area: 'html5', under, files }], assets: [asset], videoFile: null };
}

/** Converts the error of a file to a problem of its field. */
export async function asFileProblem<Result>(pointer: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ImageProblem || error instanceof ArchiveProblem || error instanceof VideoProblem) {
      throw invalidField(pointer, error.code, error.message);
    }
    if (error instanceof WorkshopFullError) {
      throw new DomainError('unavailable', {
        detail: detailMessage('tooManyImages'),
        cause: error,
      });
    }
    throw error;
  }
}
