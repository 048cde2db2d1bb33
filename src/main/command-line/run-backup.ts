import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Kysely } from 'kysely';
import { writeStoredHead } from '../../platform/audit/stored-head.ts';
import type { Config } from '../../platform/config/config.ts';
import { servesOf } from '../../platform/config/roles.ts';
import { openDatabase } from '../../platform/db/open-database.ts';
import { type DatabaseUrls, prepareDatabase } from '../../platform/db/prepare-database.ts';
import type { Database } from '../../platform/db/schema.ts';
import { openPlainStore } from '../../platform/files/plain-store.ts';
import { ExplainedError } from '../../platform/log/explained-error.ts';
import { makeBackup } from '../backup/make-backup.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { provideDatabaseServer } from '../process/open-fitting-database.ts';
import { lockDataFolder } from '../supervisor/data-folder-lock.ts';
import { type CommandContext, prepareCommand } from './command-context.ts';
import { withDatabaseServer } from './with-database.ts';

/** Writes a complete backup. The server may be running. */
export async function runBackup(context: CommandContext, file: string): Promise<number> {
  const { config, log } = prepareCommand(context, { roles: ['all'], name: 'backup' });
  const target = resolve(file);
  if (existsSync(target)) throw new ExplainedError(`${target} already exists. A backup does not overwrite files.`);
  const { rows, files } = await withDatabaseServer({ config, log }, async (url) => {
    const { kysely } = openDatabase(url, { maxConnections: 1 });
    const { version } = context;
    try {
      return await makeBackup({ ...config, database: kysely, withSecret: config.secret === null, version, target });
    } finally {
      await kysely.destroy();
    }
  });
  context.print(`Backed up ${rows} rows and ${files} files to ${target}.`);
  context.print(
    config.secret === null
      ? 'It contains the secret of this installation. Restrict access to it.'
      : 'It does not contain PLACARD_SECRET. Store the secret separately: a restore requires it.',
  );
  return 0;
}

/** Restores a backup into an empty installation. */
export async function runRestore(context: CommandContext, file: string): Promise<number> {
  const { config, log } = prepareCommand(context, { roles: ['all'], name: 'restore' });
  const source = resolve(file);
  if (!existsSync(source)) throw new ExplainedError(`${source} does not exist.`);
  const lock = lockDataFolder(config.dataFolder, servesOf(['all']));
  try {
    const server = await provideDatabaseServer({ config, log });
    const { kysely } = openDatabase(server.ownerUrl, { maxConnections: 1 });
    try {
      const { rows, files, version, madeAt } = await restoreBackup({ ...config, database: kysely, source });
      await grantRestored(server);
      await storeRestoredHead(kysely, config);
      context.print(`Restored ${rows} rows and ${files} files as of ${madeAt} (version ${version}).`);
      context.print('Start the server with "npm start" or "placard serve".');
    } finally {
      await kysely.destroy();
      await server.stop();
    }
  } finally {
    lock.release();
  }
  return 0;
}

/** The tables are new, so the server's role has no permissions on them yet. */
async function grantRestored(server: DatabaseUrls): Promise<void> {
  const { kysely } = openDatabase(server.url, { maxConnections: 1 });
  await prepareDatabase(kysely, server).finally(() => kysely.destroy());
}

/** The store may contain a newer entry than the backup. */
async function storeRestoredHead(database: Kysely<Database>, config: Config): Promise<void> {
  const head = await database.selectFrom('auditHead').select(['auditHead.number', 'auditHead.hash']).executeTakeFirst();
  if (head === undefined || head.number === 0) return;
  const store = openPlainStore(config);
  await writeStoredHead(store, head).finally(() => store.close());
}
