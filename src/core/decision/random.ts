import type { Seed } from './decision.ts';

/** What a draw is for; each purpose has tickets of its own, so that one draw says nothing about another. */
export type DrawPurpose = 'booking' | 'creative';

/** Tickets of one draw: 2^48, far finer than any share that matters, and exact in a double. */
export const drawSpace = 2 ** 48;

/**
 * The ticket of one draw, an integer, 0 <= ticket < drawSpace: the first 48 bits of Philox4x32-10 with the seed as key
 * and (slot index, purpose, 0, 0) as counter. Equal arguments give the equal ticket, on every machine.
 * @param slotIndex place of the slot in its request, 0 or more
 */
export function drawTicket(seed: Seed, slotIndex: number, purpose: DrawPurpose): number {
  const [first, second] = philox([slotIndex, purpose === 'booking' ? 0 : 1, 0, 0], [seed[1], seed[0]]);
  return first * 0x10000 + (second >>> 16);
}

export type PhiloxCounter = readonly [number, number, number, number];
export type PhiloxKey = readonly [low: number, high: number];

/**
 * Philox4x32-10: a counter-based generator without state. All numbers are unsigned 32-bit integers.
 * Source: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3" (SC 2011).
 */
export function philox(counter: PhiloxCounter, key: PhiloxKey): PhiloxCounter {
  let [a, b, c, d] = counter;
  let [keyLow, keyHigh] = key;
  for (let round = 0; round < 10; round += 1) {
    const nextA = highWord(0xcd9e8d57, c) ^ b ^ keyLow;
    const nextB = Math.imul(0xcd9e8d57, c);
    const nextC = highWord(0xd2511f53, a) ^ d ^ keyHigh;
    const nextD = Math.imul(0xd2511f53, a);
    a = nextA >>> 0;
    b = nextB >>> 0;
    c = nextC >>> 0;
    d = nextD >>> 0;
    keyLow = (keyLow + 0x9e3779b9) >>> 0;
    keyHigh = (keyHigh + 0xbb67ae85) >>> 0;
  }
  return [a, b, c, d];
}

/** Upper 32 bits of the product of two unsigned 32-bit integers, by 16-bit halves. */
function highWord(x: number, y: number): number {
  const xHigh = x >>> 16;
  const xLow = x & 0xffff;
  const yHigh = y >>> 16;
  const yLow = y & 0xffff;
  const middle = xHigh * yLow + ((xLow * yLow) >>> 16);
  const carry = (middle & 0xffff) + xLow * yHigh;
  // Every product and sum here stays below 2^32, so nothing is lost.
  return (xHigh * yHigh + (middle >>> 16) + (carry >>> 16)) >>> 0;
}
