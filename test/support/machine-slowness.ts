import { spawnSync } from 'node:child_process';

/** What starting Node and ending it takes on one idle core of the machines we build on. */
const idleStartMs = 45;
const samples = 3;

/**
 * How many times slower this machine is at this moment than one whose cores are idle, at least 1. A promise in seconds
 * is made for a machine that has its cores for itself; a test that shares them allows for that, and no more.
 */
export function machineSlowness(): number {
  const times = Array.from({ length: samples }, () => {
    const startedAt = performance.now();
    spawnSync(process.execPath, ['--eval', '0'], { stdio: 'ignore' });
    return performance.now() - startedAt;
  });
  const median = times.sort((a, b) => a - b)[Math.floor(samples / 2)] ?? idleStartMs;
  return Math.max(1, median / idleStartMs);
}
