import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { EmbeddedPostgresError } from './embedded-error.ts';

/** The operating-system user that PostgreSQL runs as; null: the one that runs us. */
export type DatabaseUser = { readonly name: string; readonly uid: number; readonly gid: number } | null;

export const ownUserName = 'placard';
/** Users that a system has anyway, where none can be created. */
const fallbackNames = ['postgres', 'nobody'];

/** PostgreSQL refuses to run as root, so for root another user is chosen, and created when it is missing. */
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

/** The owner of an existing database goes on to own it, also when its name is gone. */
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
