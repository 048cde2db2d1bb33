import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort } from '../process/free-port.ts';
import { waitUntil } from '../process/wait-until.ts';

/** A Redis (or Valkey) for one test, on a free port, without persistence. */
export type RedisServer = {
  readonly url: string;
  /** Stops the server. `start` starts an empty one at the same address. */
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
  /** Suspends the server: connections stay open without responses. */
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
  if (found === undefined) throw new Error('Redis was not found: run `npm test`, or `apt-get install redis-server`.');
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
