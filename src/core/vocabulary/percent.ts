/** Returns a part of a whole as a percentage with two decimals. */
export function percentOf(part: number, whole = 1): number {
  return Math.round((part / whole) * 10_000) / 100;
}
