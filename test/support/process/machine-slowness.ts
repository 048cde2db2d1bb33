import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** As many as a start of Placard keeps busy, but at most the number of cores. */
const probes = Math.min(2, availableParallelism());
/** Largest accepted slowdown. On a slower or busier machine, a missed time limit is a failure. */
const maxAllowed = 3;
/**
 * Milliseconds of the probe on the reference machine: 2 cores, on which a start of Placard takes 2.4 s and `npm test`
 * 17 minutes. On a machine where they took 3.9 s and 31 minutes, the probe takes 330 ms.
 */
const referenceMs = 205;
/** Loads 257 modules, because a start consists mostly of that. */
const probe = "import('kysely').then(() => process.stdout.write(String(performance.now())))";
const cwd = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Returns how many times longer a start currently takes than on the reference machine, 1 to 3, because the cores are
 * slower or because other processes use them. Time limits apply to the reference machine. A test on another machine
 * multiplies them by this factor.
 */
export async function machineSlowness(): Promise<number> {
  const run = promisify(execFile);
  const outputs = await Promise.all(
    Array.from({ length: probes }, () => run(process.execPath, ['--eval', probe], { cwd })),
  );
  const elapsedMs = Math.max(...outputs.map(({ stdout }) => Number(stdout)));
  return Math.min(maxAllowed, Math.max(1, elapsedMs / referenceMs));
}
