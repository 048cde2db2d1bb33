import { fail } from 'node:assert';

/** Cases of each property; the nightly run takes ten times as many. */
export const cases = Number(process.env['PLACARD_TEST_CASES'] ?? 10_000);
/** The first case; `PLACARD_TEST_SEED` with one case repeats a single one. */
const firstSeed = Number(process.env['PLACARD_TEST_SEED'] ?? 1);

/** Asserts something of each generated case; what fails says how it is repeated. */
export function eachCase(assertOf: (seed: number) => void): void {
  for (let seed = firstSeed; seed < firstSeed + cases; seed += 1) {
    try {
      assertOf(seed);
    } catch (error) {
      const again = `PLACARD_TEST_SEED=${seed} PLACARD_TEST_CASES=1`;
      fail(`${again} repeats it: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

/** What must hold; an `expect` costs more than what it looks at here. */
export function must(holds: boolean, otherwise: () => string): void {
  if (!holds) throw new Error(otherwise());
}
