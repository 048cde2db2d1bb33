import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort } from '../process/free-port.ts';
import { waitUntil } from '../process/wait-until.ts';

/** A Redis (or Valkey) of one test, on a free port, which keeps nothing on disk. */
export type RedisServer = {
  readonly url: string;
  /** Ends it; `start` brings an empty one back at the same address. */
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
  /** It stands still: connections stay open and nothing answers. */
  readonly freeze: () => void;
  readonly thaw: () => void;
};

export async function startRedisServer(): Promise<RedisServer> {
  const program = findProgram();
  const port = await freePort();
  let child = launch(program, port);
  const ready = () => waitUntil('Redis to listen', () => isListening(port), { everyMs: 10 });
  await ready();
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    async start() {
      child = launch(program, port);
      await ready();
    },
  };
}

function launch(program: string, port: number) {
  const flags = ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--appendonly', 'no'];
  return spawn(program, flags, { stdio: 'ignore' });
}

function findProgram(): string {
  const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/bin', '/usr/sbin'].filter(Boolean);
  const paths = ['redis-server', 'valkey-server'].flatMap((name) => folders.map((folder) => join(folder, name)));
  const found = paths.find((path) => existsSync(path));
  if (found === undefined) throw new Error('No Redis here: run `npm test`, or `apt-get install redis-server`.');
  return found;
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
