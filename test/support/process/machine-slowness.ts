import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';

/** As many as a start of Placard keeps busy, but at most the number of cores. */
const probes = Math.min(2, availableParallelism());
const probeCpuMs = 150;
/** Largest accepted slowdown. On a busier machine, a missed time limit is a failure. */
const maxAllowed = 3;
/** Works until it has used this amount of CPU time, and prints how many times longer that took. */
const probe = `
const startedAt = performance.now();
const before = process.cpuUsage();
let used = 0;
while (used < ${probeCpuMs * 1000}) {
  for (let turn = 0; turn < 100_000; turn += 1) Math.sqrt(turn);
  const { user, system } = process.cpuUsage(before);
  used = user + system;
}
process.stdout.write(String((performance.now() - startedAt) / (used / 1000)));
`;

/**
 * Returns how many times longer work currently takes because other processes use the same cores, 1 to 3. Time limits
 * apply to a machine with free cores. A test on shared cores multiplies them by this factor.
 */
export async function machineSlowness(): Promise<number> {
  const run = promisify(execFile);
  const outputs = await Promise.all(Array.from({ length: probes }, () => run(process.execPath, ['--eval', probe])));
  return Math.min(maxAllowed, Math.max(1, ...outputs.map(({ stdout }) => Number(stdout))));
}
