import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** Replaces a written buffer of 100 MB eleven times, and prints the largest resident memory in MB. */
const program = `
const { weighSharedBuffer } = await import(process.argv[1]);
const { setTimeout: delay } = await import('node:timers/promises');
const heap = Array.from({ length: 400_000 }, (_, index) => ({ index }));
let held, most = 0;
for (let step = 0; step < 12; step += 1) {
  held = new SharedArrayBuffer(100e6);
  new Uint8Array(held).fill(1);
  if (process.argv[2] === 'weighed') weighSharedBuffer(held);
  await delay(150);
  most = Math.max(most, process.memoryUsage.rss() / 1e6);
}
console.log(Math.round(most), heap.length, held.byteLength);
`;

test.each([
  ['weighed', 0, 700],
  ['unweighed', 1_000, 2_000],
])('%s shared buffers that are replaced take more than %i and less than %i MB', (kind, least, most) => {
  const module = new URL('./weigh-shared-buffer.ts', import.meta.url).href;
  const run = spawnSync(process.execPath, ['--input-type=module', '--eval', program, module, kind], {
    encoding: 'utf8',
  });
  const megabytes = Number.parseInt(run.stdout, 10);
  expect(megabytes).toBeGreaterThan(least);
  expect(megabytes).toBeLessThan(most);
});
