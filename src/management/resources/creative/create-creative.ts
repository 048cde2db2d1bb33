import { createHash } from 'node:crypto';
import { type CreativeBody, isOfTemplate } from '../../../contract/creative/creative.ts';
import type { FocalPoint } from '../../../core/creative/image-crop.ts';
import type { Call } from '../../api/call/answer-once.ts';
import { createObject } from '../../api/resource/change-object.ts';
import type { CreativeResource } from './creative-resource.ts';
import { newCreativeColumns } from './creative-rules.ts';
import {
  type FieldFiles,
  fingerprintOfFiles,
  noFields,
  type PreparedFields,
  prepareFields,
} from './files/prepare-fields.ts';
import { prepareFile, type Workshops } from './files/prepare-file.ts';
import type { PreparedFile } from './files/prepared-file.ts';
import type { UploadedFile } from './files/read-upload.ts';
import { mediaWithVideo } from './files/video-of-creative.ts';
import { type KeepFiles, withStoredFiles } from './files/with-stored-files.ts';

export type NewCreative = {
  readonly body: CreativeBody;
  readonly file: UploadedFile | null;
  /** For kinds native and advar. */
  readonly files: FieldFiles;
  /** Part of an image to keep; undefined: the image must have the aspect ratio of the format. */
  readonly focalPoint: FocalPoint | undefined;
  readonly workshops: Workshops;
};

/** Creates a creative with its files, if it has any. */
export async function createCreative(call: Call, resource: CreativeResource, creative: NewCreative) {
  const { body, file, files, focalPoint, workshops } = creative;
  const { services } = call;
  const means = { database: services.database, workshops };
  const prepared = file === null ? null : await prepareFile(means, { ...body, focalPoint }, file);
  const inFields = isOfTemplate(body.kind) ? await prepareFields(means, body, files) : noFields;
  return withStoredFiles(services, [...(prepared?.sets ?? []), ...inFields.sets], (keep) =>
    createObject(call, withNewFiles(resource, { file: prepared, inFields, keep }), body, {
      fingerprint: fingerprintOf(creative, prepared),
    }),
  );
}

/** Prepared files of a creative. */
export type PreparedFiles = {
  readonly file: PreparedFile | null;
  readonly inFields: PreparedFields;
  /** Files that are missing, because they will be stored later. Default: none. */
  readonly awaitsFiles?: boolean;
};

/** Returns the resource for the creation of a creative with these files. */
export function withNewFiles(
  resource: CreativeResource,
  { file, inFields, awaitsFiles, keep }: PreparedFiles & { readonly keep: KeepFiles },
): CreativeResource {
  const assets = [...(file?.assets ?? []), ...inFields.assets];
  return {
    ...resource,
    columns: (valid, write) =>
      newCreativeColumns(withVideo(valid, file), write, assets, { awaitsFiles: awaitsFiles === true }),
    afterWrite: (_row, _body, write) => keep(write.transaction),
  };
}

function withVideo(body: CreativeBody, prepared: PreparedFile | null): CreativeBody {
  if (prepared === null || prepared.videoFile === null) return body;
  const [asset] = prepared.assets;
  return { ...body, media: mediaWithVideo({ facts: prepared.videoFile, asset }, body.media) };
}

function fingerprintOf({ body: stored, file, files, focalPoint }: NewCreative, prepared: PreparedFile | null): unknown {
  const body = focalPoint === undefined ? stored : { ...stored, focalPoint };
  if (files.size > 0) return { body, files: fingerprintOfFiles(files) };
  if (file === null) return body;
  if (file.path !== undefined) return { body, name: file.name, sha256: prepared?.assets[0].sha256 };
  return { body, name: file.name, sha256: createHash('sha256').update(file.content).digest('hex') };
}
