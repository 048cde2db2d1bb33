import { fail } from 'node:assert';

/** Cases per property. The nightly run uses 25 times as many. */
export const cases = Number(process.env['PLACARD_TEST_CASES'] ?? 4_000);
/** First case. `PLACARD_TEST_SEED` with one case repeats a single one. */
const firstSeed = Number(process.env['PLACARD_TEST_SEED'] ?? 1);

/** Runs an assertion for each generated case. A failure states how to repeat it. */
export function eachCase(assertOf: (seed: number) => void): void {
  for (let seed = firstSeed; seed < firstSeed + cases; seed += 1) {
    try {
      assertOf(seed);
    } catch (error) {
      const again = `PLACARD_TEST_SEED=${seed} PLACARD_TEST_CASES=1`;
      fail(`repeat with ${again}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

/** Checks a condition. `expect` would take longer than the check itself. */
export function must(holds: boolean, otherwise: () => string): void {
  if (!holds) throw new Error(otherwise());
}
