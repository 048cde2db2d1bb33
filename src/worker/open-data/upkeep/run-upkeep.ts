import { fork } from 'node:child_process';
import { once } from 'node:events';
import { lowerPriority } from '../../../platform/process/lower-priority.ts';
import type { UpkeepAnswer, UpkeepTask } from './upkeep-process.ts';

/** Runs work on stored files in a low-priority process. Rejects if it fails; files that are done stay done. */
export async function runUpkeep(task: UpkeepTask, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const child = fork(new URL('upkeep-process.ts', import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const exited = once(child, 'exit');
  const end = () => child.kill('SIGKILL');
  signal.addEventListener('abort', end);
  try {
    lowerPriority(child.pid, 'lowest');
    const said = once(child, 'message').then(([answer]) => answer as UpkeepAnswer);
    child.send(task);
    const answer = await Promise.race([said, exited.then(() => null)]);
    if (answer === null) throw new Error('The process for open data ended without a result');
    if ('fault' in answer) throw new Error(answer.fault);
  } finally {
    signal.removeEventListener('abort', end);
    await exited;
  }
}
