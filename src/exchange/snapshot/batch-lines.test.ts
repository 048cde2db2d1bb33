import { expect, test } from 'vitest';
import { bookingRow, creativeRow, snapshotRows } from '../../../test/support/server/test-delivery.ts';
import { unpackCreative } from '../../core/snapshot/packed-creative.ts';
import type { Targeting } from '../../core/targeting/targeting.ts';
import { createBatchReader, createLineWriter } from './batch-lines.ts';
import type { RowBatch } from './row-batch.ts';

test('bookings are restored with all fields and without omitted ones', () => {
  const ads = [
    { id: 4, creativeId: 7, weight: 2, startMs: 5, endMs: null },
    { id: 5, creativeId: 8, weight: 1, startMs: null, endMs: 6 },
  ];
  const rows = [
    bookingRow(),
    bookingRow({ id: 7, externalId: 'null', targeting: null, ads: [] }),
    bookingRow({ id: 8, externalId: '[]', targeting: { fact: 'country', values: ['be'] }, ads }),
    bookingRow({
      id: 9,
      exclusionLabels: ['cars'],
      duplicatesAllowed: true,
      roadblock: 'all',
      trackers: { click: ['https://count.example/c'] },
      caps: [{ scope: 'day', most: 3 }],
    }),
    bookingRow({ id: 10, delivery: { method: 'asap', goal: { kind: 'clicks', total: 9 } }, dayParts: [] }),
    bookingRow({ id: 11, priority: '5', startMs: -0, inventory: { ...bookingRow().inventory, publisherIds: [1, 2] } }),
  ];
  expect(readBack({ kind: 'bookings', rows })).toEqual(JSON.parse(JSON.stringify(rows)));
  for (const row of rows)
    expect(readBack({ kind: 'bookings', rows: [row] })).toEqual(JSON.parse(JSON.stringify([row])));
});

test('common values of bookings are written once', () => {
  const rows = Array.from({ length: 32 }, (_, index) => bookingRow({ id: index + 1, name: 'All the same' }));
  expect(createLineWriter()({ kind: 'bookings', rows }).split('All the same')).toHaveLength(2);
});

/** A field of a future version, and a current one. */
const later = { later: 1, id: 1 };

test.each([
  ['a field without a column', bookingRow(later)],
  ['an ad with such a field', bookingRow({}, later)],
  ['no inventory', bookingRow({ inventory: null })],
  ['nothing', null as never],
])('bookings with %s are written as plain rows', (_what, row) => {
  const rows = [bookingRow({ id: 2 }), row];
  expect(readBack({ kind: 'bookings', rows })).toEqual(rows);
});

test('creatives are restored in packed form for any text', () => {
  const rows = ['\t', '\n\r\u2028', 'Été ☀ 😀', '"\\'].map((html, index) => creativeRow({ id: index + 1, html }));
  const line = createLineWriter()({ kind: 'creatives', rows });
  expect(line).not.toContain('\n');
  const read = createBatchReader()(line);
  expect(read).toMatchObject({ kind: 'creatives', rows: rows.map(({ id, formatId }) => ({ id, formatId })) });
  expect(read?.kind === 'creatives' && read.rows.map((row) => 'text' in row && unpackCreative(row))).toEqual(rows);
  expect(createLineWriter()(read as RowBatch)).toBe(line);
  expect(createBatchReader()(line.slice(0, line.lastIndexOf('\t')))).toBeNull();
});

test('other rows are restored as written, and other lines are not rows', () => {
  const { positions } = snapshotRows();
  expect(readBack({ kind: 'positions', rows: positions })).toEqual(positions);
  for (const line of ['{"cars":[]}', '{"positions":{}}', '{"bookings":{}}', 'null', '[]']) {
    expect(createBatchReader()(line)).toBeNull();
  }
});

test('targeting is restored, and a text of an earlier line is not repeated', () => {
  const trees: Targeting[] = [
    { any: [{ not: { key: 'ct', values: ['sports', 'news'] } }, { fact: 'segment', values: ['sports'] }] },
    { all: [{ urlParts: ['/a'] }, { near: { latitude: 1, longitude: 2, metres: 3 } }] },
    { dayPart: { days: [], fromMinute: 0, toMinute: 60 } },
    { key: 'ct', values: ['news', 'news'] },
  ];
  const write = createLineWriter();
  const read = createBatchReader();
  for (const targeting of [...trees, null, undefined, ...trees.toReversed()]) {
    const rows = [bookingRow({ id: 1, targeting }), bookingRow({ id: 2 }), bookingRow({ id: 3, targeting })];
    const line = write({ kind: 'bookings', rows });
    expect(read(line)?.rows).toEqual(rows);
  }
  const last = write({ kind: 'bookings', rows: [bookingRow({ targeting: trees[0] })] });
  expect(last).not.toContain('sports');
  expect(() => read(last.replace('"numbers":[', '"numbers":[2,9,'))).toThrow(RangeError);
});

test('invalid targeting is written as a plain row', () => {
  for (const targeting of [
    'all',
    { all: [] },
    { fact: 'moon', values: ['full'] },
    { key: 'ct', values: ['a'], more: 1 },
  ]) {
    const rows = [bookingRow({ targeting })];
    expect(readBack({ kind: 'bookings', rows })).toEqual(rows);
  }
});

test('bookings of files without screen loops are read', () => {
  const rows = [bookingRow({ id: 1 }), bookingRow({ id: 2, priority: 3 })];
  const written = JSON.parse(createLineWriter()({ kind: 'bookings', rows })) as {
    bookings: { fields?: string[]; plain: unknown[] };
  };
  const { fields = [], ...columns } = written.bookings;
  const plain = columns.plain.filter((_, at) => !['loop', 'trackers'].includes(fields[at] ?? ''));
  expect(plain).toHaveLength(fields.length - 2);
  const line = JSON.stringify({ bookings: { ...columns, plain } });
  expect(createBatchReader()(line)?.rows).toEqual(JSON.parse(JSON.stringify(rows)));
});

test('columns are found by name, and files with unknown columns are rejected', () => {
  const rows = [bookingRow({ id: 7 }), bookingRow({ id: 8 })];
  const [first = '', second = ''] = linesOf([rows, [bookingRow({ id: 9 })]]);
  const { bookings } = JSON.parse(first) as { bookings: { fields: string[]; plain: unknown[] } };
  const turned = { ...bookings, fields: bookings.fields.toReversed(), plain: bookings.plain.toReversed() };
  expect(createBatchReader()(JSON.stringify({ bookings: turned }))?.rows).toEqual(JSON.parse(JSON.stringify(rows)));
  const later = { ...bookings, fields: bookings.fields.with(0, 'later') };
  expect(createBatchReader()(JSON.stringify({ bookings: later }))).toBeNull();
  expect(second).not.toContain('"fields"');
});

function linesOf(lines: readonly (readonly ReturnType<typeof bookingRow>[])[]): readonly string[] {
  const write = createLineWriter();
  return lines.map((rows) => write({ kind: 'bookings', rows }));
}

function readBack(batch: RowBatch): unknown {
  return createBatchReader()(createLineWriter()(batch))?.rows;
}
