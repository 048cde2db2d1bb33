import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { cp } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Logger } from '../../log/log.ts';
import { chooseDatabaseUser, type DatabaseUser } from './database-user.ts';
import { EmbeddedPostgresError } from './embedded-error.ts';
import { findBinaries, type PostgresBinaries } from './find-binaries.ts';

/** Folder that root uses if the database user cannot access the other one. */
const reachableFolder = '/var/lib/placard';

export type DatabaseLocation = {
  readonly binaries: PostgresBinaries;
  readonly user: DatabaseUser;
  /** Folder of the database user, mode 0700. Contains `database/`, the password and the log. */
  readonly home: string;
};

/**
 * Determines the binaries, the user and the location of the database: `<data>/postgres`. If the program runs as root
 * and the database user cannot access the installation or the data folder (below /root), binaries are copied once to
 * `/var/lib/placard/postgres-<version>`, and `<data>/postgres` becomes a link to a folder in
 * `/var/lib/placard/databases`.
 */
export async function locateDatabase(options: {
  readonly dataFolder: string;
  readonly log: Logger;
}): Promise<DatabaseLocation> {
  const link = join(options.dataFolder, 'postgres');
  const existing = statSync(link, { throwIfNoEntry: false });
  const user = chooseDatabaseUser({ ownerUid: existing?.uid ?? null });
  requireOwner(link, existing?.uid ?? null);
  const binaries = await reachableBinaries(findBinaries(), user, options.log);
  try {
    const home = existing === undefined ? createHome(link, user, options.log) : realpathSync(link);
    return { binaries, user, home };
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) throw error;
    throw new EmbeddedPostgresError((error as Error).message, { cause: error });
  }
}

function requireOwner(path: string, ownerUid: number | null): void {
  const uid = process.getuid?.();
  if (uid === 0 || ownerUid === null || ownerUid === uid) return;
  throw new EmbeddedPostgresError(
    `${path} belongs to the user with the ID ${ownerUid}, but this process runs as ${uid}; start it as the user that created the folder`,
  );
}

async function reachableBinaries(found: PostgresBinaries, user: DatabaseUser, log: Logger): Promise<PostgresBinaries> {
  if (canRun(found.folder, user)) return found;
  const folder = join(reachableFolder, `postgres-${found.version}`);
  if (statSync(folder, { throwIfNoEntry: false }) === undefined) {
    log.info({ from: found.folder, to: folder }, 'copying PostgreSQL to a folder that its user can access');
    const draft = `${folder}.${process.pid}.${randomBytes(4).toString('hex')}`;
    try {
      makeReachableFolder(reachableFolder);
      await cp(found.folder, draft, { recursive: true, verbatimSymlinks: true });
      chmodSync(draft, 0o755);
      renameSync(draft, folder);
    } catch (cause) {
      rmSync(draft, { recursive: true, force: true });
      // Another Placard process may have created it first, which is sufficient.
      if (statSync(folder, { throwIfNoEntry: false }) === undefined) {
        throw new EmbeddedPostgresError(`its binaries could not be copied to ${folder}: ${(cause as Error).message}`, {
          cause,
        });
      }
    }
  }
  const problem = runVersion(folder, user);
  if (problem !== null)
    throw new EmbeddedPostgresError(`${join(folder, 'bin', 'postgres')} does not start: ${problem}`);
  return { ...found, folder };
}

function canRun(folder: string, user: DatabaseUser): boolean {
  const problem = runVersion(folder, user);
  if (problem === null) return true;
  // For the current user there is no alternative: the binaries do not work on this machine.
  if (user === null) throw new EmbeddedPostgresError(`${join(folder, 'bin', 'postgres')} does not start: ${problem}`);
  return false;
}

/**
 * Runs the binary to test it, which no check of file modes can replace. null: it runs; otherwise the reason why not.
 */
function runVersion(folder: string, user: DatabaseUser): string | null {
  const result = spawnSync(join(folder, 'bin', 'postgres'), ['--version'], {
    ...asUser(user),
    cwd: '/',
    encoding: 'utf8',
  });
  if (result.error !== undefined) return result.error.message;
  return result.status === 0 ? null : result.stderr.trim() || `it ended with ${result.status ?? result.signal}`;
}

function createHome(link: string, user: DatabaseUser, log: Logger): string {
  // The target of the link is missing, including its database, so a new one is created.
  if (lstatSync(link, { throwIfNoEntry: false }) !== undefined) rmSync(link);
  mkdirSync(link, { recursive: true, mode: 0o700 });
  if (user === null) return realpathSync(link);
  chownSync(link, user.uid, user.gid);
  if (letPass(dirname(link), () => canEnter(link, user), user)) return realpathSync(link);
  rmSync(link, { recursive: true });
  const name = createHash('sha256')
    .update(realpathSync(dirname(link)))
    .digest('hex')
    .slice(0, 12);
  // A new name each time: a data folder that was deleted and recreated must not find its old database.
  const home = join(reachableFolder, 'databases', `${name}-${randomBytes(3).toString('hex')}`);
  makeReachableFolder(reachableFolder);
  makeReachableFolder(join(reachableFolder, 'databases'));
  mkdirSync(home, { mode: 0o700 });
  // Identifies the owner of this folder for administrators.
  writeFileSync(join(home, 'data-folder'), `${dirname(link)}\n`);
  chownSync(home, user.uid, user.gid);
  if (!canEnter(home, user))
    throw new EmbeddedPostgresError(`the user ${user.name} can access neither ${link} nor ${home}`);
  symlinkSync(home, link);
  log.warn(
    { home, user: user.name },
    `the user ${user.name} cannot access ${dirname(link)}, so the database is in ${home}`,
  );
  return realpathSync(home);
}

/** Allows the user to traverse the data folder without reading it. Reverts that if it does not suffice. */
function letPass(folder: string, isEnough: () => boolean, user: NonNullable<DatabaseUser>): boolean {
  if (isEnough()) return true;
  const { uid, gid, mode } = statSync(folder);
  chownSync(folder, uid, user.gid);
  chmodSync(folder, 0o710);
  if (isEnough()) return true;
  chownSync(folder, uid, gid);
  chmodSync(folder, mode & 0o777);
  return false;
}

function makeReachableFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false }) !== undefined) return;
  mkdirSync(folder, { recursive: true });
  // The database user must have access regardless of the umask of root.
  chmodSync(folder, 0o755);
}

function canEnter(folder: string, user: DatabaseUser): boolean {
  const command = 'cd "$1" && test -w .';
  return (
    spawnSync('/bin/sh', ['-c', command, 'sh', folder], { ...asUser(user), cwd: '/', stdio: 'ignore' }).status === 0
  );
}

/** Returns options that run a child process as the database user. */
export function asUser(user: DatabaseUser): {
  readonly uid?: number;
  readonly gid?: number;
  readonly env: NodeJS.ProcessEnv;
} {
  const env = { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' };
  return user === null ? { env } : { uid: user.uid, gid: user.gid, env };
}
