import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../../platform/durable/sync-folder.ts';
import { ExplainedError } from '../../platform/log/explained-error.ts';

/** Lies in a data folder while a backup is restored into it. */
const markName = 'restore-unfinished';

/** Says that a restore has begun, on the disk: what a kill breaks off must not be taken for an installation. */
export async function markRestore(dataFolder: string): Promise<void> {
  await mkdir(dataFolder, { recursive: true });
  await writeFile(join(dataFolder, markName), '', { flush: true });
  await syncFolder(dataFolder);
}

/** Says that everything is there. */
export async function unmarkRestore(dataFolder: string): Promise<void> {
  await rm(join(dataFolder, markName));
  await syncFolder(dataFolder);
}

/** Throws for a data folder of a restore that has not come to its end. */
export function refuseUnfinishedRestore(dataFolder: string): void {
  if (!existsSync(join(dataFolder, markName))) return;
  throw new ExplainedError(
    `The restore into ${dataFolder} was not finished. Delete that folder, empty the database if it is one of yours (DATABASE_URL), and restore again.`,
  );
}
