import { expect, test } from 'vitest';
import { documentFaults } from '../../../../test/support/revive/document-faults.ts';
import { importAdhese } from '../adhese/import-adhese.ts';
import { suggestMapping } from '../csv/csv-mapping.ts';
import { importCsv } from '../csv/import-csv.ts';
import { importGoogleAdManager } from '../google-ad-manager/import-gam.ts';
import { importKevel } from '../kevel/import-kevel.ts';
import type { SourceOptions } from './import-line.ts';
import { parseCsvRecords } from './parse-csv.ts';

const options: SourceOptions = { ignoreUnsupported: false, currency: 'EUR', timeZone: 'Europe/Brussels' };

test('reads quotes, line breaks in cells, missing cells and text after a closing quote', () => {
  expect(parseCsvRecords('a,b\n"x ""y""\nz",2\n3\n\n"4"junk,5')).toEqual([
    { a: 'x "y"\nz', b: '2' },
    { a: '3', b: '' },
    { a: '4"junk', b: '5' },
  ]);
  expect(parseCsvRecords('')).toEqual([]);
  expect(parseCsvRecords('a;b\r\n"open;1')).toEqual([{ a: 'open;1', b: '' }]);
});

/** A generator of numbers in [0, 1), the same in each run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const size = { width: 300, height: 250 };
const at = { date: { year: 2026, month: 12, day: 1 }, hour: 0, timeZoneId: 'Europe/Brussels' };
const sources = {
  gam: {
    adUnits: [
      { id: 2, parentId: 1, name: 'Home', adUnitSizes: [{ size }] },
      { id: 1, name: 'Root' },
    ],
    placements: [{ id: 5, targetedAdUnitIds: ['2'] }],
    companies: [{ id: 10, name: 'Aurora' }],
    orders: [{ id: 20, name: 'Order', advertiserId: 10 }],
    creatives: [
      { id: 90, name: 'Banner', size, snippet: '<b>%%CLICK_URL_UNESC%%</b>', destinationUrl: 'https://a.example/' },
    ],
    lineItemCreativeAssociations: [{ lineItemId: 100, creativeId: 90, manualCreativeRotationWeight: 3 }],
    customTargetingKeys: [{ id: 70, name: 'ct' }],
    customTargetingValues: [{ id: 71, name: 'sports', matchType: 'EXACT' }],
    lineItems: [
      {
        id: 100,
        orderId: 20,
        name: 'Winter',
        lineItemType: 'STANDARD',
        startDateTime: at,
        endDateTime: { ...at, date: { year: 2027, month: 1, day: 1 } },
        primaryGoal: { units: 1000, unitType: 'CLICKS' },
        costType: 'CPM',
        costPerUnit: { microAmount: 5, currencyCode: 'EUR' },
        frequencyCaps: [{ maxImpressions: 3, numTimeUnits: 2, timeUnit: 'WEEK' }],
        targeting: {
          inventoryTargeting: { targetedPlacementIds: [5] },
          geoTargeting: { targetedLocations: [{ type: 'COUNTRY', displayName: 'Belgium' }] },
          customTargeting: { children: [{ keyId: 70, valueIds: [71], operator: 'IS_NOT' }] },
          dayPartTargeting: { dayParts: [{ dayOfWeek: 'MONDAY', startTime: { hour: 1 }, endTime: { hour: 2 } }] },
        },
      },
    ],
  },
  kevel: {
    sites: [{ Id: 1, Title: 'Courier', Url: 'https://courier.example' }],
    zones: [{ Id: 11, SiteId: 1, Name: 'Top' }],
    campaigns: [{ Id: 3, AdvertiserId: 9, Name: 'Winter' }],
    priorities: [{ Id: 31, Name: 'High', Weight: 1 }],
    adTypes: [{ Id: 5, Width: 300, Height: 250 }],
    flights: [
      {
        Id: 5,
        CampaignId: 3,
        Name: 'F',
        PriorityId: 31,
        StartDateISO: '2026-12-01T00:00:00Z',
        GoalType: 1,
        Impressions: 9,
        FreqCap: 2,
        Keywords: 'a,b=c',
        GeoTargeting: [{ CountryCode: 'BE' }],
        DatePartingStartTime: '10:00:00',
        RateType: 2,
        Price: 3,
      },
    ],
    ads: [
      {
        Id: 71,
        FlightId: 5,
        Percentage: 50,
        Creative: { Id: 81, Title: 'A', AdTypeId: 5, ScriptBody: '<b>A</b>', Url: 'https://a.example/' },
      },
    ],
  },
  adhese: {
    advertisers: [{ id: 2, companyName: 'Aurora' }],
    publications: [{ id: 4, companyName: 'Courier', timeZone: 'Europe/Amsterdam' }],
    locations: [{ id: 5, publicationId: 4 }],
    formats: [{ id: 6, width: 728, height: 90 }],
    positions: [{ positionId: 7, locationId: 5, formatId: 6, slotName: '_a_-b' }],
    campaigns: [{ id: 3, name: 'Winter', advertiserId: 2, poNumber: 'P' }],
    creatives: [{ creativeId: 81, name: 'B', width: 728, height: 90, html: '<b>B</b>' }],
    bookings: [
      {
        bookingId: 9,
        campaignId: 3,
        name: 'B',
        positions: [7],
        creatives: [81],
        startDate: '2026-12-01',
        endDate: '2026-12-31',
        activeDays: ['Monday'],
        impressions: 5,
        price: 2,
        priceModel: 'CPM',
        priority: 3,
      },
    ],
  },
};

const oddValues: readonly unknown[] = [
  null,
  '',
  'x'.repeat(70_000),
  '\u0000\ud800',
  -1,
  0,
  1e300,
  Number.MAX_SAFE_INTEGER,
  0.001,
  true,
  [],
  {},
  [[]],
  [null, {}],
  { id: {} },
  '2026-02-30',
  '99:99',
  '__proto__',
  'constructor',
  '1',
  '2',
  'https://',
  '<script>',
  '=1+1',
  'networks/1/x/2',
  'EVERYTHING',
];

/** Replaces some values of a source by odd ones. */
function mutated(value: unknown, random: () => number, level = 0): unknown {
  if (level > 1 && random() < 0.06) return oddValues[Math.floor(random() * oddValues.length)];
  if (Array.isArray(value)) {
    const members = value.map((one) => mutated(one, random, level + 1));
    return random() < 0.1 ? [...members, ...members] : members;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      level > 1 && random() < 0.03 ? [] : [[name, mutated(member, random, level + 1)]],
    ),
  );
}

