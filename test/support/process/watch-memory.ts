import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const everyMs = 100;

export type MemoryWatch = {
  /**
   * Stops the watch. Returns a function from a command pattern to the largest memory of one matching process in
   * megabytes.
   */
  stop(): Promise<(command: RegExp) => number>;
};

/** Watches the memory of all descendants of a process until it is stopped. */
export function watchMemory(processId: number): MemoryWatch {
  const most = new Map<string, number>();
  const stopped = Promise.withResolvers<void>();
  let ends = false;
  const watching = (async () => {
    while (!ends) {
      for (const [command, megabytes] of await below(processId)) {
        most.set(command, Math.max(most.get(command) ?? 0, megabytes));
      }
      await Promise.race([stopped.promise, new Promise((resolve) => setTimeout(resolve, everyMs))]);
    }
  })();
  return {
    async stop() {
      ends = true;
      stopped.resolve();
      await watching;
      return (command) =>
        Math.max(0, ...[...most].filter(([one]) => command.test(one)).map(([, megabytes]) => megabytes));
    },
  };
}

async function below(processId: number): Promise<readonly (readonly [command: string, megabytes: number])[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,rss=,args=']);
  const rows = stdout.split('\n').flatMap((line) => {
    const [, pid, parent, kilobytes, command = ''] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid === undefined
      ? []
      : [{ pid: Number(pid), parent: Number(parent), kilobytes: Number(kilobytes), command }];
  });
  const family = new Set([processId]);
  // A process may be listed before its parent.
  for (let size = 0; size < family.size; ) {
    size = family.size;
    for (const { pid, parent } of rows) if (family.has(parent)) family.add(pid);
  }
  return rows
    .filter(({ pid }) => family.has(pid))
    .map(({ command, kilobytes }) => [command, kilobytes / 1024] as const);
}
