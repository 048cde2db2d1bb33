import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { waitUntil } from './wait-until.ts';

const program = fileURLToPath(new URL('../../../bin/placard.mjs', import.meta.url));
const startLimitMs = 60_000;
const stopLimitMs = 15_000;

export type PlacardGroup = {
  /** Milliseconds from the start of the process to its line "is ready". */
  readonly readyMs: number;
  readonly output: () => string;
  readonly pid: number;
  /** Sends SIGKILL to every process of the group at once. */
  kill(): Promise<void>;
  /** Sends SIGTERM and waits for the end. */
  stop(): Promise<void>;
};

/** Starts the real program in a separate process group, so that all its processes can be killed at once. */
export async function startPlacardGroup(
  environment: Readonly<Record<string, string>>,
  options: {
    readonly role?: string;
    /** Launcher, for example for another network. */
    readonly by?: readonly [program: string, ...args: string[]];
    /** Path of the program. Default: that of this clone. */
    readonly program?: string;
  } = {},
): Promise<PlacardGroup> {
  const startedAt = performance.now();
  const [command, ...before] = [...(options.by ?? []), process.execPath] as [string, ...string[]];
  const child = spawn(command, [...before, options.program ?? program, 'serve', '--role', options.role ?? 'all'], {
    env: { PATH: process.env['PATH'] ?? '', PLACARD_HOST: '127.0.0.1', PLACARD_DEMO: 'off', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  try {
    await waitUntil(
      'Placard to be ready',
      () => {
        if (hasEnded(child)) throw new Error('Placard ended');
        return /^Placard .* is ready/m.test(output);
      },
      { withinMs: startLimitMs, everyMs: 5 },
    );
  } catch (error) {
    await end(child, 'SIGKILL');
    throw new Error(`Placard did not start:\n${output}`, { cause: error });
  }
  return {
    readyMs: performance.now() - startedAt,
    output: () => output,
    pid: child.pid ?? 0,
    kill: () => end(child, 'SIGKILL'),
    stop: async () => {
      const late = setTimeout(() => signalGroup(child, 'SIGKILL'), stopLimitMs);
      await end(child, 'SIGTERM');
      clearTimeout(late);
    },
  };
}

/** Runs another command of the program. Returns its exit code and output. */
export async function runPlacard(
  environment: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<{ readonly status: number | null; readonly output: string }> {
  const env = { PATH: process.env['PATH'] ?? '', ...environment };
  const child = spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  await once(child, 'close');
  return { status: child.exitCode, output };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  if (signal === 'SIGKILL') signalGroup(child, signal);
  else child.kill(signal);
  await ended;
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid !== undefined) process.kill(-child.pid, signal);
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
