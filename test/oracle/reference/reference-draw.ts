import type { Seed } from '../../../src/core/decision/draw/random.ts';

/**
 * Returns the ticket of one draw with big integers: Philox4x32-10, key = seed, counter = (slot index, 0 for the
 * booking, 1 for the creative or 3 for claims, 0, 0), first 48 bits. Source: Salmon et al., SC 2011;
 * docs/decisions/0003-shares-and-draws.md.
 */
export function referenceTicket(seed: Seed, slotIndex: number, purpose: 'booking' | 'creative' | 'claim'): bigint {
  const number = { booking: 0n, creative: 1n, claim: 3n }[purpose];
  const [first, second] = philoxWords(seed, [BigInt(slotIndex), number, 0n, 0n]);
  return first * (1n << 16n) + second / (1n << 16n);
}

/**
 * Returns the ticket that decides whether a booking takes part in a slot: counter = (slot index, 4, lower and upper
 * half of its id). Source: docs/decisions/0012-delivery-state.md.
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
 * Yields the two numbers of each trial of a slot: three words of xoshiro128++, whose state starts with the four words
 * of counter = (slot index, 2, 0, 0). Source: docs/decisions/0010-draw-tables.md.
 */
export function* referenceTrialNumbers(seed: Seed, slotIndex: number): Generator<readonly [bigint, bigint]> {
  const half = 1n << 16n;
  const words = xoshiroWords(philoxWords(seed, [BigInt(slotIndex), 2n, 0n, 0n]));
  for (;;) {
    const [first, shared, third] = [words.next().value, words.next().value, words.next().value];
    yield [first * half + shared / half, third * half + (shared % half)];
  }
}

function* xoshiroWords(seed: Words): Generator<bigint, never> {
  const word = 1n << 32n;
  const rotated = (value: bigint, by: bigint) => ((value << by) % word) | (value >> (32n - by));
  let [s0, s1, s2, s3] = seed;
  for (;;) {
    yield (rotated((s0 + s3) % word, 7n) + s0) % word;
    const shifted = (s1 << 9n) % word;
    s2 ^= s0;
    s3 ^= s1;
    s1 ^= s2;
    s0 ^= s3;
    s2 ^= shifted;
    s3 = rotated(s3, 11n);
  }
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
