/** Returns the next pseudo-random number, 0 <= x < 1. */
export type Random = () => number;

/**
 * Creates a deterministic generator of pseudo-random numbers (mulberry32), so that each demo account has the same
 * traffic.
 * @param seed 32-bit integer
 */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
