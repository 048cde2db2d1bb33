import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { CaseBase } from './case-rows.ts';
import { replayHash } from './replay.ts';

const basePath = `${import.meta.dirname}/base.json`;

/** How many requests are replayed; PLACARD_REPLAY=1000000 takes the number of the promise. */
const requests = Number(process.env['PLACARD_REPLAY'] ?? 50_000);

function hashInAnotherProcess(seed: number): string {
  const script = `
    const { replayHash } = await import(${JSON.stringify(`${import.meta.dirname}/replay.ts`)});
    const { readFileSync } = await import('node:fs');
    const base = JSON.parse(readFileSync(${JSON.stringify(basePath)}, 'utf8'));
    console.log(replayHash(base, ${requests}, ${seed}));`;
  return execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' }).trim();
}

test('one seed gives one hash of all decisions, in two processes; another seed another', { timeout: 600_000 }, () => {
  const base = JSON.parse(readFileSync(basePath, 'utf8')) as CaseBase;
  const hash = replayHash(base, requests, 5);
  expect(Number(hash.split(' ')[0])).toBeGreaterThan(requests);
  expect(hashInAnotherProcess(5)).toBe(hash);
  expect(hashInAnotherProcess(6)).not.toBe(hash);
});
