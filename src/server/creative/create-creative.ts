import { createHash } from 'node:crypto';
import type { CreativeBody } from '../../contract/creative.ts';
import type { Call } from '../http/answer-once.ts';
import { createObject } from '../http/change-resource.ts';
import type { CreativeResource } from './creative-resource.ts';
import { newCreativeColumns } from './creative-rules.ts';
import { mediaWithFilm } from './film-of-creative.ts';
import { prepareFile, type Workshops } from './prepare-file.ts';
import type { PreparedFile } from './prepared-file.ts';
import type { UploadedFile } from './read-upload.ts';
import { type KeepFiles, withStoredFiles } from './with-stored-files.ts';

export type NewCreative = {
  readonly body: CreativeBody;
  readonly file: UploadedFile | null;
  readonly workshops: Workshops;
};

/** Creates a creative, with its file where it has one. */
export async function createCreative(call: Call, resource: CreativeResource, creative: NewCreative) {
  const { body, file, workshops } = creative;
  const { services } = call;
  const prepared = file === null ? null : await prepareFile({ database: services.database, workshops }, body, file);
  const create = (keep: KeepFiles) => {
    const withFile: CreativeResource = {
      ...resource,
      columns: (valid, write) => newCreativeColumns(withFilm(valid, prepared), write, prepared?.assets ?? []),
      afterWrite: (_row, _body, write) => keep(write.transaction),
    };
    return createObject(call, withFile, body, { fingerprint: fingerprintOf(body, file, prepared) });
  };
  return prepared === null ? create(() => Promise.resolve()) : withStoredFiles(services, prepared.sets, create);
}

function withFilm(body: CreativeBody, prepared: PreparedFile | null): CreativeBody {
  if (prepared === null || prepared.film === null) return body;
  const [asset] = prepared.assets;
  return { ...body, media: mediaWithFilm({ facts: prepared.film, asset }, body.media) };
}

function fingerprintOf(body: CreativeBody, file: UploadedFile | null, prepared: PreparedFile | null): unknown {
  if (file === null) return body;
  if (file.path !== undefined) return { body, name: file.name, sha256: prepared?.assets[0].sha256 };
  return { body, name: file.name, sha256: createHash('sha256').update(file.content).digest('hex') };
}
