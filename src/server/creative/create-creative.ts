import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { CreativeBody } from '../../contract/creative.ts';
import type { Database, StoredAsset } from '../db/schema.ts';
import { describeFile } from '../file-store/describe-file.ts';
import { safeFileName } from '../file-store/file-path.ts';
import type { Call } from '../http/answer-once.ts';
import { createObject } from '../http/change-resource.ts';
import type { ManagementServices } from '../http/management-services.ts';
import { invalidField } from '../http/problem.ts';
import { ImageProblem, type ProcessedImage, processImage } from '../media/process-image.ts';
import type { CreativeResource } from './creative-resource.ts';
import { newCreativeColumns } from './creative-rules.ts';
import type { UploadedFile } from './read-upload.ts';

export type NewCreative = {
  readonly body: CreativeBody;
  readonly file: UploadedFile | null;
};

/**
 * Creates a creative. Its file is processed before the transaction, and on disk before the row is committed; when the
 * row does not come to be, neither does the file.
 */
export async function createCreative(call: Call, resource: CreativeResource, creative: NewCreative) {
  const { body, file } = creative;
  const { fileStore } = call.services;
  const prepared = file === null ? null : await prepareFile(call.services.database, body, file);
  let created = false;
  const withFile: CreativeResource = {
    ...resource,
    columns: (valid, write) => newCreativeColumns(valid, write, prepared?.asset ?? null),
    async afterWrite(_row, _body, write) {
      if (prepared === null) return;
      await lockFile(write.transaction, prepared.asset.path);
      const stored = await fileStore.store(prepared.content, prepared.fileName);
      created ||= stored.created;
    },
  };
  try {
    return await createObject(call, withFile, body, { fingerprint: fingerprintOf(body, file) });
  } catch (error) {
    if (created && prepared !== null) await removeUnused(call.services, prepared.asset.path);
    throw error;
  }
}

type PreparedFile = { readonly content: Buffer; readonly fileName: string; readonly asset: StoredAsset };

async function prepareFile(database: Kysely<Database>, body: CreativeBody, file: UploadedFile): Promise<PreparedFile> {
  const format = await database
    .selectFrom('format')
    .select(['format.width', 'format.height', 'format.maxBytes'])
    .where('format.id', '=', body.formatId)
    .executeTakeFirst();
  if (format === undefined) {
    throw invalidField('/formatId', 'reference_not_found', `there is no format ${body.formatId}`);
  }
  const image = await processed(file, format);
  const fileName = safeFileName(file.name, image.extension);
  const { path, sha256, bytes } = describeFile(image.content, fileName);
  const { content, mime, width, height } = image;
  return { content, fileName, asset: { path, sha256, bytes, mime, width, height } };
}

async function processed(file: UploadedFile, format: Parameters<typeof processImage>[1]): Promise<ProcessedImage> {
  try {
    return await processImage(file.content, format);
  } catch (error) {
    if (error instanceof ImageProblem) throw invalidField('/file', error.code, error.message);
    throw error;
  }
}

/** Uploads of one content queue here, so that none removes the file on which another relies. */
async function lockFile(database: Kysely<Database>, path: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`media ${path}`}, 0))`.execute(database);
}

/** Takes the file of a creative that did not come to be away again, unless another creative has the same. */
async function removeUnused(services: ManagementServices, path: string): Promise<void> {
  try {
    await services.database.transaction().execute(async (transaction) => {
      await lockFile(transaction, path);
      const user = await transaction
        .selectFrom('creative')
        .select('creative.id')
        .where(sql<boolean>`creative.assets @> ${JSON.stringify([{ path }])}::jsonb`)
        .limit(1)
        .executeTakeFirst();
      if (user === undefined) await services.fileStore.remove({ path });
    });
  } catch (error) {
    services.log.warn({ err: error, path }, 'a file without a creative stays in the file store');
  }
}

function fingerprintOf(body: CreativeBody, file: UploadedFile | null): unknown {
  if (file === null) return body;
  return { body, name: file.name, sha256: createHash('sha256').update(file.content).digest('hex') };
}
