import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../platform/db/schema.ts';
import type { StoreLocation } from '../../platform/files/store-location.ts';
import { ExplainedError } from '../../platform/log/explained-error.ts';
import { type ReadFile, readArchive } from './archive-reader.ts';
import type { DatabaseHead, TablePiece } from './dump-database.ts';
import { emptyDatabase, loadDatabase, requireEmptyDatabase } from './load-database.ts';
import { type BackupCounts, backupFormat } from './make-backup.ts';
import { openStoreFiles, writeFileBelow } from './store-files.ts';
import { markRestore, refuseUnfinishedRestore, unmarkRestore } from './unfinished-restore.ts';

const aboutShape = z.object({ format: z.number(), version: z.string(), madeAt: z.string() });
const headShape = z.object({
  migration: z.string(),
  tables: z.array(z.string()),
  sequences: z.array(z.object({ name: z.string(), next: z.number() })),
});
const pieceShape = z.object({ table: z.string(), rows: z.array(z.string()) });

export type Restored = BackupCounts & { readonly version: string; readonly madeAt: string };

/** Restores a backup into an empty database and a data folder without journal and secret. */
export async function restoreBackup(options: {
  readonly database: Kysely<Database>;
  readonly store: StoreLocation;
  readonly dataFolder: string;
  readonly source: string;
}): Promise<Restored> {
  const { database, dataFolder } = options;
  refuseUnfinishedRestore(dataFolder);
  await requireEmptyDatabase(database);
  await requireEmptyFolder(dataFolder);
  const store = await openStoreFiles(options);
  const archive = readArchive(options.source);
  let [rows, files] = [0, 0];

  async function restoreFile(file: ReadFile): Promise<void> {
    files += 1;
    const [area = ''] = file.name.split('/', 1);
    const inside = { ...file, name: file.name.slice(area.length + 1) };
    if (area === 'data') await writeFileBelow(dataFolder, inside);
    else if (area === 'store') await store.put(inside);
    else
      throw new ExplainedError(
        `The backup has a file that this version does not support: ${file.name}. Restore it with a newer version.`,
      );
  }

  try {
    const about = await readAbout(archive);
    await markRestore(dataFolder);
    let head: DatabaseHead | null = null;
    for await (const file of rest(archive)) {
      if (file.name === 'database/head.json') {
        head = headShape.parse(JSON.parse(await textOf(file)));
        break;
      }
      await restoreFile(file);
    }
    if (head === null) throw new ExplainedError('The backup has no database.');
    let behind: ReadFile | null = null;
    const pieces = async function* (): AsyncGenerator<TablePiece> {
      for await (const file of rest(archive)) {
        if (!file.name.startsWith('database/')) {
          behind = file;
          return;
        }
        const piece = pieceShape.parse(JSON.parse(await textOf(file)));
        rows += piece.rows.length;
        yield piece;
      }
    };
    await loadDatabase(database, head, pieces());
    try {
      if (behind !== null) await restoreFile(behind);
      for await (const file of rest(archive)) await restoreFile(file);
    } catch (error) {
      // The rows would refer to missing files.
      await emptyDatabase(database);
      throw error;
    }
    await unmarkRestore(dataFolder);
    return { rows, files, version: about.version, madeAt: about.madeAt };
  } finally {
    await archive.return(undefined);
    await store.close();
  }
}

async function readAbout(archive: AsyncGenerator<ReadFile>): Promise<z.output<typeof aboutShape>> {
  const first = await archive.next();
  const text = first.done === true || first.value.name !== 'backup.json' ? null : await textOf(first.value);
  const about = text === null ? null : aboutShape.parse(JSON.parse(text));
  if (about === null) throw new ExplainedError('This file is not a backup of Placard.');
  if (about.format === backupFormat) return about;
  throw new ExplainedError(
    `The backup was made with version ${about.version}. Restore it with that version or a newer one.`,
  );
}

/** Yields the remaining files without closing the archive when the loop ends early. */
async function* rest(archive: AsyncGenerator<ReadFile>): AsyncGenerator<ReadFile> {
  for (;;) {
    const next = await archive.next();
    if (next.done === true) return;
    yield next.value;
  }
}

async function textOf(file: ReadFile): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of file.content()) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}

async function requireEmptyFolder(dataFolder: string): Promise<void> {
  const journal = await readdir(join(dataFolder, 'journal')).catch(() => []);
  const found = [
    ...(existsSync(join(dataFolder, 'secret')) ? ['secret'] : []),
    ...(journal.length > 0 ? ['journal'] : []),
  ];
  if (found.length === 0) return;
  throw new ExplainedError(
    `The data folder ${dataFolder} is not empty (${found.join(', ')}). Restore into another one: PLACARD_DATA.`,
  );
}
