import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** A zombie has ended, but its result has not been collected. Its PID still receives signals. */
export type ProcessState = 'running' | 'zombie' | 'absent';

/** Returns the state of a process, whether or not it is a child. */
export function processState(pid: number): ProcessState {
  if (process.platform !== 'linux') return stateByPs(pid);
  const stat = readProcFile(pid, 'stat');
  if (stat === null) return 'absent';
  // The name in parentheses may contain any characters, so the state follows the last parenthesis.
  const state = stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
  return state === 'Z' || state === 'X' ? 'zombie' : 'running';
}

/** Returns the command line of a running process; empty for a zombie, or if it cannot be read. */
export function processCommand(pid: number): string {
  if (process.platform !== 'linux') return ps(pid, 'command=');
  return (readProcFile(pid, 'cmdline') ?? '').replaceAll('\0', ' ').trim();
}

/** Returns the PIDs of running processes with this working directory; empty if the system does not report them. */
export function processesWorkingIn(folder: string): readonly number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => workingFolder(pid) === folder && processState(pid) === 'running');
}

function workingFolder(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    // Ended in the meantime, or of another user: not a relevant process.
    return null;
  }
}

function readProcFile(pid: number, name: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    // The folder of a process disappears with it at any time.
    return null;
  }
}

function stateByPs(pid: number): ProcessState {
  const state = ps(pid, 'stat=');
  if (state === '') return 'absent';
  return state.startsWith('Z') ? 'zombie' : 'running';
}

function ps(pid: number, column: string): string {
  return spawnSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? '';
}
