import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { connectionUrl } from './ask-server.ts';
import { databaseFolder, readPassword, readRuntimePassword, runtimeRole } from './initialise-database.ts';
import { findPostmaster } from './postmaster.ts';
import { socketFolderOf } from './socket-folder.ts';

export type RunningEmbedded = {
  readonly pid: number;
  /** URL with the runtime role. */
  readonly url: string;
  /** URL with the owner of the tables. */
  readonly ownerUrl: string;
};

/** Finds the running PostgreSQL of a data folder. Changes nothing. */
export function findRunningEmbedded(dataFolder: string): RunningEmbedded | null {
  if (!hasEmbeddedDatabase(dataFolder)) return null;
  const home = realpathSync(join(dataFolder, 'postgres'));
  const found = findPostmaster(home);
  if (found?.state !== 'running') return null;
  const socketFolder = socketFolderOf(home);
  const ownerUrl = connectionUrl(socketFolder, readPassword(home));
  const password = readRuntimePassword(home);
  // It may have been started by an earlier version, without the runtime role.
  const url = password === null ? ownerUrl : connectionUrl(socketFolder, password, runtimeRole);
  return { pid: found.pid, url, ownerUrl };
}

/** Reports whether a database exists in this data folder. */
export function hasEmbeddedDatabase(dataFolder: string): boolean {
  return existsSync(databaseFolder(join(dataFolder, 'postgres')));
}
