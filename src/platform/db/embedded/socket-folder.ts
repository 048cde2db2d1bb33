import { createHash } from 'node:crypto';
import { chownSync, lstatSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseUser } from './database-user.ts';
import { EmbeddedPostgresError } from './embedded-error.ts';

/** PostgreSQL names its socket after a port even if it listens on none. */
export const socketPort = 5432;
/** A socket path has at most 107 bytes on Linux and 103 on macOS, including the file name and a terminating byte. */
const maxSocketPathBytes = 100;

/** Creates a socket folder that only the database user can access, with a sufficiently short path. */
export function prepareSocketFolder(home: string, user: DatabaseUser): string {
  const path = socketFolderOf(home);
  const uid = user?.uid ?? process.getuid?.() ?? 0;
  try {
    mkdirSync(path, { mode: 0o700 });
    if (user !== null) chownSync(path, user.uid, user.gid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw new EmbeddedPostgresError(
        `the folder ${path} for its socket could not be created: ${(error as Error).message}`,
      );
    }
  }
  const found = lstatSync(path);
  // In /tmp any user could have created a folder with that name to impersonate the server.
  if (!found.isDirectory() || found.uid !== uid || (found.mode & 0o077) !== 0) {
    throw new EmbeddedPostgresError(
      `${path} must be a folder of the user ${user?.name ?? uid} with mode 0700; remove it`,
    );
  }
  return path;
}

/** Returns a folder in the database home, unless its path is too long for a socket. */
export function socketFolderOf(home: string): string {
  const inside = join(home, 'socket');
  return socketPathLength(inside) <= maxSocketPathBytes ? inside : join('/tmp', `placard-${hashOf(home)}`);
}

function socketPathLength(folder: string): number {
  return Buffer.byteLength(join(folder, `.s.PGSQL.${socketPort}.lock`));
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
