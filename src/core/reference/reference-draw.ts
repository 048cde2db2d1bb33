import type { Seed } from '../decision/decision.ts';

/**
 * The ticket of one draw by big integers: Philox4x32-10, key = seed, counter = (slot index, 0 for the booking or 1 for the
 * creative, 0, 0), first 48 bits.
 * Source: Salmon et al., SC 2011; docs/decisions/0003-shares-and-draws.md.
 */
export function referenceTicket(seed: Seed, slotIndex: number, purpose: 'booking' | 'creative'): bigint {
  const word = 1n << 32n;
  const [high, low] = seed;
  let state = [BigInt(slotIndex), purpose === 'booking' ? 0n : 1n, 0n, 0n];
  for (let round = 0n; round < 10n; round += 1n) {
    const [x0, x1, x2, x3] = state as [bigint, bigint, bigint, bigint];
    const key0 = (BigInt(low) + round * 0x9e3779b9n) % word;
    const key1 = (BigInt(high) + round * 0xbb67ae85n) % word;
    const left = x0 * 0xd2511f53n;
    const right = x2 * 0xcd9e8d57n;
    state = [(right / word) ^ x1 ^ key0, right % word, (left / word) ^ x3 ^ key1, left % word];
  }
  return (state[0] as bigint) * (1n << 16n) + (state[1] as bigint) / (1n << 16n);
}