test.each([
  ['Google Ad Manager', sources.gam, importGoogleAdManager],
  ['Kevel', sources.kevel, importKevel],
  ['Adhese', sources.adhese, importAdhese],
] as const)('300 changed exports of %s become valid documents', (_, source, translate) => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const text = JSON.stringify(mutated(source, seeded(seed)));
    const { document, files, findings } = translate([{ name: 'export.json', text }], options);
    expect(documentFaults(document, files), `seed ${seed}`).toEqual([]);
    expect(findings.length, `seed ${seed}`).toBeGreaterThan(0);
  }
});

test('300 changed CSV files become valid documents', () => {
  const header = ['Advertiser', 'Campaign', 'Line item', 'Start date', 'End date', 'Impressions', 'CPM'];
  const row = ['Aurora', 'Winter', 'Banners', '2026-12-01', '2026-12-31', '5000', '3.50'];
  const odd = [
    '',
    '"',
    '""',
    ',',
    '\n',
    '-1',
    'x',
    '=1+1',
    '2026-02-30',
    '1e9',
    '\u0000',
    '__proto__',
    'é"é',
    '1.234,56',
  ];
  for (let seed = 1; seed <= 300; seed += 1) {
    const random = seeded(seed);
    const cells = () =>
      row.map((cell) => (random() < 0.3 ? (odd[Math.floor(random() * odd.length)] ?? '') : cell)).join(',');
    const text = [header.join(','), cells(), cells(), row.join(',')].join('\n');
    const { document, files } = importCsv([{ name: 'a.csv', text }], suggestMapping(header), options);
    expect(documentFaults(document, files), `seed ${seed}`).toEqual([]);
  }
});
