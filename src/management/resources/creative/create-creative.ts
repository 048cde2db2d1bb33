import { createHash } from 'node:crypto';
import { type CreativeBody, isOfTemplate } from '../../../contract/creative/creative.ts';
import type { FocalPoint } from '../../../core/creative/image-crop.ts';
import type { Call } from '../../api/call/answer-once.ts';
import { createObject } from '../../api/resource/change-object.ts';
import type { CreativeResource } from './creative-resource.ts';
import { newCreativeColumns } from './creative-rules.ts';
import { type FieldFiles, fingerprintOfFiles, noFields, prepareFields } from './files/prepare-fields.ts';
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
  const assets = [...(prepared?.assets ?? []), ...inFields.assets];
  const create = (keep: KeepFiles) => {
    const withFile: CreativeResource = {
      ...resource,
      columns: (valid, write) => newCreativeColumns(withVideo(valid, prepared), write, assets),
      afterWrite: (_row, _body, write) => keep(write.transaction),
    };
    return createObject(call, withFile, body, { fingerprint: fingerprintOf(creative, prepared) });
  };
  return withStoredFiles(services, [...(prepared?.sets ?? []), ...inFields.sets], create);
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
