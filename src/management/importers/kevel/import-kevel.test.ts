import { expect, test } from 'vitest';
import { documentFaults } from '../../../../test/support/revive/document-faults.ts';
import type { SourceOptions } from '../common/import-line.ts';
import { importKevel } from './import-kevel.ts';

const options: SourceOptions = { ignoreUnsupported: false, currency: 'EUR', timeZone: 'Europe/Brussels' };

const flight = {
  Id: 5,
  CampaignId: 3,
  Name: 'Winter flight',
  PriorityId: 31,
  StartDateISO: '2026-12-01T00:00:00Z',
  EndDateISO: '2027-01-01T00:00:00Z',
  GoalType: 1,
  Impressions: 50_000,
  RateType: 2,
  Price: 3.5,
  IsFreqCap: true,
  FreqCap: 2,
  FreqCapDuration: 1,
  FreqCapType: 2,
  IsActive: true,
  Keywords: 'sports,ct=news',
  GeoTargeting: [
    { CountryCode: 'US', Region: 'NC', IsExclude: false },
    { CountryCode: 'BE', IsExclude: true },
  ],
  SiteZoneTargeting: [{ SiteId: 1, ZoneId: 11, IsExclude: false }],
  DatePartingStartTime: '22:00:00',
  DatePartingEndTime: '06:00:00',
  IsMonday: true,
};

const base = {
  advertisers: { items: [{ Id: 9, Title: 'Aurora' }] },
  campaigns: { items: [{ Id: 3, AdvertiserId: 9, Name: 'Winter', IsActive: true }] },
  sites: {
    items: [
      { Id: 1, Title: 'Courier', Url: 'https://courier.example/' },
      { Id: 2, Title: 'Blog' },
    ],
  },
  zones: {
    items: [
      { Id: 11, SiteId: 1, Name: 'Top' },
      { Id: 12, SiteId: 1, Name: 'Bottom' },
    ],
  },
  adTypes: { items: [{ Id: 5, Width: 300, Height: 250 }] },
  priorities: {
    items: [
      { Id: 31, Name: 'Sponsor', Weight: 1 },
      { Id: 32, Name: 'House', Weight: 10 },
    ],
  },
  ads: {
    items: [
      {
        Id: 71,
        FlightId: 5,
        Percentage: 70,
        Creative: {
          Id: 81,
          Title: 'A',
          AdTypeId: 5,
          ImageLink: 'https://cdn.example/a.png',
          Url: 'https://a.example/',
        },
      },
      { Id: 72, FlightId: 5, Percentage: 30, Creative: { Id: 82, Title: 'B', AdTypeId: 5, ScriptBody: '<b>B</b>' } },
    ],
  },
};

function run(flights: readonly unknown[], more: Partial<SourceOptions> = {}) {
  const files = [{ name: 'kevel.json', text: JSON.stringify({ ...base, flights: { items: flights } }) }];
  const result = importKevel(files, { ...options, ...more });
  expect(documentFaults(result.document, result.files)).toEqual([]);
  return result;
}

test('translates a flight with its zones, targeting, hours, price, cap and ads', () => {
  const { document, findings } = run([flight]);
  expect(document.bookings?.['kevel:flight:5']).toEqual({
    campaign: 'kevel:campaign:3',
    name: 'Winter flight',
    externalId: 'kevel:flight:5',
    type: 'display',
    startDate: '2026-12-01T00:00:00Z',
    endDate: '2027-01-01T00:00:00Z',
    positions: ['kevel:zone:11:300x250'],
    priority: 0,
    delivery: { method: 'even', goal: { kind: 'impressions', total: 50_000 } },
    caps: [{ scope: 'day', most: 2 }],
    pricing: { model: 'cpm', rate: { amount: '3.50', currency: 'EUR' } },
    targeting: {
      all: [
        { fact: 'region', values: ['US-NC'] },
        { not: { fact: 'country', values: ['BE'] } },
        {
          any: [
            { fact: 'keyword', values: ['sports'] },
            { key: 'ct', values: ['news'] },
          ],
        },
      ],
    },
    dayParts: [
      { days: ['mon'], fromMinute: 1_320, toMinute: 1_440 },
      { days: ['mon'], fromMinute: 0, toMinute: 360 },
    ],
    creatives: [
      { creative: 'kevel:creative:81', weight: 70 },
      { creative: 'kevel:creative:82', weight: 30 },
    ],
    state: { lifecycle: 'approved' },
  });
  expect(document.publications?.['kevel:site:1']).toMatchObject({ domains: ['courier.example'] });
  expect(findings.filter(({ outcome }) => outcome === 'unsupported')).toEqual([]);
});

test('a flight without site targeting is booked on all zones, and on sites without zones', () => {
  const { document } = run([{ ...flight, SiteZoneTargeting: [] }]);
  expect(document.bookings?.['kevel:flight:5']?.['positions']).toHaveLength(3);
});

test.each([
  ['a goal of conversions', { GoalType: 4 }],
  ['rules', { CustomTargeting: '$user.age > 30' }],
  ['a metro area', { GeoTargeting: [{ CountryCode: 'US', MetroCode: 517 }] }],
  ['a daily limit', { DailyCapAmount: 100 }],
  ['a keyword that excludes', { Keywords: '-sports' }],
])('imports a flight with %s as a draft with the reason', (_, change) => {
  const { document, findings } = run([{ ...flight, ...change }]);
  expect(document.bookings?.['kevel:flight:5']?.['state']).toEqual({ lifecycle: 'draft' });
  expect(findings.some(({ outcome, remedy }) => outcome === 'unsupported' && remedy !== null)).toBe(true);
});

test('translates percentages, unlimited flights and paused flights', () => {
  const { document } = run([
    { ...flight, GoalType: 2, Impressions: 25 },
    { ...flight, Id: 6, IsUnlimited: true, IsActive: false },
  ]);
  expect(document.bookings?.['kevel:flight:5']?.['delivery']).toEqual({ method: 'share_of_voice', percent: 25 });
  expect(document.bookings?.['kevel:flight:6']).toMatchObject({
    delivery: { method: 'share' },
    state: { lifecycle: 'approved', paused: true },
  });
});

test('does not fail on odd input', () => {
  const { document } = run([
    null,
    'x',
    {},
    { Id: 7, GeoTargeting: 'x', StartDate: [], Keywords: {}, Price: 'a' },
    flight,
  ]);
  expect(Object.keys(document.bookings ?? {})).toEqual(['kevel:flight:7', 'kevel:flight:5']);
});

test('ads that are not active are not booked', () => {
  const [first, second] = base.ads.items;
  const ads = { items: [{ ...first, IsActive: false }, second] };
  const text = JSON.stringify({ ...base, ads, flights: { items: [flight] } });
  const { document, findings } = importKevel([{ name: 'kevel.json', text }], options);
  expect(document.bookings?.['kevel:flight:5']?.['creatives']).toEqual([{ creative: 'kevel:creative:82', weight: 30 }]);
  expect(findings.filter(({ sourceId }) => sourceId === '81').map(({ outcome }) => outcome)).toEqual(['translated']);
});
