import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { HolderMessage } from './postgres-holder.ts';

const program = new URL('./postgres-holder.ts', import.meta.url).pathname;
const isRoot = process.getuid?.() === 0;
let dataFolder = '';
const holders = new Set<ChildProcess>();

beforeEach(async () => {
  dataFolder = mkdtempSync(join(tmpdir(), 'placard-pg-'));
  await chmod(dataFolder, 0o755);
});

afterEach(async () => {
  // Processes that a failed test left running are adopted and stopped in order, so that none remains.
  for (const holder of holders) holder.kill('SIGKILL');
  holders.clear();
  const home = join(dataFolder, 'postgres');
  if (existsSync(join(home, 'database'))) await stop((await start()).holder);
  if (existsSync(home)) rmSync(realpathSync(home), { recursive: true, force: true });
  rmSync(dataFolder, { recursive: true, force: true });
});

test('the first start creates a durable database that is reachable only through its socket', async () => {
  const { holder, ready } = await start();
  expect(ready.origin).toBe('created');
  const settings = await ask(
    ready.url,
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
       current_setting('full_page_writes') as pages, current_setting('data_checksums') as checksums,
       current_setting('listen_addresses') as addresses, current_setting('server_encoding') as encoding`,
  );
  expect(settings).toEqual([
    { fsync: 'on', commit: 'on', pages: 'on', checksums: 'on', addresses: '', encoding: 'UTF8' },
  ]);
  await expect(ask(ready.url.replace(/placard:[^@]+@/, 'placard:wrong@'), 'select 1')).rejects.toThrow(/password/);
  expect(statSync(join(ready.home, 'socket')).mode & 0o077).toBe(0);
  expect(statSync(join(ready.home, 'password')).mode & 0o077).toBe(0);
  await stop(holder);
  await expectGone(ready.pid);
});

test('the runtime role has no permissions on the server or on tables of its owner', async () => {
  const first = await start();
  const rights = await ask(
    first.ready.runtimeUrl,
    'select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls from pg_roles where rolname = current_user',
  );
  expect(rights).toEqual([
    { rolsuper: false, rolcreatedb: false, rolcreaterole: false, rolreplication: false, rolbypassrls: false },
  ]);
  await ask(first.ready.url, 'create table kept as select 42 as answer');
  await expect(ask(first.ready.runtimeUrl, 'create table own (id int)')).rejects.toThrow(/permission denied/);
  await expect(ask(first.ready.runtimeUrl, 'select answer from kept')).rejects.toThrow(/permission denied/);
  // A database of an earlier version does not have the role. The next start creates it.
  await ask(first.ready.url, 'drop role placard_runtime');
  await stop(first.holder);
  rmSync(join(first.ready.home, 'runtime-password'));
  const second = await start();
  expect(await ask(second.ready.runtimeUrl, 'select current_user as role')).toEqual([{ role: 'placard_runtime' }]);
  await stop(second.holder);
});

test('a second start finds the data of the first one', async () => {
  const first = await start();
  await ask(first.ready.url, 'create table kept as select 42 as answer');
  await stop(first.holder);
  const second = await start();
  expect(second.ready.origin).toBe('started');
  expect(await ask(second.ready.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
  await stop(second.holder);
});

test('a server that survived the kill of our process group is adopted', async () => {
  const first = await start();
  process.kill(-(first.holder.pid ?? 0), 'SIGKILL');
  await once(first.holder, 'exit');
  const second = await start();
  expect(second.ready).toMatchObject({ origin: 'adopted', pid: first.ready.pid, url: first.ready.url });
  await stop(second.holder);
  await expectGone(first.ready.pid);
});

test('a start after the postmaster was killed with a busy backend removes the backend', async () => {
  const first = await start();
  await ask(first.ready.url, 'create table kept as select 7 as answer');
  const busy = keepBusy(first.ready.url);
  const backend = await busy.pid;
  first.holder.kill('SIGKILL');
  await once(first.holder, 'exit');
  process.kill(first.ready.pid, 'SIGKILL');
  const second = await start();
  expect(second.ready.origin).toBe('started');
  expect(await ask(second.ready.url, 'select answer from kept')).toEqual([{ answer: 7 }]);
  await expectGone(backend);
  await busy.ended;
  await stop(second.holder);
});

test('a postmaster that dies during operation is restarted', async () => {
  const { holder, ready } = await start();
  process.kill(ready.pid, 'SIGKILL');
  const again = await eventually(async () => {
    const pid = await askPid(holder);
    return pid !== null && pid !== ready.pid ? pid : undefined;
  });
  expect(await ask(ready.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await stop(holder);
  await expectGone(again);
});

test('a stale PID file with the PID of another program does not prevent a start', async () => {
  const first = await start();
  const pidFile = join(first.ready.home, 'database', 'postmaster.pid');
  const text = readFileSync(pidFile, 'utf8');
  await stop(first.holder);
  // As root, PostgreSQL's user owns none of our processes. A child process of that user simulates a reused PID.
  execFileSync('sh', ['-c', 'umask 077; cat > "$1"', 'sh', pidFile], {
    input: text.replace(/^\d+/, String(process.pid)),
  });
  const owner = statSync(join(first.ready.home, 'database'));
  execFileSync('chown', [`${owner.uid}:${owner.gid}`, pidFile]);
  const second = await start();
  expect(second.ready.origin).toBe('started');
  await stop(second.holder);
});

test('a killed initdb is repeated', async () => {
  const holder = hold();
  const home = join(dataFolder, 'postgres');
  await eventually(async () => {
    const names = existsSync(home) ? readdirSync(home) : [];
    const draft = names.find((name) => name.startsWith('initialising-'));
    return draft !== undefined && existsSync(join(home, draft, 'PG_VERSION')) ? draft : undefined;
  });
  process.kill(-(holder.pid ?? 0), 'SIGKILL');
  await once(holder, 'exit');
  expect(existsSync(join(home, 'database'))).toBe(false);
  const second = await start();
  expect(second.ready.origin).toBe('created');
  expect(readdirSync(second.ready.home).filter((name) => name.startsWith('initialising-'))).toEqual([]);
  await stop(second.holder);
});

test('a private data folder contains its database, and only the group of the database user may traverse it', async () => {
  await chmod(dataFolder, 0o700);
  const { holder, ready } = await start();
  expect(ready.home.startsWith(dataFolder)).toBe(true);
  expect(statSync(dataFolder).mode & 0o777).toBe(isRoot ? 0o710 : 0o700);
  await stop(holder);
});

test('a data folder that the database user cannot access gets its database in another folder', async () => {
  const outer = dataFolder;
  await chmod(outer, 0o700);
  dataFolder = join(outer, 'data');
  mkdirSync(dataFolder);
  const first = await start();
  const link = join(dataFolder, 'postgres');
  expect(lstatSync(link).isSymbolicLink()).toBe(isRoot);
  expect(first.ready.home.startsWith(isRoot ? '/var/lib/placard/databases/' : dataFolder)).toBe(true);
  await ask(first.ready.url, 'create table kept as select 1 as answer');
  await stop(first.holder);
  const second = await start();
  expect(await ask(second.ready.url, 'select answer from kept')).toEqual([{ answer: 1 }]);
  await stop(second.holder);
  for (const folder of [realpathSync(link), outer]) rmSync(folder, { recursive: true, force: true });
});

test('a path that is too long for a socket gets a short socket folder', async () => {
  const outer = dataFolder;
  dataFolder = join(outer, 'x'.repeat(60), 'y'.repeat(60));
  execFileSync('mkdir', ['-p', dataFolder]);
  const { holder, ready } = await start();
  const socketFolder = decodeURIComponent(/host=([^&]+)/.exec(ready.url)?.[1] ?? '');
  expect(socketFolder).toMatch(/^\/tmp\/placard-[0-9a-f]{12}$/);
  expect(statSync(socketFolder).mode & 0o777).toBe(0o700);
  await stop(holder);
  rmSync(socketFolder, { recursive: true });
  rmSync(outer, { recursive: true });
});

test('a database of another major version is refused with the version', async () => {
  const first = await start();
  await stop(first.holder);
  const path = join(first.ready.home, 'database', 'PG_VERSION');
  const version = readFileSync(path, 'utf8');
  execFileSync('sh', ['-c', 'echo 14 > "$1"', 'sh', path]);
  await expect(start()).rejects.toThrow(/created by PostgreSQL 14.*bundled version is PostgreSQL 18.*set DATABASE_URL/);
  execFileSync('sh', ['-c', 'printf %s "$2" > "$1"', 'sh', path, version]);
});

type Ready = Extract<HolderMessage, { type: 'ready' }>;

function hold(): ChildProcess {
  // In a separate process group, as started by a terminal, so that the test can kill the group.
  const holder = fork(program, [dataFolder], { detached: true, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  holders.add(holder);
  return holder;
}

async function start(): Promise<{ holder: ChildProcess; ready: Ready }> {
  const holder = hold();
  const [message] = (await once(holder, 'message')) as [HolderMessage];
  if (message.type === 'ready') return { holder, ready: message };
  throw new Error(message.type === 'failed' ? message.message : 'unexpected message of the holder');
}

async function stop(holder: ChildProcess): Promise<void> {
  const exited = once(holder, 'exit');
  holder.send('stop');
  await exited;
  holders.delete(holder);
}

async function askPid(holder: ChildProcess): Promise<number | null> {
  const answered = once(holder, 'message');
  holder.send('pid');
  const [message] = (await answered) as [HolderMessage];
  return message.type === 'pid' ? message.pid : null;
}

async function ask(url: string, query: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(query)).rows;
  } finally {
    await client.end();
  }
}

/** Occupies a backend with a long statement, during which it does not notice the end of its postmaster. */
function keepBusy(url: string): { readonly pid: Promise<number>; readonly ended: Promise<void> } {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  const pid = client
    .connect()
    .then(() => client.query('select pg_backend_pid() as pid'))
    .then(({ rows }) => (rows[0] as { pid: number }).pid);
  const loop = `do $$ begin perform count(*) from generate_series(1, 2000000000); end $$`;
  const ended = pid
    .then(() => client.query(loop))
    .then(
      () => undefined,
      // The test kills the backend.
      () => undefined,
    );
  return { pid, ended };
}

async function expectGone(pid: number): Promise<void> {
  await eventually(async () => {
    try {
      return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8')) ? true : undefined;
    } catch {
      return true;
    }
  });
}

async function eventually<Value>(attempt: () => Promise<Value | undefined>): Promise<Value> {
  const deadline = Date.now() + 20_000;
  while (Date.now() < deadline) {
    const value = await attempt();
    if (value !== undefined) return value;
    await delay(10);
  }
  throw new Error('condition not met within 20 s');
}
