import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import { fieldMessage } from '../../../contract/common/field-message.ts';
import type { CreativeBody } from '../../../contract/creative/creative.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { invalidField } from '../../records/domain-error.ts';
import { lockSet } from '../../resources/creative/files/file-use.ts';
import { prepareFile, type Workshops } from '../../resources/creative/files/prepare-file.ts';
import { readResumable } from '../../resources/creative/files/read-resumable.ts';
import { storeFiles } from '../../resources/creative/files/store-files.ts';
import { mediaWithVideo } from '../../resources/creative/files/video-of-creative.ts';
import type { ConvertFile } from './applying.ts';

type Uploads = {
  readonly request: FastifyRequest;
  readonly services: ManagementServices;
  readonly workshops: Workshops;
  /** IDs of completed uploads by SHA-256. */
  readonly uploads: Readonly<Record<string, string>>;
};

/** Returns a function that converts the original files of creatives, which were uploaded before. */
export function openConvertFile({ request, services, workshops, uploads }: Uploads): ConvertFile {
  return async ({ name, sha256, focalPoint }, body, { transaction }) => {
    const uploadId = Object.hasOwn(uploads, sha256) ? uploads[sha256] : undefined;
    if (uploadId === undefined) throw missingRawFile(sha256);
    const file = await readResumable(request, services, { uploadId, kind: body.kind, pointer: `/uploads/${sha256}` });
    const hash =
      file.path === undefined ? createHash('sha256').update(file.content).digest('hex') : await hashOfFile(file.path);
    if (hash !== sha256) throw invalidField('/file/sha256', 'wrong_file', fieldMessage('wrongFileFacts'));
    const means = { database: transaction, workshops };
    const prepared = await prepareFile(means, { ...body, focalPoint: focalPoint ?? null }, { ...file, name });
    for (const set of prepared.sets) {
      await lockSet(transaction, set);
      await storeFiles(services.fileStore, set, new Set());
    }
    const [asset] = prepared.assets;
    const media =
      prepared.videoFile === null ? body.media : mediaWithVideo({ facts: prepared.videoFile, asset }, body.media);
    return { body: { ...body, media } satisfies CreativeBody, assets: prepared.assets };
  };
}

/** Checks that the original files of a plan were uploaded, without converting them. */
export function openRequireFile(uploads: Readonly<Record<string, string>>): ConvertFile {
  return async ({ sha256 }) => {
    if (!Object.hasOwn(uploads, sha256)) throw missingRawFile(sha256);
    return null;
  };
}

function missingRawFile(sha256: string) {
  return invalidField('/file/sha256', 'missing_file', fieldMessage('missingRawFile', { sha256 }));
}

/** Returns the SHA-256 of a file in hex. */
export async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
