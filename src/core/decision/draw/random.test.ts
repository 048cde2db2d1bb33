import fc from 'fast-check';
import { expect, test } from 'vitest';
import { referenceTicket } from '../../../../test/oracle/reference/reference-draw.ts';
import { drawSpace, drawTicket, type PhiloxCounter, type PhiloxKey, philox, trialsAfter } from './random.ts';

/** Known answers published with the generator (Random123, philox4x32 with 10 rounds). */
const knownAnswers: readonly { counter: PhiloxCounter; key: PhiloxKey; output: PhiloxCounter }[] = [
  { counter: [0, 0, 0, 0], key: [0, 0], output: [0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8] },
  {
    counter: [0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff],
    key: [0xffffffff, 0xffffffff],
    output: [0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd],
  },
  {
    counter: [0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344],
    key: [0xa4093822, 0x299f31d0],
    output: [0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1],
  },
];

test('philox returns the published answers', () => {
  for (const { counter, key, output } of knownAnswers) expect(philox(counter, key)).toEqual(output);
});

test('xoshiro128++ of the trials returns the words of its reference implementation', () => {
  const words = [641, 1573767, 3222811527, 3517856514, 836907274, 4247214768, 3867114732, 1355841295, 495546011];
  const trials = [0, 3, 6].map((from) => {
    const [first = 0, second = 0, third = 0] = words.slice(from);
    return [first * 2 ** 16 + Math.floor(second / 2 ** 16), third * 2 ** 16 + (second % 2 ** 16)];
  });
  expect(trialsAfter([1, 2, 3, 4], 3)).toEqual(trials);
});

test('the first ticket of seed 0 is the first 48 bits of the first answer', () => {
  expect(drawTicket([0, 0], 0, 'booking')).toBe(0x6627e8d5e169);
});

const word = fc.integer({ min: 0, max: 0xffffffff });

test('every ticket equals a BigInt computation and is an integer below the draw space', () => {
  fc.assert(
    fc.property(
      fc.tuple(word, word),
      fc.nat(49),
      fc.constantFrom('booking', 'creative'),
      (seed, slotIndex, purpose) => {
        const ticket = drawTicket(seed, slotIndex, purpose);
        expect(BigInt(ticket)).toBe(referenceTicket(seed, slotIndex, purpose));
        expect(Number.isInteger(ticket) && ticket >= 0 && ticket < drawSpace).toBe(true);
      },
    ),
    { numRuns: 3000, seed: 20261121 },
  );
});

test('seed halves, slots and purposes have different tickets', () => {
  const tickets = [
    drawTicket([1, 2], 0, 'booking'),
    drawTicket([2, 1], 0, 'booking'),
    drawTicket([1, 2], 1, 'booking'),
    drawTicket([1, 2], 0, 'creative'),
    drawTicket([1, 2], 1, 'creative'),
  ];
  expect(new Set(tickets).size).toBe(tickets.length);
});
