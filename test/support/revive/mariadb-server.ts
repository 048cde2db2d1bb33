import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { installTools, runTool } from '../process/debian-tools.ts';
import { freePort } from '../process/free-port.ts';
import { waitUntil } from '../process/wait-until.ts';

/** An own MariaDB on loopback, with an own data folder. */
export type MariadbServer = {
  /** URL of a database as a user with all permissions. */
  url(database: string): string;
  /** Runs statements. Creates the database if it does not exist. */
  run(database: string, sql: string): void;
  /** Returns a dump of a database. */
  dump(database: string, options?: readonly string[]): Buffer;
  stop(): Promise<void>;
};

const user = 'revive';
const password = 'p@ss:word';

/** Starts MariaDB. The first start installs the Debian package if necessary. */
export async function startMariadb(): Promise<MariadbServer> {
  installTools('mariadbd', ['mariadb-server']);
  const folder = mkdtempSync(join(tmpdir(), 'placard-mariadb-'));
  const data = join(folder, 'data');
  const socket = join(folder, 'socket');
  const port = await freePort();
  runTool('mariadb-install-db', [
    `--datadir=${data}`,
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
    ...asRoot(),
  ]);
  const server = spawn(
    'mariadbd',
    [
      '--no-defaults',
      `--datadir=${data}`,
      `--socket=${socket}`,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      ...asRoot(),
    ],
    { stdio: 'ignore' },
  );
  await waitUntil('MariaDB', () => canConnect(socket), { withinMs: 60_000 });
  const client = (args: readonly string[], input: string) => {
    const { status, stderr } = spawnSync('mariadb', ['--no-defaults', `--socket=${socket}`, '-u', 'root', ...args], {
      input,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`mariadb failed: ${stderr}`);
  };
  client(
    [],
    `CREATE USER '${user}'@'127.0.0.1' IDENTIFIED BY '${password}'; GRANT ALL ON *.* TO '${user}'@'127.0.0.1';`,
  );
  return {
    url: (database) => `mysql://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`,
    run: (database, sql) => {
      client([], `CREATE DATABASE IF NOT EXISTS \`${database}\` CHARACTER SET utf8mb4;`);
      client(['--default-character-set=utf8mb4', database], sql);
    },
    dump: (database, options = []) => {
      const args = ['--no-defaults', `--socket=${socket}`, '-u', 'root', ...options, database];
      const { status, stdout, stderr } = spawnSync('mariadb-dump', args, { maxBuffer: 256 * 1024 * 1024 });
      if (status !== 0) throw new Error(`mariadb-dump failed: ${stderr.toString()}`);
      return stdout;
    },
    stop: () => stop(server, folder),
  };
}

/** MariaDB refuses to run as root unless the user is named. */
function asRoot(): readonly string[] {
  return process.getuid?.() === 0 ? ['--user=root'] : [];
}

async function canConnect(socket: string): Promise<boolean> {
  try {
    const connection = await createConnection({ socketPath: socket, user: 'root' });
    await connection.end();
    return true;
  } catch {
    // The server is not ready yet.
    return false;
  }
}

function stop(server: ChildProcess, folder: string): Promise<void> {
  return new Promise((resolve) => {
    server.once('exit', () => {
      rmSync(folder, { recursive: true, force: true });
      resolve();
    });
    server.kill('SIGTERM');
  });
}
