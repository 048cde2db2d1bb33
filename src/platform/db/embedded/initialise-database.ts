import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { generateOnce } from '../../durable/generate-once.ts';
import { EmbeddedPostgresError } from './embedded-error.ts';
import { asUser, type DatabaseLocation } from './locate-database.ts';

/** Owner of the tables. Migrations run with this role. */
export const superuserName = 'placard';
/** Runtime role. */
export const runtimeRole = 'placard_runtime';

/** Returns the PGDATA folder. */
export function databaseFolder(home: string): string {
  return join(home, 'database');
}

/** Reads the password of the superuser. It is created once and only readable by the database user (and root). */
export function readPassword(home: string): string {
  return readFileSync(join(home, 'password'), 'utf8').trim();
}

/**
 * Reads the password of the runtime role, which is created once; null: the database is of an earlier version and has
 * not been started since.
 */
export function readRuntimePassword(home: string): string | null {
  const path = runtimePasswordPath(home);
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : null;
}

/** Reads the password of the runtime role. Creates it if missing. */
export function keepRuntimePassword(home: string): string {
  return generateOnce(runtimePasswordPath(home), () => `${randomBytes(24).toString('base64url')}\n`).trim();
}

function runtimePasswordPath(home: string): string {
  return join(home, 'runtime-password');
}

/**
 * Creates the database if there is none. It is built in a temporary folder that is renamed last, so an interrupted
 * creation is simply repeated.
 */
export async function initialiseDatabase(location: DatabaseLocation): Promise<'created' | 'present'> {
  const folder = databaseFolder(location.home);
  if (existsSync(folder)) {
    requireSameMajor(folder, location);
    return 'present';
  }
  for (const name of readdirSync(location.home).filter((entry) => entry.startsWith('initialising-'))) {
    rmSync(join(location.home, name), { recursive: true, force: true });
  }
  writePassword(location);
  const draft = join(location.home, `initialising-${randomBytes(4).toString('hex')}`);
  await runInitdb(location, draft);
  renameSync(draft, folder);
  const home = await open(location.home, 'r');
  await home.sync().finally(() => home.close());
  return 'created';
}

function requireSameMajor(folder: string, location: DatabaseLocation): void {
  const major = Number.parseInt(readFileSync(join(folder, 'PG_VERSION'), 'utf8'), 10);
  if (major === location.binaries.major) return;
  throw new EmbeddedPostgresError(
    `the database in ${folder} was created by PostgreSQL ${major}, but the bundled version is PostgreSQL ${location.binaries.major}`,
  );
}

function writePassword(location: DatabaseLocation): void {
  const path = join(location.home, 'password');
  writeFileSync(path, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flush: true });
  if (location.user !== null) chownSync(path, location.user.uid, location.user.gid);
}

/** Uses PostgreSQL's own C.UTF-8, so that sorting does not depend on system libraries. */
async function runInitdb(location: DatabaseLocation, folder: string): Promise<void> {
  const parameters = [
    `--pgdata=${folder}`,
    `--username=${superuserName}`,
    `--pwfile=${join(location.home, 'password')}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--no-instructions',
  ];
  const child = spawn(join(location.binaries.folder, 'bin', 'initdb'), parameters, {
    ...asUser(location.user),
    cwd: location.home,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-4_000);
  });
  const result = await new Promise<string | null>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) =>
      resolve(code === 0 ? null : lastReason(said) || `initdb ended with ${code ?? signal}`),
    );
  });
  if (result === null) return;
  rmSync(folder, { recursive: true, force: true });
  throw new EmbeddedPostgresError(`the database could not be created in ${location.home}: ${result}`);
}

/** Returns the line of an output that states the error. */
export function lastReason(output: string): string {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const telling = lines.filter((line) => /\b(error|fatal|panic|could not|no space)\b/i.test(line));
  return (telling.at(-1) ?? lines.at(-1) ?? '').replace(/^.*?\b(?:FATAL|PANIC|error):\s*/, '');
}
