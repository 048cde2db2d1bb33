/** 64 random bits of a decision. */
export type Seed = readonly [high: number, low: number];

/** Purpose of a draw. Each purpose has separate tickets, so draws are independent. */
export type DrawPurpose = 'booking' | 'creative' | 'claim';

/** Number of the purpose in the counter. */
const purposeNumber = { booking: 0, creative: 1, trial: 2, claim: 3, pace: 4 } as const;

/** Number of tickets: 2^48, much finer than any relevant share, and exact in a double. */
export const drawSpace = 2 ** 48;

/**
 * Returns the ticket of one draw, an integer, 0 <= ticket < drawSpace: the first 48 bits of Philox4x32-10 with the seed
 * as key and (slot index, purpose, 0, 0) as counter. Equal arguments give the same ticket on every machine.
 * @param slotIndex index of the slot in its request, 0 or more
 */
export function drawTicket(seed: Seed, slotIndex: number, purpose: DrawPurpose): number {
  fillWords(words, slotIndex, purposeNumber[purpose], 0, seed);
  return upperTicket(words);
}

/**
 * Starts the trials of a slot: the four words of Philox4x32-10 with the seed as key and (slot index, 2, 0, 0) as
 * counter become the state of xoshiro128++. Each trial uses three of its words, so a trial costs a few instructions.
 * Source: docs/decisions/0010-draw-tables.md.
 */
export function beginTrials(seed: Seed, slotIndex: number): void {
  fillWords(words, slotIndex, purposeNumber.trial, 0, seed);
  for (let word = 0; word < words.length; word += 1) xoshiro[word] = words[word] as number;
}

/**
 * Draws two independent numbers for each of the next trials, 0 <= number < drawSpace: the first of three words with the
 * upper half of the second, and the third with the lower half of the second.
 * @param tickets length at least `count`
 * @param acceptances length at least `count`
 * @param count number of trials
 */
export function drawTrials(tickets: Float64Array, acceptances: Float64Array, count: number): void {
  let a = xoshiro[0] as number;
  let b = xoshiro[1] as number;
  let c = xoshiro[2] as number;
  let d = xoshiro[3] as number;
  for (let trial = 0; trial < count; trial += 1) {
    // Three consecutive words, unrolled so that the state stays in registers.
    const first = wordOf(a, d);
    let third = c ^ a;
    let fourth = d ^ b;
    a ^= fourth;
    c = third ^ (b << 9);
    b ^= third;
    d = (fourth << 11) | (fourth >>> 21);
    const second = wordOf(a, d);
    third = c ^ a;
    fourth = d ^ b;
    a ^= fourth;
    c = third ^ (b << 9);
    b ^= third;
    d = (fourth << 11) | (fourth >>> 21);
    const last = wordOf(a, d);
    third = c ^ a;
    fourth = d ^ b;
    a ^= fourth;
    c = third ^ (b << 9);
    b ^= third;
    d = (fourth << 11) | (fourth >>> 21);
    tickets[trial] = first * 0x10000 + (second >>> 16);
    acceptances[trial] = last * 0x10000 + (second & 0xffff);
  }
  xoshiro[0] = a;
  xoshiro[1] = b;
  xoshiro[2] = c;
  xoshiro[3] = d;
}

/**
 * State of xoshiro128++ 1.0 for the current trials. Source: Blackman, Vigna, "Scrambled linear pseudorandom number
 * generators" (ACM TOMS 2021).
 */
const xoshiro = new Int32Array(4);

/** Returns the output word of a state. */
function wordOf(a: number, d: number): number {
  const sum = (a + d) | 0;
  return (((sum << 7) | (sum >>> 25)) + a) >>> 0;
}

/** Returns the numbers of the trials that follow a state, for tests of the generator. */
export function trialsAfter(state: PhiloxCounter, count: number): readonly (readonly [number, number])[] {
  xoshiro.set(state);
  const tickets = new Float64Array(count);
  const acceptances = new Float64Array(count);
  drawTrials(tickets, acceptances, count);
  return Array.from(tickets, (ticket, trial) => [ticket, acceptances[trial] as number]);
}

/**
 * Returns the ticket of a slot that decides whether a booking takes part, 0 <= ticket < drawSpace: the first 48 bits
 * with (slot index, 4, lower and upper half of the booking ID) as counter. It does not depend on other bookings.
 */
export function drawPace(seed: Seed, slotIndex: number, bookingId: number): number {
  const upper = Math.floor(bookingId / 2 ** 32);
  fillPhilox(words, slotIndex, purposeNumber.pace, bookingId - upper * 2 ** 32, upper, seed[1], seed[0]);
  return upperTicket(words);
}

/** Reused: a decision draws dozens of numbers and must not allocate an array for each. */
const words = new Uint32Array(4);

function upperTicket(from: Uint32Array): number {
  return (from[0] as number) * 0x10000 + ((from[1] as number) >>> 16);
}

function fillWords(into: Uint32Array, slotIndex: number, purpose: number, third: number, seed: Seed): void {
  fillPhilox(into, slotIndex, purpose, third, 0, seed[1], seed[0]);
}

export type PhiloxCounter = readonly [number, number, number, number];
export type PhiloxKey = readonly [low: number, high: number];

/**
 * Philox4x32-10: a counter-based generator without state. All numbers are unsigned 32-bit integers.
 * Source: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3" (SC 2011).
 */
export function philox(counter: PhiloxCounter, key: PhiloxKey): PhiloxCounter {
  const output = new Uint32Array(4);
  fillPhilox(output, ...counter, ...key);
  return [...output] as unknown as PhiloxCounter;
}

/** Allocation-free `philox` for the ad path: computes in registers and writes to existing memory. */
function fillPhilox(
  into: Uint32Array,
  counterA: number,
  counterB: number,
  counterC: number,
  counterD: number,
  keyLow: number,
  keyHigh: number,
): void {
  let a = counterA | 0;
  let b = counterB | 0;
  let c = counterC | 0;
  let d = counterD | 0;
  let low = keyLow | 0;
  let high = keyHigh | 0;
  for (let round = 0; round < 10; round += 1) {
    const nextA = highWord(0xcd9e, 0x8d57, c) ^ b ^ low;
    b = Math.imul(0xcd9e8d57, c);
    const nextC = highWord(0xd251, 0x1f53, a) ^ d ^ high;
    d = Math.imul(0xd2511f53, a);
    a = nextA;
    c = nextC;
    low = (low + 0x9e3779b9) | 0;
    high = (high + 0xbb67ae85) | 0;
  }
  into[0] = a;
  into[1] = b;
  into[2] = c;
  into[3] = d;
}

/**
 * Returns the upper 32 bits, as a signed integer, of the product of two unsigned 32-bit integers, computed from 16-bit
 * halves. `Math.imul` keeps the partial products, all below 2^32, in integer registers.
 */
function highWord(xHigh: number, xLow: number, y: number): number {
  const yHigh = y >>> 16;
  const yLow = y & 0xffff;
  const middle = (Math.imul(xHigh, yLow) + (Math.imul(xLow, yLow) >>> 16)) | 0;
  const carry = (Math.imul(xLow, yHigh) + (middle & 0xffff)) | 0;
  return (Math.imul(xHigh, yHigh) + (middle >>> 16) + (carry >>> 16)) | 0;
}
