import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { CreativeBody } from '../../contract/creative.ts';
import type { Database } from '../db/schema.ts';
import type { Call } from '../http/answer-once.ts';
import { createObject } from '../http/change-resource.ts';
import type { ManagementServices } from '../http/management-services.ts';
import type { CreativeResource } from './creative-resource.ts';
import { newCreativeColumns } from './creative-rules.ts';
import { prepareFile, type Workshops } from './prepare-file.ts';
import type { PreparedFile } from './prepared-file.ts';
import type { UploadedFile } from './read-upload.ts';
import { storeFiles } from './store-files.ts';

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
  const create = (keep: KeepFile) => {
    const withFile: CreativeResource = {
      ...resource,
      columns: (valid, write) =>
        newCreativeColumns(prepared?.withMedia?.(valid) ?? valid, write, prepared?.asset ?? null),
      afterWrite: (_row, _body, write) => keep(write.transaction),
    };
    return createObject(call, withFile, body, { fingerprint: fingerprintOf(body, file, prepared) });
  };
  return prepared === null ? create(() => Promise.resolve()) : withStoredFile(services, prepared, create);
}

/** Called in the transaction that makes a row with the file. */
type KeepFile = (transaction: Kysely<Database>) => Promise<void>;

/**
 * Does what makes a row with a file. The file is stored before the transaction, so that a slow store holds up nobody
 * else; when the row does not come to be, neither does the file.
 */
export async function withStoredFile<Result>(
  services: ManagementServices,
  prepared: PreparedFile,
  work: (keep: KeepFile) => Promise<Result>,
): Promise<Result> {
  const { fileStore } = services;
  const { asset } = prepared;
  const created = new Set<string>();
  try {
    await storeFiles(fileStore, prepared, created);
    return await work(async (transaction) => {
      await lockFile(transaction, asset.path);
      // Who failed to make a creative of the same file may have taken it away meanwhile.
      await storeFiles(fileStore, prepared, created);
    });
  } catch (error) {
    if (created.size > 0) await removeUnused(services, asset.path, created);
    throw error;
  }
}

/** Uploads of one content queue here, so that none removes the file on which another relies. */
async function lockFile(database: Kysely<Database>, path: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`media ${path}`}, 0))`.execute(database);
}

/** Takes the files of a creative that did not come to be away again, unless another creative has the same. */
async function removeUnused(services: ManagementServices, path: string, files: ReadonlySet<string>): Promise<void> {
  try {
    await services.database.transaction().execute(async (transaction) => {
      await lockFile(transaction, path);
      const user = await transaction
        .selectFrom('creative')
        .select('creative.id')
        .where(
          sql<boolean>`(creative.assets @> ${JSON.stringify([{ path }])}::jsonb
            or creative.pending_version -> 'assets' @> ${JSON.stringify([{ path }])}::jsonb)`,
        )
        .limit(1)
        .executeTakeFirst();
      if (user !== undefined) return;
      for (const file of files) await services.fileStore.remove({ path: file });
    });
  } catch (error) {
    services.log.warn({ err: error, path }, 'a file without a creative stays in the file store');
  }
}

function fingerprintOf(body: CreativeBody, file: UploadedFile | null, prepared: PreparedFile | null): unknown {
  if (file === null) return body;
  if (file.path !== undefined) return { body, name: file.name, sha256: prepared?.asset.sha256 };
  return { body, name: file.name, sha256: createHash('sha256').update(file.content).digest('hex') };
}
