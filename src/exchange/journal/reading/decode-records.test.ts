import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { billableKinds } from '../../../core/pricing/billable-events.ts';
import type { DeliveryEvent, JournalRecord } from '../delivery-event.ts';
import { decodeRecord, encodeRecord, recordHeaderBytes } from '../journal-format.ts';
import { ByteCursor } from './byte-cursor.ts';
import { decodeRecords } from './decode-records.ts';
import { parseEvent } from './parse-event.ts';

const id = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const eventId = fc.oneof(
  fc.stringMatching(/^[0-9a-f]{32}\.\d\.[a-z]{1,9}$/),
  fc.string({ unit: 'binary', maxLength: 20 }),
);
const ids = { eventId, atMs: id, decidedAtMs: id, adId: id, bookingId: id, creativeId: id, positionId: id };
const plain = fc.record({ ...ids, kind: fc.constantFrom(...billableKinds), filtered: fc.constant(null) });
const other = fc.record(
  {
    ...ids,
    kind: fc.constant('video' as const),
    name: fc.string({ minLength: 1, maxLength: 10 }),
    filtered: fc.constantFrom(null, 'bot' as const),
    window: fc.constantFrom('video' as const, 'screen' as const),
    shopperKey: fc.stringMatching(/^[0-9a-f]{16}$/),
  },
  { requiredKeys: [...(Object.keys(ids) as (keyof typeof ids)[]), 'kind', 'name', 'filtered'] },
);
const screen = fc.constant({
  record: 'screen-report',
  deviceId: 'd1',
  positionId: 4,
  atMs: 5,
  clockAheadMs: null,
  missingFiles: null,
} as const);
const unknown = fc.constant({ record: 'from-a-newer-version' } as unknown as JournalRecord);

describe('decoding many records', () => {
  test('gives the same events and screen records in the same order, and number of unknown records, as decoding each', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(plain, plain, other, screen, unknown), { maxLength: 40 }), (records) => {
        const bytes = Buffer.concat(records.map(encodeRecord));
        const each = [];
        for (let offset = 0; offset < bytes.length; ) {
          const record = decodeRecord(bytes, offset);
          if (!('bytes' in record)) throw new Error(record.kind);
          each.push(record);
          offset += record.bytes;
        }
        const decoded = decodeRecords(bytes);
        expect(decoded.events).toEqual(each.flatMap((one) => (one.kind === 'event' ? [one.event] : [])));
        expect(decoded.screens).toEqual(each.flatMap((one) => (one.kind === 'screen' ? [one.said] : [])));
        expect(decoded.unknownRecords).toBe(each.filter(({ kind }) => kind === 'unknown').length);
      }),
    );
  });

  test('skips the incomplete rest and a payload that is not JSON', () => {
    const event = { eventId: 'a.0.click', kind: 'click', filtered: null, atMs: 1, decidedAtMs: 1, adId: 1 } as const;
    const record = encodeRecord({ ...event, bookingId: 1, creativeId: 1, positionId: 1 });
    const broken = Buffer.from(record);
    broken[recordHeaderBytes] = 0x20;
    expect(decodeRecords(Buffer.concat([record, broken, record]))).toMatchObject({ unknownRecords: 1 });
    expect(decodeRecords(Buffer.concat([record, broken, record])).events).toHaveLength(2);
    for (const length of [1, recordHeaderBytes, record.length - 1]) {
      const decoded = decodeRecords(Buffer.concat([record, record.subarray(0, length)]));
      expect(decoded).toMatchObject({ unknownRecords: 1 });
      expect(decoded.events).toHaveLength(1);
    }
  });
});

describe('the parser of events', () => {
  const parseBytes = (bytes: Buffer) => {
    const cursor = new ByteCursor(bytes);
    cursor.moveTo(0, bytes.length);
    return parseEvent(cursor);
  };
  const parse = (text: string) => parseBytes(Buffer.from(text, 'utf8'));

  test('returns what JSON.parse returns, for every event that delivery writes', () => {
    let parsed = 0;
    fc.assert(
      fc.property(fc.oneof(plain, other), (event) => {
        const record = encodeRecord(event as DeliveryEvent);
        const found = parseBytes(record.subarray(recordHeaderBytes));
        const text = record.toString('utf8', recordHeaderBytes);
        if (found !== null) expect(found).toEqual(JSON.parse(text));
        if (found !== null) parsed += 1;
      }),
    );
    expect(parsed).toBeGreaterThan(20);
  });

  test.each([
    ['', ''],
    ['another order', '{"kind":"click","eventId":"a","filtered":null,"atMs":1,"decidedAtMs":1}'],
    ['an unknown filter reason', textOf({ filtered: '"robot"' })],
    ['a video event without a name', textOf({ kind: '"video"' })],
    ['a click with a name', textOf({ kind: '"click","name":"start"' })],
    ['a custom event with its sender', textOf({ kind: '"custom","name":"scroll","sender":7' })],
    ['an unknown window', textOf({ decidedAtMs: '1,"window":"year"' })],
    ['zero', textOf({ adId: '0' })],
    ['a negative number', textOf({ adId: '-1' })],
    ['a fraction', textOf({ adId: '1.5' })],
    ['a number beyond the safe integers', textOf({ adId: '9007199254740993' })],
    ['an escape sequence', textOf({ eventId: '"a\\u0062"' })],
    ['another character set', textOf({ eventId: '"é"' })],
    ['an unknown kind', textOf({ kind: '"clicks"' })],
    ['a further property', textOf({ positionId: '1,"viewer":"00"' })],
    ['a property after the last one', textOf({ positionId: '1,"shopperKey":"00","viewer":"00"' })],
    ['a truncated text', textOf({}).slice(0, -1)],
    ['a further character', `${textOf({})} `],
  ])('leaves %s to JSON.parse', (_, text) => {
    expect(parse(text)).toBeNull();
  });

  test.each([
    ['an ordinary event', textOf({})],
    ['a filtered event', textOf({ filtered: '"bot"' })],
    ['a named event', textOf({ kind: '"video","name":"start"' })],
    [
      'a named, filtered event of a screen',
      textOf({ kind: '"video","name":"start"', filtered: '"expired"', decidedAtMs: '1,"window":"screen"' }),
    ],
    ['an event with a shopper', textOf({ positionId: '1,"shopperKey":"00"' })],
  ])('parses %s', (_, text) => {
    expect(parse(text)).toEqual(JSON.parse(text));
  });
});

/** JSON of an event with changed values. */
function textOf(change: Readonly<Record<string, string>>): string {
  const values = {
    eventId: '"a.0.click"',
    kind: '"click"',
    filtered: 'null',
    atMs: '1',
    decidedAtMs: '1',
    adId: '1',
    bookingId: '1',
    creativeId: '1',
    positionId: '1',
    ...change,
  };
  return `{${Object.entries(values)
    .map(([name, value]) => `"${name}":${value}`)
    .join(',')}}`;
}
