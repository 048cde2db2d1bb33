import { expect, test } from 'vitest';
import { documentFaults } from '../../../../test/support/revive/document-faults.ts';
import { type ReviveTestTable, reviveSchema } from '../../../../test/support/revive/revive-schema.ts';
import { findingsCsv, findingsTable } from '../findings-table.ts';
import { importRevive } from './import-revive.ts';
import { type ReviveData, type ReviveRow, reviveTables, statisticsTable } from './source/revive-data.ts';

const installations = Number(process.env['PLACARD_TEST_CASES'] ?? 300);
const nowMs = Date.parse('2026-11-28T12:00:00Z');

/** Values that databases contain and no one expects. */
const values = (
  [
    [
      '',
      ' ',
      '0',
      '1',
      '2',
      '3',
      '-1',
      '-2',
      '00',
      '1e3',
      '0x1F',
      'NaN',
      'Infinity',
      '99999999999999999999',
      '2147483647',
    ],
    ['0.0001', '123456789.9999', '-0.5', 't', 'f', 'true', 'or', 'and', '=~', '!~', '=x', 'nn', 'ge', '==', '!='],
    ['0000-00-00 00:00:00', '2026-02-30 25:61:61', '1969-12-31 23:59:59', '9999-12-31 23:59:59', '2026-12-01', 'now'],
    [
      'a:1:{i:0;s:2:"NL";}',
      'a:99999:{',
      'O:8:"stdClass":0:{}',
      'b:0;',
      '__proto__',
      'constructor',
      'toString',
      '../../x',
    ],
    [
      '\u0000',
      '\ud800',
      '\u202e\u200d',
      'Ã©',
      '😀'.repeat(200),
      'x'.repeat(5_000),
      '<script>',
      "'; DROP TABLE x; --",
      '{clickurl}',
    ],
    [
      'https://a.example/?{random}',
      'http://',
      '//a',
      'javascript:1',
      'https://user@a.example/',
      'web',
      'sql',
      'url',
      'html',
      'txt',
    ],
    [
      'deliveryLimitations:Geo:Country',
      'deliveryLimitations:Time:Hour',
      'deliveryLimitations:Site:Channel',
      'Geo:City',
      ':',
      'Time:',
    ],
    [
      'NL,BE',
      'NL|',
      '|',
      ',',
      '@',
      '5@',
      '5@Europe/Amsterdam',
      '20261201@UTC',
      '1,1,1',
      'Chrome|99999',
      'en,xx-yy-zz',
      'zone:1',
    ],
    [null, Buffer.from([0, 255, 254]), Buffer.alloc(0)],
  ] satisfies (string | null | Buffer)[][]
).flat();

/** A generator with the same numbers for the same seed (mulberry32). */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

function columnsOf(table: ReviveTestTable): readonly string[] {
  return [...reviveSchema[table].matchAll(/(?:^|,)\s*([a-z_]+) (?!KEY)/g)].map(([, name = '']) => name);
}

/** IDs are mostly small numbers, so that rows refer to each other. Columns and tables may be missing. */
function randomData(random: (below: number) => number): ReviveData {
  const tables = reviveTables.filter(() => random(20) > 0);
  const rowOf = (columns: readonly string[], index: number): ReviveRow =>
    Object.fromEntries(
      columns
        .filter((_, number) => number === 0 || random(15) > 0)
        .map((column, number) => {
          const isId = /(?:id|_id)$/.test(column) && random(10) > 0;
          if (isId) return [column, String(number === 0 ? index + 1 : random(6))];
          return [column, values[random(values.length)] ?? null];
        }),
    );
  const rowsOfTest = (table: ReviveTestTable) =>
    Array.from({ length: random(table.includes('assoc') || table.startsWith('acls') ? 30 : 9) }, (_, index) =>
      rowOf(columnsOf(table), table.startsWith('acls') ? random(8) : index),
    );
  return {
    prefix: '',
    tables: new Map(tables.map((table) => [table, rowsOfTest(table)])),
    statistics: Array.from({ length: random(5) }, () => ({
      day: '2026-11-01',
      bannerId: random(6),
      zoneId: random(6),
      requests: random(100),
      impressions: random(100_000),
      clicks: random(10),
      conversions: 0,
    })),
    problems: [],
  };
}

test(`${installations} installations with hostile values become valid documents`, async () => {
  expect(columnsOf('campaigns')).toContain('expire_time');
  expect(columnsOf(statisticsTable)).toContain('impressions');
  let bookings = 0;
  for (let seed = 1; seed <= installations; seed += 1) {
    const options = { filesFolder: null, ignoreUnsupported: seed % 2 === 0, currency: 'EUR', nowMs };
    const result = await importRevive(randomData(randomOf(seed)), options);
    expect(documentFaults(result.document, result.files), `seed ${seed}`).toEqual([]);
    expect(findingsTable(result.findings).length).toBeGreaterThan(0);
    expect(findingsCsv(result.findings)).not.toContain('undefined');
    bookings += Object.keys(result.document.bookings ?? {}).length;
  }
  expect(bookings).toBeGreaterThan(installations / 2);
});
