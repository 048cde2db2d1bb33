import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { connectionUrl } from './ask-server.ts';
import { databaseFolder, readPassword } from './initialise-database.ts';
import { findPostmaster } from './postmaster.ts';
import { socketFolderOf } from './socket-folder.ts';

/** The PostgreSQL of this data folder when it runs already; changes nothing. */
export function findRunningEmbedded(dataFolder: string): { readonly url: string; readonly pid: number } | null {
  if (!hasEmbeddedDatabase(dataFolder)) return null;
  const home = realpathSync(join(dataFolder, 'postgres'));
  const found = findPostmaster(home);
  if (found?.state !== 'running') return null;
  return { pid: found.pid, url: connectionUrl(socketFolderOf(home), readPassword(home)) };
}

/** Whether a database was made in this data folder. */
export function hasEmbeddedDatabase(dataFolder: string): boolean {
  return existsSync(databaseFolder(join(dataFolder, 'postgres')));
}
