import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { buildFromImage } from './build-from-image.ts';
import { caseBase } from './case-base.ts';
import { replayHash } from './replay.ts';

/** Number of replayed requests. PLACARD_REPLAY=1000000 runs the full number. */
const requests = Number(process.env['PLACARD_REPLAY'] ?? 50_000);

function hashInAnotherProcess(seed: number): string {
  const script = `
    const { replayHash } = await import(${JSON.stringify(`${import.meta.dirname}/replay.ts`)});
    const { caseBase } = await import(${JSON.stringify(`${import.meta.dirname}/case-base.ts`)});
    console.log(replayHash(caseBase, ${requests}, ${seed}));`;
  return execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' }).trim();
}

test('a seed produces the same hash of all decisions in two processes, and another seed a different one', {
  timeout: 600_000,
}, () => {
  const hash = replayHash(caseBase, requests, 5);
  expect(Number(hash.split(' ')[0])).toBeGreaterThan(requests);
  expect(replayHash(caseBase, requests, 5, buildFromImage)).toBe(hash);
  expect(hashInAnotherProcess(5)).toBe(hash);
  expect(hashInAnotherProcess(6)).not.toBe(hash);
});
