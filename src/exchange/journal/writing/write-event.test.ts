import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { eventKinds } from '../../../core/vocabulary/ad-events.ts';
import type { DeliveryEvent } from '../delivery-event.ts';
import { crc32Of } from './crc32.ts';
import { writeEvent } from './write-event.ts';

const plainText = fc.stringMatching(/^[\w.-]{1,64}$/);
const id = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });

function eventWith(text: fc.Arbitrary<string>): fc.Arbitrary<DeliveryEvent> {
  return fc.record(
    {
      eventId: text,
      kind: fc.constantFrom(...eventKinds),
      name: text,
      sender: fc.nat(65_535),
      filtered: fc.constantFrom(null, 'bot' as const, 'prefetch' as const, 'expired' as const),
      atMs: id,
      decidedAtMs: id,
      window: fc.constantFrom('video' as const, 'screen' as const),
      adId: id,
      bookingId: id,
      creativeId: id,
      positionId: id,
      shopperKey: text,
    },
    {
      requiredKeys: [
        'eventId',
        'kind',
        'filtered',
        'atMs',
        'decidedAtMs',
        'adId',
        'bookingId',
        'creativeId',
        'positionId',
      ],
    },
  );
}

describe('the JSON of an event', () => {
  test('is equal to that of JSON.stringify, for all plain events', () => {
    fc.assert(
      fc.property(eventWith(plainText), fc.nat(9), (event, start) => {
        const bytes = Buffer.alloc(1_000);
        const end = writeEvent(bytes, start, event);
        const text = bytes.toString('latin1', start, end);
        const { eventId, kind, name, sender, filtered, atMs, decidedAtMs, window, ...rest } = event;
        const { adId, bookingId, creativeId, positionId, shopperKey } = rest;
        const ids = { adId, bookingId, creativeId, positionId, shopperKey };
        expect(text).toBe(JSON.stringify({ eventId, kind, name, sender, filtered, atMs, decidedAtMs, window, ...ids }));
      }),
    );
  });

  test('is written only if it parses to the same event', () => {
    fc.assert(
      fc.property(eventWith(fc.string({ unit: 'binary', maxLength: 20 })), (event) => {
        const bytes = Buffer.alloc(4_000);
        const end = writeEvent(bytes, 0, event);
        if (end !== -1) expect(JSON.parse(bytes.toString('utf8', 0, end))).toEqual(event);
      }),
    );
    for (const name of ['"', '\\', '\n', '\u007f', 'é', '😀']) {
      const [event] = fc.sample(eventWith(plainText), 1) as [DeliveryEvent];
      expect(writeEvent(Buffer.alloc(1_000), 0, { ...event, name }), JSON.stringify(name)).toBe(-1);
    }
  });
});

test('the checksum of any range is equal to that of node:zlib', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), fc.nat(20), (bytes, from) => {
      const start = Math.min(from, bytes.length);
      expect(crc32Of(bytes, start, bytes.length)).toBe(crc32(bytes.subarray(start)));
    }),
  );
});
