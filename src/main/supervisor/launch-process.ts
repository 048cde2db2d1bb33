import { type ChildProcess, fork } from 'node:child_process';
import { lowerPriority } from '../../platform/process/lower-priority.ts';
import type { RunningChild } from './manage-child.ts';
import type { FromChild } from './messages.ts';

/** Starts a child process with the Node options of this one. */
export function launchProcess(options: {
  /** Path of the program's entry file. */
  readonly program: string;
  /** Command-line arguments after the program. */
  readonly parameters: readonly string[];
  readonly nodeOptions?: readonly string[];
  readonly environment?: NodeJS.ProcessEnv;
  /** Whether ads do not depend on it. */
  readonly isBackground?: boolean;
}): RunningChild {
  const child = fork(options.program, options.parameters, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [...process.execArgv, ...(options.nodeOptions ?? [])],
    ...(options.environment !== undefined && { env: options.environment }),
  });
  if (options.isBackground === true) lowerPriority(child.pid, 'background');
  return {
    // Messages to a child that is ending are dropped.
    tell(message) {
      if (child.connected) child.send(message, () => undefined);
    },
    hear: (listener) => void child.on('message', (message: FromChild) => listener(message)),
    ended: ended(child),
    kill: () => void child.kill('SIGKILL'),
  };
}

function ended(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
}
