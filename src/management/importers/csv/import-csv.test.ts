import { expect, test } from 'vitest';
import { documentFaults } from '../../../../test/support/revive/document-faults.ts';
import type { SourceOptions } from '../common/import-line.ts';
import { csvMappingSchema, suggestMapping } from './csv-mapping.ts';
import { importCsv } from './import-csv.ts';

const options: SourceOptions = { ignoreUnsupported: false, currency: 'EUR', timeZone: 'Europe/Brussels' };

const header = 'Advertiser;Campaign;Line item;Start date;End date;Impressions;CPM';
const text = [
  header,
  'Aurora;Winter;Leaderboards;2026-12-01;2026-12-31;100,000;"4,50"',
  'Aurora;Winter;"Rectangles; ""B""";2026-12-01;2026-12-31;5000;3',
  ';;;;;;',
].join('\n');

test('a suggested mapping imports advertisers, campaigns and bookings', () => {
  const mapping = csvMappingSchema.parse(JSON.parse(JSON.stringify(suggestMapping(header.split(';')))));
  const { document, files, findings } = importCsv([{ name: 'plan.csv', text }], mapping, options);
  expect(documentFaults(document, files)).toEqual([]);
  expect(Object.keys(document.mediaPartners ?? {})).toEqual(['Aurora']);
  expect(document.campaigns?.['Winter']).toMatchObject({ advertiserCompany: 'Aurora', brands: ['Aurora'] });
  expect(document.bookings).toEqual({
    'Winter, Leaderboards': {
      name: 'Leaderboards',
      campaign: 'Winter',
      type: 'display',
      startDate: '2026-11-30T23:00:00Z',
      endDate: '2026-12-31T23:00:00Z',
      delivery: { method: 'even', goal: { kind: 'impressions', total: 100_000 } },
      pricing: { model: 'cpm', rate: { amount: '4.50', currency: 'EUR' } },
    },
    'Winter, Rectangles; "B"': expect.objectContaining({ name: 'Rectangles; "B"' }),
  });
  expect(findings.filter(({ outcome }) => outcome === 'unsupported')).toEqual([]);
});

test('applies constants, value maps and defaults, and reports missing columns', () => {
  const mapping = csvMappingSchema.parse({
    version: 1,
    objects: [
      {
        section: 'formats',
        key: ['Format'],
        fields: {
          code: { column: 'Format', values: { Leader: 'leaderboard' } },
          width: { column: 'W', as: 'number', default: 728 },
          height: { value: 90 },
          name: { column: 'Title' },
        },
      },
    ],
  });
  const { document, findings } = importCsv([{ name: 'f.csv', text: 'Format,W\nLeader,\nsmall,300' }], mapping, options);
  expect(document.formats).toEqual({
    Leader: { code: 'leaderboard', width: 728, height: 90 },
    small: { code: 'small', width: 300, height: 90 },
  });
  expect(findings.map(({ message }) => message)).toContain('The file has no column "Title", which the mapping names.');
});

test('an object that the API refuses is left out with the reason, and so is what refers to it', () => {
  const mapping = suggestMapping(header.split(';'));
  const odd = `${header}\nAurora;Winter;Bad;soon;never;-5;free\nAurora;Winter;Good;2026-12-01;2027-01-01;5;1`;
  const { document, findings } = importCsv([{ name: 'plan.csv', text: odd }], mapping, options);
  expect(Object.keys(document.bookings ?? {})).toEqual(['Winter, Good']);
  expect(findings.find(({ sourceId }) => sourceId === 'Winter, Bad')).toMatchObject({ outcome: 'unsupported' });
});
