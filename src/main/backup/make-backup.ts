/*
 * Backup and restore of a complete installation.
 *
 * - `make-backup.ts`, `dump-database.ts`, `store-files.ts`, `archive-writer.ts`: write everything to one `.tar.gz`
 *   while the installation runs.
 * - `restore-backup.ts`, `load-database.ts`, `archive-reader.ts`: restore into an empty database and folder.
 * - `unfinished-restore.ts`: a folder whose restore did not finish cannot be started.
 *
 * See docs/decisions/0101-backups.md.
 */

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/db/schema.ts';
import type { StoreLocation } from '../../platform/files/store-location.ts';
import { ExplainedError } from '../../platform/log/explained-error.ts';
import { type ArchivedFile, writeArchive } from './archive-writer.ts';
import { dumpDatabase } from './dump-database.ts';
import { filesBelow, openStoreFiles } from './store-files.ts';

/** Format version of backups. Backups with another number are rejected. */
export const backupFormat = 1;

/** Other folders of the data folder that cannot be recreated. */
const keptFolders = ['journal', 'previews', 'headsup'];

export type BackupCounts = { readonly rows: number; readonly files: number };

/**
 * Writes a complete installation to one file while it runs. The journal is read before the database: events that are
 * counted between the two are in the sums, and all others are in the journal, so that each event counts once after a
 * restore. Files are read last, so that every file that the database names is included. Source:
 * docs/decisions/0101-backups.md.
 */
export async function makeBackup(options: {
  readonly database: Kysely<Database>;
  readonly store: StoreLocation;
  readonly dataFolder: string;
  /** Whether the secret is stored in the data folder, and not by the operator. */
  readonly withSecret: boolean;
  readonly version: string;
  readonly target: string;
}): Promise<BackupCounts> {
  const { database, dataFolder, version, target } = options;
  if (!existsSync(dirname(target)))
    throw new ExplainedError(`The folder ${dirname(target)} does not exist. Create it.`);
  let [rows, files] = [0, 0];
  const store = await openStoreFiles(options);

  async function* everything(): AsyncGenerator<ArchivedFile> {
    const about = { format: backupFormat, version, madeAt: new Date().toISOString() };
    yield ofText('backup.json', JSON.stringify(about));
    if (options.withSecret) yield ofText('data/secret', await readFile(join(dataFolder, 'secret'), 'utf8'));
    for (const folder of keptFolders) yield* below(filesBelow(dataFolder, folder), 'data/');
    yield* databaseFiles();
    yield* below(store.all(), 'store/');
  }

  async function* below(found: AsyncGenerator<ArchivedFile>, prefix: string): AsyncGenerator<ArchivedFile> {
    for await (const file of found) {
      files += 1;
      yield { ...file, name: prefix + file.name };
    }
  }

  async function* databaseFiles(): AsyncGenerator<ArchivedFile> {
    const handOver = handingOver<ArchivedFile>();
    const dumped = dumpDatabase(database, async (head, pieces) => {
      await handOver.give(ofText('database/head.json', JSON.stringify(head)));
      let number = 0;
      for await (const piece of pieces) {
        number += 1;
        rows += piece.rows.length;
        await handOver.give(ofText(`database/${String(number).padStart(8, '0')}.json`, JSON.stringify(piece)));
      }
    });
    dumped.then(handOver.end, handOver.fail);
    yield* handOver.taken();
    await dumped;
  }

  try {
    await writeArchive(options.target, everything());
    return { rows, files };
  } finally {
    await store.close();
  }
}

function ofText(name: string, text: string): ArchivedFile {
  const content = Buffer.from(text);
  return { name, bytes: content.length, content: [content] };
}

/**
 * Passes items from a producer to a consumer, one at a time. The producer waits until the previous item is consumed.
 */
function handingOver<Item>() {
  let given = Promise.withResolvers<Item | null>();
  let taken = Promise.withResolvers<void>();
  return {
    async give(item: Item): Promise<void> {
      given.resolve(item);
      await taken.promise;
      taken = Promise.withResolvers<void>();
    },
    end: () => given.resolve(null),
    fail: (error: unknown) => given.reject(error),
    async *taken(): AsyncGenerator<Item> {
      for (;;) {
        const item = await given.promise;
        if (item === null) return;
        yield item;
        given = Promise.withResolvers<Item | null>();
        taken.resolve();
      }
    },
  };
}
