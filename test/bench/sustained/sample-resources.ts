import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { childrenOf, commandOf } from '../../support/process/children-of.ts';

/** Resources of one process of the program. */
export type LoadedProcess = {
  /** `supervisor`, or the value of `--process`: `delivery-0`, `management`, `worker`, `host`. */
  readonly name: string;
  readonly pid: number;
  readonly residentMb: number;
  readonly fileDescriptors: number;
};

export type ResourceSample = {
  /** Seconds since the start of the load. */
  readonly second: number;
  readonly processes: readonly LoadedProcess[];
  readonly journalMb: number;
  /** Seconds by which reports are behind; null: unknown. */
  readonly countingDelaySeconds: number | null;
};

const mebibyte = 1024 * 1024;

/** Returns the resources of a supervisor and its child processes, which PostgreSQL is not. */
export async function sampleProcesses(supervisor: number): Promise<readonly LoadedProcess[]> {
  const samples = [supervisor, ...childrenOf(supervisor)].map(async (pid) => {
    const name = pid === supervisor ? 'supervisor' : nameOf(commandOf(pid));
    if (name === null) return [];
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    const kilobytes = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0);
    const fileDescriptors = (await readdir(`/proc/${pid}/fd`)).length;
    return [{ name, pid, residentMb: kilobytes / 1024, fileDescriptors }];
  });
  return (await Promise.all(samples)).flat();
}

function nameOf(command: string): string | null {
  const name = /--process (\S+)/.exec(command)?.[1];
  if (name === undefined) return null;
  return /^\d+$/.test(name) ? `delivery-${name}` : name;
}

/** Returns the size of all files below a folder. Files that are deleted meanwhile are skipped. */
export async function folderMb(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        (file) => (file.isFile() ? file.size : 0),
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0) / mebibyte;
}
