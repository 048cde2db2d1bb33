import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** A zombie has ended but nobody has asked for its result yet; signals still reach its number. */
export type ProcessState = 'running' | 'zombie' | 'absent';

/** What became of a process, whoever started it. */
export function processState(pid: number): ProcessState {
  if (process.platform !== 'linux') return stateByPs(pid);
  const stat = readProcFile(pid, 'stat');
  if (stat === null) return 'absent';
  // The name in brackets may hold anything, so the state is what follows the last bracket.
  const state = stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
  return state === 'Z' || state === 'X' ? 'zombie' : 'running';
}

/** The command line of a running process; empty for a zombie, or when it cannot be read. */
export function processCommand(pid: number): string {
  if (process.platform !== 'linux') return ps(pid, 'command=');
  return (readProcFile(pid, 'cmdline') ?? '').replaceAll('\0', ' ').trim();
}

/** Running processes whose working folder is this one; empty where the system does not tell. */
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
    // Gone meanwhile, or another user's: not one that we look for.
    return null;
  }
}

function readProcFile(pid: number, name: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    // The folder of a process vanishes with it, at any moment.
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
