import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { connectionUrl } from './ask-server.ts';
import { databaseFolder, readPassword, readRuntimePassword, runtimeRole } from './initialise-database.ts';
import { findPostmaster } from './postmaster.ts';
import { socketFolderOf } from './socket-folder.ts';

export type RunningEmbedded = {
  readonly pid: number;
  /** As the role that serves. */
  readonly url: string;
  /** As the owner of the tables. */
  readonly ownerUrl: string;
};

/** The PostgreSQL of this data folder when it runs already; changes nothing. */
export function findRunningEmbedded(dataFolder: string): RunningEmbedded | null {
  if (!hasEmbeddedDatabase(dataFolder)) return null;
  const home = realpathSync(join(dataFolder, 'postgres'));
  const found = findPostmaster(home);
  if (found?.state !== 'running') return null;
  const socketFolder = socketFolderOf(home);
  const ownerUrl = connectionUrl(socketFolder, readPassword(home));
  const password = readRuntimePassword(home);
  // A program of an earlier version may have started it, without the role.
  const url = password === null ? ownerUrl : connectionUrl(socketFolder, password, runtimeRole);
  return { pid: found.pid, url, ownerUrl };
}

/** Whether a database was made in this data folder. */
export function hasEmbeddedDatabase(dataFolder: string): boolean {
  return existsSync(databaseFolder(join(dataFolder, 'postgres')));
}
