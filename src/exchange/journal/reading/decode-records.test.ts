import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { billableKinds } from '../../../core/pricing/billable-events.ts';
import type { DeliveryEvent, JournalRecord } from '../delivery-event.ts';
import { decodeRecord, encodeRecord, recordHeaderBytes } from '../journal-format.ts';
import { decodeRecords } from './decode-records.ts';
import { parsePlainEvent } from './parse-plain-event.ts';

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

describe('the parser of ordinary events', () => {
  const parse = (text: string) => parsePlainEvent(Buffer.from(text, 'utf8'), 0, Buffer.byteLength(text));

  test('returns what JSON.parse returns, for every ordinary event', () => {
    let parsed = 0;
    fc.assert(
      fc.property(plain, (event) => {
        const { eventId: own, kind, filtered, atMs, decidedAtMs, adId, bookingId, creativeId, positionId } = event;
        const text = JSON.stringify({
          eventId: own,
          kind,
          filtered,
          atMs,
          decidedAtMs,
          adId,
          bookingId,
          creativeId,
          positionId,
        } satisfies DeliveryEvent);
        const found = parse(text);
        if (found !== null) expect(found).toEqual(JSON.parse(text));
        if (found !== null) parsed += 1;
      }),
    );
    expect(parsed).toBeGreaterThan(10);
  });

  test.each([
    ['', ''],
    ['another order', '{"kind":"click","eventId":"a","filtered":null,"atMs":1,"decidedAtMs":1}'],
    ['a filtered event', textOf({ filtered: '"bot"' })],
    ['a named event', textOf({ kind: '"video","name":"start"' })],
    ['an event of a screen', textOf({ decidedAtMs: '1,"window":"screen"' })],
    ['zero', textOf({ adId: '0' })],
    ['a negative number', textOf({ adId: '-1' })],
    ['a fraction', textOf({ adId: '1.5' })],
    ['a number beyond the safe integers', textOf({ adId: '9007199254740993' })],
    ['an escape sequence', textOf({ eventId: '"a\\u0062"' })],
    ['another character set', textOf({ eventId: '"é"' })],
    ['an unknown kind', textOf({ kind: '"clicks"' })],
    ['a further property', textOf({ positionId: '1,"shopperKey":"00"' })],
    ['a truncated text', textOf({}).slice(0, -1)],
    ['a further character', `${textOf({})} `],
  ])('leaves %s to JSON.parse', (_, text) => {
    expect(parse(text)).toBeNull();
  });

  test('parses the event on which these texts are based', () => {
    expect(parse(textOf({}))).toEqual(JSON.parse(textOf({})));
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
