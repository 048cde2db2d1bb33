import { fork } from 'node:child_process';
import { once } from 'node:events';
import { lowerPriority } from '../../../platform/process/lower-priority.ts';
import type { AddedTraffic, TrafficAnswer, TrafficTask } from './traffic-process.ts';

/**
 * Adds the traffic of the past days to a complete demo account, in a process with low priority. Rejects if it
 * fails or is aborted. The next call continues.
 */
export async function addDemoTraffic(task: TrafficTask, signal: AbortSignal): Promise<AddedTraffic> {
  signal.throwIfAborted();
  const child = fork(new URL('traffic-process.ts', import.meta.url), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit');
  const end = () => child.kill('SIGKILL');
  signal.addEventListener('abort', end);
  try {
    lowerPriority(child.pid, 'lowest');
    const answered = once(child, 'message').then(([answer]) => answer as TrafficAnswer);
    child.send(task);
    const answer = await Promise.race([answered, exited.then(() => null)]);
    if (answer === null) throw new Error('The process ended without a result');
    if ('error' in answer) throw new Error(answer.error);
    return answer;
  } finally {
    signal.removeEventListener('abort', end);
    await exited;
  }
}
