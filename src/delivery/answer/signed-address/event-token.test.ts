import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { testDecisionIds } from '../../../../test/support/counting/test-decision-ids.ts';
import { eventWindows } from '../../../core/vocabulary/event-windows.ts';
import {
  createEventTokens,
  type EventToken,
  type EventTokens,
  hashTarget,
  shopperKeyBytes,
  targetHashBytes,
} from './event-token.ts';

const id = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const plain: fc.Arbitrary<EventToken> = fc.record({
  decisionId: fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => Buffer.from(bytes).toString('hex')),
  slotIndex: fc.integer({ min: 0, max: 255 }),
  decidedAtMs: fc.integer({ min: 0, max: 2 ** 48 - 1 }),
  adId: id,
  bookingId: id,
  creativeId: id,
  positionId: id,
  window: fc.constantFrom(...eventWindows),
  targetHash: fc.uint8Array({ minLength: targetHashBytes, maxLength: targetHashBytes }),
});
const shopperKey = fc.uint8Array({ minLength: shopperKeyBytes, maxLength: shopperKeyBytes });
const token: fc.Arbitrary<EventToken> = fc.oneof(
  plain,
  fc.tuple(plain, shopperKey).map(([said, key]) => ({ ...said, shopperKey: key })),
);

const tokens = createEventTokens(randomBytes(32));

function sign(signed: EventToken, signer: EventTokens = tokens): string {
  const decision = { id: Buffer.from(signed.decisionId, 'hex'), decidedAtMs: signed.decidedAtMs };
  return signer.sign(decision, signed.slotIndex, signed);
}

describe('an event token', () => {
  test('contains what was signed, for all IDs and times', () => {
    fc.assert(
      fc.property(token, (signed) => {
        expect(tokens.verify(sign(signed))).toEqual(signed);
      }),
    );
  });

  test('of the thousandth ad of a stack has a unique ID and slot index within its decision', () => {
    const id = testDecisionIds.next();
    const facts = {
      adId: 1,
      bookingId: 2,
      creativeId: 3,
      positionId: 4,
      targetHash: hashTarget(null),
      window: 'display' as const,
    };
    const seen = new Set<string>();
    for (let slotIndex = 0; slotIndex < 1_001; slotIndex += 1) {
      const read = tokens.verify(tokens.sign({ id, decidedAtMs: 1 }, slotIndex, facts));
      expect(read?.decisionId.slice(0, 16)).toBe(id.toString('hex', 0, 8));
      seen.add(`${read?.decisionId}.${read?.slotIndex}`);
    }
    expect(seen.size).toBe(1_001);
  });

  test('is short and valid in every path', () => {
    fc.assert(
      fc.property(token, (signed) => {
        expect(sign(signed)).toMatch(/^[\w-]{60,125}$/);
      }),
    );
  });

  test('of two ads of one shopper has no common visible part, and is unchanged without a shopper', () => {
    const facts = { adId: 1, bookingId: 2, creativeId: 3, positionId: 4, targetHash: hashTarget(null) };
    const signer = createEventTokens(Buffer.alloc(32, 7));
    const shopper = { ...facts, window: 'display' as const, shopperKey: Buffer.alloc(shopperKeyBytes, 9) };
    const decision = { id: Buffer.alloc(16, 5), decidedAtMs: 1_795_000_000_000 };
    const [one, other] = [0, 1].map((slot) => Buffer.from(signer.sign(decision, slot, shopper), 'base64url'));
    const covered = [one, other].map((bytes) => bytes?.subarray(-16, -8).toString('hex'));
    expect(new Set([...covered, '09'.repeat(8)]).size).toBe(3);
    const plainText = signer.sign(decision, 0, { ...facts, window: 'display' });
    expect(plainText).toBe('AgUFBQUFBQUFBQUFBQUFBQUBoe5WXgAAAAAAAAAAAAAAAAAAAQIDBEG-37RxZ33a');
  });

  test('is rejected if any bit is changed or if it comes from another deployment', () => {
    fc.assert(
      fc.property(token, fc.nat(), (signed, where) => {
        const bytes = Buffer.from(sign(signed), 'base64url');
        const at = where % (bytes.length * 8);
        bytes[at >> 3] = (bytes[at >> 3] as number) ^ (1 << (at & 7));
        expect(tokens.verify(bytes.toString('base64url'))).toBeNull();
        expect(createEventTokens(randomBytes(32)).verify(sign(signed))).toBeNull();
      }),
    );
  });

  test('has exactly one spelling: another spelling of the same bytes is rejected', () => {
    fc.assert(
      fc.property(token, (signed) => {
        const text = sign(signed);
        for (const other of [`${text}=`, `${text}A`, ` ${text}`, text.replaceAll('-', '+'), `${text.slice(0, -1)}`]) {
          if (other !== text) expect(tokens.verify(other)).toBeNull();
        }
      }),
    );
  });

  test('is rejected if it is not a token', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(tokens.verify(text)).toBeNull();
      }),
    );
    fc.assert(
      fc.property(fc.base64String(), (text) => {
        expect(tokens.verify(text)).toBeNull();
      }),
    );
  });
});

test('a target has a hash, and a missing target has the zero hash', () => {
  expect(hashTarget(null)).toEqual(new Uint8Array(targetHashBytes));
  expect(hashTarget('https://shop.example/')).not.toEqual(hashTarget('https://shop.example/x'));
});
