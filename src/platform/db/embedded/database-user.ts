import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { EmbeddedPostgresError } from './embedded-error.ts';

/** Operating system user of PostgreSQL; null: the current user. */
export type DatabaseUser = { readonly name: string; readonly uid: number; readonly gid: number } | null;

export const ownUserName = 'placard';
/** Existing system users, if none can be created. */
const fallbackNames = ['postgres', 'nobody'];

/**
 * Returns the user for PostgreSQL. PostgreSQL does not run as root, so root selects another user, which is created if
 * missing.
 */
export function chooseDatabaseUser(options: { readonly ownerUid: number | null }): DatabaseUser {
  if (process.getuid?.() !== 0) return null;
  if (options.ownerUid !== null && options.ownerUid !== 0) return userWithId(options.ownerUid);
  const existing = findUser(ownUserName);
  if (existing !== null) return existing;
  spawnSync('useradd', [
    '--system',
    '--no-create-home',
    '--home-dir',
    '/var/lib/placard',
    '--shell',
    '/bin/false',
    ownUserName,
  ]);
  for (const name of [ownUserName, ...fallbackNames]) {
    const user = findUser(name);
    if (user !== null) return user;
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL does not run as root, useradd could not create the user ${ownUserName}, and there is no user ${fallbackNames.join(' or ')}`,
  );
}

function findUser(name: string): DatabaseUser {
  return readUsers().find((user) => user.name === name) ?? null;
}

/** The owner of an existing database remains its owner, even if the user name no longer exists. */
function userWithId(uid: number): DatabaseUser {
  return readUsers().find((user) => user.uid === uid) ?? { name: `user ${uid}`, uid, gid: uid };
}

function readUsers(): readonly { readonly name: string; readonly uid: number; readonly gid: number }[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 4 && fields[2] !== '0')
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}
