import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../../platform/durable/sync-folder.ts';
import { ExplainedError } from '../../platform/log/explained-error.ts';

/** Name of a file that exists in a data folder while a backup is being restored into it. */
const markName = 'restore-unfinished';

/** Records on disk that a restore has started, so that an interrupted one is not taken for an installation. */
export async function markRestore(dataFolder: string): Promise<void> {
  await mkdir(dataFolder, { recursive: true });
  await writeFile(join(dataFolder, markName), '', { flush: true });
  await syncFolder(dataFolder);
}

/** Records that the restore is complete. */
export async function unmarkRestore(dataFolder: string): Promise<void> {
  await rm(join(dataFolder, markName));
  await syncFolder(dataFolder);
}

/** Throws if the restore into the data folder is incomplete. */
export function refuseUnfinishedRestore(dataFolder: string): void {
  if (!existsSync(join(dataFolder, markName))) return;
  throw new ExplainedError(
    `The restore into ${dataFolder} was not finished. Delete this folder. If DATABASE_URL is set, empty that database. Then restore again.`,
  );
}
