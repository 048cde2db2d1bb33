import { writeFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

/**
 * Priorities below that of delivery, so that ads do not wait for other work while all cores are in use. `background`:
 * continuous work, such as counting. `lowest`: work on large amounts of data, which no user waits for or which takes
 * seconds in any case. Source: docs/decisions/0211-cpu-priorities.md.
 */
const priorities = {
  background: constants.priority.PRIORITY_BELOW_NORMAL,
  lowest: constants.priority.PRIORITY_LOW,
} as const;

/**
 * Lowers the priority of a process, which may have ended already, and of the processes that it starts later. A process
 * with a lower priority keeps it: without privileges, raising it is an error.
 */
export function lowerPriority(pid: number | undefined, to: keyof typeof priorities): void {
  // A process that could not be started.
  if (pid === undefined) return;
  try {
    if (getPriority(pid) < priorities[to]) setPriority(pid, priorities[to]);
  } catch (error) {
    if ((error as { info?: { code?: string } }).info?.code !== 'ESRCH') throw error;
  }
}

/**
 * Lowers the priority of a process that leads its own session. Linux may distribute CPU time between sessions first
 * (`sched_autogroup_enabled`), regardless of the priorities of their processes.
 */
export function lowerSessionPriority(pid: number, to: keyof typeof priorities): void {
  lowerPriority(pid, to);
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(priorities[to]));
  } catch {
    // Another system, or one without groups of sessions.
  }
}
