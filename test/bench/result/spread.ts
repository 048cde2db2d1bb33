/** Results of several rounds of a measurement. */
export type Spread = { readonly median: number; readonly min: number; readonly max: number };

export function spreadOfRounds(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const median = ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
  return { median: rounded(median), min: rounded(sorted[0] ?? 0), max: rounded(sorted.at(-1) ?? 0) };
}

export function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
