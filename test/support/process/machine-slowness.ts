import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';

/** As many as a start of Placard keeps busy, but not more than there are cores. */
const probes = Math.min(2, availableParallelism());
const probeCpuMs = 150;
/** On a machine that others keep busier than this, a promise is broken rather than excused. */
const maxAllowed = 3;
/** Works until it has had so much time of a core, and prints how many times longer that took. */
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
 * How many times longer work takes at this moment because others use the same cores, 1 to 3. A promise in seconds
 * is made for a machine that has its cores for itself; a test that shares them allows for that, and for no more.
 */
export async function machineSlowness(): Promise<number> {
  const run = promisify(execFile);
  const outputs = await Promise.all(Array.from({ length: probes }, () => run(process.execPath, ['--eval', probe])));
  return Math.min(maxAllowed, Math.max(1, ...outputs.map(({ stdout }) => Number(stdout))));
}
