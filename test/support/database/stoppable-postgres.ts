import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { childrenOf } from '../process/children-of.ts';
import { freePort } from '../process/free-port.ts';
import { waitUntil } from '../process/wait-until.ts';
import { findMachinePostgres } from './find-postgres.ts';

/** A PostgreSQL for a single test, reached over TCP, which the test can stop and restart. Its data is preserved. */
export type StoppablePostgres = {
  readonly url: string;
  readonly port: number;
  /** Stops it immediately and breaks all connections. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Suspends all its processes: connections stay open without responses. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  close(): Promise<void>;
};

export async function startStoppablePostgres(): Promise<StoppablePostgres> {
  const { folder: programs } = findMachinePostgres();
  const account = accountOfPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'placard-pg-'));
  chmodSync(folder, 0o755);
  if (account.uid !== undefined) chownSync(folder, account.uid, account.gid ?? account.uid);
  const data = join(folder, 'data');
  const port = await freePort();
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`;
  const options = { ...account, cwd: folder, env: { PATH: '/usr/bin:/bin', HOME: folder, TZ: 'UTC', LC_ALL: 'C' } };
  execFileSync(
    join(programs, 'initdb'),
    ['--pgdata', data, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
    { ...options, stdio: 'pipe' },
  );
  let server: ChildProcess | null = null;

  const self: StoppablePostgres = {
    url,
    port,
    async start() {
      const settings = [
        `port=${port}`,
        `unix_socket_directories=${folder}`,
        'listen_addresses=127.0.0.1',
        'shared_buffers=32MB',
      ];
      server = spawn(join(programs, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
        ...options,
        stdio: 'ignore',
      });
      await waitUntil('PostgreSQL to answer', () => answers(url), { withinMs: 30_000 });
    },
    async stop() {
      if (server === null) return;
      const ended = once(server, 'exit');
      server.kill('SIGQUIT');
      await ended;
      server = null;
    },
    async freeze() {
      for (const pid of processesOf(server)) process.kill(pid, 'SIGSTOP');
    },
    async thaw() {
      for (const pid of processesOf(server)) process.kill(pid, 'SIGCONT');
    },
    async close() {
      await self.thaw();
      await self.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await self.start();
  return self;
}

/** PostgreSQL refuses to run as root. */
function accountOfPostgres(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (kind: string) => Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The postmaster first, so that it starts no new process while the others are being signaled. */
function processesOf(server: ChildProcess | null): number[] {
  return server?.pid === undefined ? [] : [server.pid, ...childrenOf(server.pid)];
}
