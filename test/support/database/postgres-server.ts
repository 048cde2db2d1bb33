import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  mkdtempSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import pg from 'pg';
import type { PostgresPrograms } from './find-postgres.ts';

/** A PostgreSQL for one test run, without durability: no fsync, and a temporary folder that `stop` removes. */
export type PostgresServer = {
  /** Returns the URL of a database on the server. Its user has all permissions. */
  readonly urlOf: (database: string) => string;
  readonly stop: () => Promise<void>;
};

type Account = { readonly uid?: number; readonly gid?: number };

const startLimitMs = 30_000;
const stopLimitMs = 15_000;
/** Most characters of the folder. The path of a Unix socket has at most 107 bytes on Linux and 103 on macOS. */
const longestFolder = 60;

export async function startPostgresServer(programs: PostgresPrograms): Promise<PostgresServer> {
  const account = accountForPostgres();
  const folder = makeFolder(account);
  let server: ChildProcess | undefined;
  try {
    const binaries = reachableBinaries(programs, account, folder);
    initialize(binaries, account, folder);
    server = launch(binaries, account, folder);
    const urlOf = (database: string) =>
      `postgresql://postgres@localhost/${database}?host=${encodeURIComponent(folder)}`;
    await untilReady(server, urlOf('postgres'));
    const running = server;
    return { urlOf, stop: () => stopServer(running, folder) };
  } catch (error) {
    if (server) await stopServer(server, folder);
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/** PostgreSQL refuses to run as root, so root runs it as another user. */
function accountForPostgres(): Account {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (kind: string) => Number(execFileSync('id', [kind, name], { encoding: 'utf8', stdio: 'pipe' }));
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      // This account does not exist on the machine. Try the next one.
    }
  }
  throw new Error('PostgreSQL cannot run as root, and neither the user `postgres` nor `nobody` exists.');
}

function makeFolder(account: Account): string {
  const parent = [tmpdir(), '/tmp'].find((path) => path.length < longestFolder && isOpenToAll(path));
  if (parent === undefined) throw new Error('No short temporary folder is accessible to all users.');
  const folder = mkdtempSync(join(parent, 'placard-test-'));
  chmodSync(folder, 0o755);
  if (account.uid !== undefined) chownSync(folder, account.uid, account.gid ?? account.uid);
  return folder;
}

/** A clone may be in a folder that only its owner can access. The programs are then copied to another folder. */
function reachableBinaries(programs: PostgresPrograms, account: Account, folder: string): string {
  if (account.uid === undefined || isOpenToAll(programs.folder)) return programs.folder;
  const copy = join(folder, 'programs');
  cpSync(dirname(programs.folder), copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, 'bin');
}

function isOpenToAll(path: string): boolean {
  if (!existsSync(path)) return false;
  accessSync(path, constants.R_OK);
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

function initialize(binaries: string, account: Account, folder: string): void {
  execFileSync(
    join(binaries, 'initdb'),
    [
      '--pgdata',
      join(folder, 'data'),
      '--username=postgres',
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
    ],
    { ...account, cwd: folder, env: environment(folder), stdio: 'pipe', timeout: startLimitMs },
  );
}

function launch(binaries: string, account: Account, folder: string): ChildProcess {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: folder,
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
    autovacuum: 'off',
    max_connections: '200',
    shared_buffers: '64MB',
    max_wal_size: '2GB',
    timezone: 'UTC',
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return spawn('/bin/sh', ['-c', keeper, folder, join(binaries, 'postgres'), '-D', join(folder, 'data'), ...options], {
    ...account,
    cwd: '/',
    env: environment(folder),
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
}

/**
 * Runs the server ("$@") until it ends or this process closes the pipe, which also happens when it is killed. Then
 * removes the folder ($0). A separate process group isolates it from Ctrl-C.
 */
const keeper = `
exec 3<&0
"$@" 3<&- &
server=$!
(cat <&3 >/dev/null; kill -QUIT $server 2>/dev/null) &
watcher=$!
wait $server
code=$?
kill $watcher 2>/dev/null
rm -rf "$0"
exit $code
`;

/** The server must not inherit the tester's environment (HOME may be unreadable, PGPORT may be set). */
function environment(folder: string): NodeJS.ProcessEnv {
  return { PATH: '/usr/bin:/bin', HOME: folder, TZ: 'UTC', LC_ALL: 'C' };
}

async function untilReady(server: ChildProcess, url: string): Promise<void> {
  const deadline = Date.now() + startLimitMs;
  for (;;) {
    if (hasEnded(server)) throw new Error('PostgreSQL ended while starting.');
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw new Error('PostgreSQL is unreachable.', { cause: error });
      await new Promise((wake) => setTimeout(wake, 50));
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

async function stopServer(server: ChildProcess, folder: string): Promise<void> {
  if (hasEnded(server)) return;
  const ended = new Promise<void>((resolveEnded) => {
    server.once('exit', () => resolveEnded());
  });
  const late = setTimeout(() => server.kill('SIGKILL'), stopLimitMs);
  server.stdin?.end();
  await ended;
  clearTimeout(late);
  rmSync(folder, { recursive: true, force: true });
}

function hasEnded(server: ChildProcess): boolean {
  return server.exitCode !== null || server.signalCode !== null;
}
