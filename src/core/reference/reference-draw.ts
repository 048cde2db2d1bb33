import type { Seed } from '../decision/random.ts';

/**
 * The ticket of one draw by big integers: Philox4x32-10, key = seed, counter = (slot index, 0 for the booking, 1 for the
 * creative or 3 for claims, 0, 0), first 48 bits.
 * Source: Salmon et al., SC 2011; docs/decisions/0003-shares-and-draws.md.
 */
export function referenceTicket(seed: Seed, slotIndex: number, purpose: 'booking' | 'creative' | 'claim'): bigint {
  const number = { booking: 0n, creative: 1n, claim: 3n }[purpose];
  const [first, second] = philoxWords(seed, [BigInt(slotIndex), number, 0n, 0n]);
  return first * (1n << 16n) + second / (1n << 16n);
}

/**
 * The ticket that says whether a slot asks a booking: counter = (slot index, 4, lower and upper half of its id).
 * Source: docs/decisions/0012-delivery-state.md.
 */
export function referencePace(seed: Seed, slotIndex: number, bookingId: number): bigint {
  const word = 1n << 32n;
  const [first, second] = philoxWords(seed, [
    BigInt(slotIndex),
    4n,
    BigInt(bookingId) % word,
    BigInt(bookingId) / word,
  ]);
  return first * (1n << 16n) + second / (1n << 16n);
}

/**
 * The two numbers of one trial: counter = (slot index, 2, number of the trial, 0), the first and the third 48 bits.
 * Source: docs/decisions/0010-draw-tables.md.
 */
export function referenceTrial(seed: Seed, slotIndex: number, trial: number): readonly [bigint, bigint] {
  const [first, second, third, fourth] = philoxWords(seed, [BigInt(slotIndex), 2n, BigInt(trial), 0n]);
  return [first * (1n << 16n) + second / (1n << 16n), third * (1n << 16n) + fourth / (1n << 16n)];
}

type Words = readonly [bigint, bigint, bigint, bigint];

function philoxWords([high, low]: Seed, counter: Words): Words {
  const word = 1n << 32n;
  let state = counter;
  for (let round = 0n; round < 10n; round += 1n) {
    const [x0, x1, x2, x3] = state;
    const key0 = (BigInt(low) + round * 0x9e3779b9n) % word;
    const key1 = (BigInt(high) + round * 0xbb67ae85n) % word;
    const left = x0 * 0xd2511f53n;
    const right = x2 * 0xcd9e8d57n;
    state = [(right / word) ^ x1 ^ key0, right % word, (left / word) ^ x3 ^ key1, left % word];
  }
  return state;
}
