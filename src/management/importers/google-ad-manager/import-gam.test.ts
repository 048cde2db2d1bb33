import { expect, test } from 'vitest';
import { documentFaults } from '../../../../test/support/revive/document-faults.ts';
import type { SourceOptions } from '../common/import-line.ts';
import { importGoogleAdManager } from './import-gam.ts';

const options: SourceOptions = { ignoreUnsupported: false, currency: 'EUR', timeZone: 'Europe/Brussels' };

const size = (width: number, height: number) => ({ width, height });
const at = (year: number, month: number, day: number) => ({
  date: { year, month, day },
  hour: 0,
  minute: 0,
  second: 0,
  timeZoneId: 'America/New_York',
});

const inventory = {
  adUnits: [
    { id: 1, name: 'Network', adUnitCode: 'ca-pub', hasChildren: true },
    { id: 2, parentId: 1, name: 'Courier', adUnitCode: 'courier', adUnitSizes: [] },
    { id: 3, parentId: 2, name: 'Home', adUnitSizes: [{ size: size(728, 90) }, { size: size(300, 250) }] },
    { id: 4, parentId: 2, name: 'Sport', adUnitSizes: [{ size: size(300, 250) }] },
  ],
  placements: [{ id: 50, name: 'Rectangles', targetedAdUnitIds: ['4'] }],
};
const names = {
  customTargetingKeys: [{ id: 70, name: 'ct' }],
  customTargetingValues: [
    { id: 71, customTargetingKeyId: 70, name: 'sports', matchType: 'EXACT' },
    { id: 72, customTargetingKeyId: 70, name: 'new', matchType: 'PREFIX' },
  ],
};
const creatives = {
  creatives: [
    {
      id: 90,
      advertiserId: 10,
      name: 'Banner',
      size: size(300, 250),
      snippet: '<a href="%%CLICK_URL_UNESC%%https://a.example/">x</a>',
    },
    {
      id: 91,
      advertiserId: 10,
      name: 'Image',
      size: size(728, 90),
      primaryImageAsset: { assetUrl: 'https://cdn.example/a.png' },
      destinationUrl: 'https://a.example/',
    },
  ],
  lineItemCreativeAssociations: [
    { lineItemId: 100, creativeId: 90, manualCreativeRotationWeight: 30 },
    { lineItemId: 100, creativeId: 91 },
  ],
};
const line = {
  id: 100,
  orderId: 20,
  name: 'Winter',
  lineItemType: 'STANDARD',
  priority: 6,
  status: 'DELIVERING',
  startDateTime: at(2026, 12, 1),
  endDateTime: at(2027, 1, 1),
  costType: 'CPM',
  costPerUnit: { currencyCode: 'USD', microAmount: '4500000' },
  deliveryRateType: 'EVENLY',
  primaryGoal: { goalType: 'LIFETIME', unitType: 'IMPRESSIONS', units: 100_000 },
  frequencyCaps: [{ maxImpressions: 3, numTimeUnits: 1, timeUnit: 'DAY' }],
  creativePlaceholders: [{ size: size(300, 250) }],
  targeting: {
    inventoryTargeting: {
      targetedAdUnits: [{ adUnitId: '2', includeDescendants: true }],
      excludedAdUnits: [{ adUnitId: '4' }],
    },
    geoTargeting: {
      targetedLocations: [{ id: 2056, type: 'COUNTRY', displayName: 'Belgium' }],
      excludedLocations: [{ id: 9, type: 'CITY', displayName: 'Gent' }],
    },
    customTargeting: {
      logicalOperator: 'OR',
      children: [{ logicalOperator: 'AND', children: [{ keyId: 70, valueIds: [71], operator: 'IS' }] }],
    },
    dayPartTargeting: {
      timeZone: 'PUBLISHER',
      dayParts: [
        { dayOfWeek: 'MONDAY', startTime: { hour: 8, minute: 'THIRTY' }, endTime: { hour: 24, minute: 'ZERO' } },
      ],
    },
    technologyTargeting: {
      deviceCategoryTargeting: { targetedDeviceCategories: [{ id: 30001, displayName: 'Smartphone' }] },
    },
  },
};
const orders = {
  orders: [{ id: 20, name: 'Order', advertiserId: 10, poNumber: 'PO-7' }],
  companies: [{ id: 10, name: 'Aurora' }],
};

function run(lines: readonly unknown[], more: SourceOptions = options) {
  const all = { ...inventory, ...names, ...creatives, ...orders, lineItems: lines };
  const result = importGoogleAdManager([{ name: 'export.json', text: JSON.stringify(all) }], more);
  expect(documentFaults(result.document, result.files)).toEqual([]);
  return result;
}

test('translates a line item of the API with its inventory, targeting, price, caps and creatives', () => {
  const { document, findings } = run([line]);
  expect(document.bookings?.['gam:lineItem:100']).toEqual({
    campaign: 'gam:order:20',
    name: 'Winter',
    externalId: 'gam:lineItem:100',
    type: 'display',
    startDate: '2026-12-01T05:00:00Z',
    endDate: '2027-01-01T05:00:00Z',
    positions: ['gam:adUnit:3:300x250'],
    priority: 3,
    delivery: { method: 'even', goal: { kind: 'impressions', total: 100_000 } },
    caps: [{ scope: 'day', most: 3 }],
    pricing: { model: 'cpm', rate: { amount: '4.50', currency: 'USD' } },
    targeting: {
      all: [
        { fact: 'country', values: ['BE'] },
        { not: { fact: 'city', values: ['Gent'] } },
        { key: 'ct', values: ['sports'] },
        { fact: 'device', values: ['phone'] },
      ],
    },
    dayParts: [{ days: ['mon'], fromMinute: 510, toMinute: 1440 }],
    creatives: [{ creative: 'gam:creative:90', weight: 30 }, { creative: 'gam:creative:91' }],
    state: { lifecycle: 'approved' },
  });
  expect(document.campaigns?.['gam:order:20']).toMatchObject({
    advertiserCompany: 'gam:advertiser:10',
    poNumber: 'PO-7',
  });
  expect(document.creatives?.['gam:creative:90']?.['html']).toBe('<a href="[clickBase]https://a.example/">x</a>');
  expect(findings.filter(({ outcome }) => outcome === 'unsupported')).toEqual([]);
});

test.each([
  ['SPONSORSHIP', { method: 'share_of_voice', percent: 40 }, 1],
  ['NETWORK', { method: 'share' }, 7],
  ['PRICE_PRIORITY', { method: 'share' }, 7],
  ['BULK', { method: 'asap', goal: { kind: 'impressions', total: 40 } }, 7],
  ['HOUSE', { method: 'fill' }, 9],
])('translates the type %s', (lineItemType, delivery, priority) => {
  const { document } = run([{ ...line, lineItemType, primaryGoal: { units: 40 } }]);
  expect(document.bookings?.['gam:lineItem:100']).toMatchObject({
    delivery,
    priority,
    state: { lifecycle: 'approved' },
  });
});

test.each([
  ['a value that matches a prefix', { customTargeting: { keyId: 70, valueIds: [72] } }],
  ['an unknown key', { customTargeting: { keyId: 1, valueIds: [2] } }],
  ['an audience', { customTargeting: { audienceSegmentIds: [5], operator: 'IS' } }],
  ['domains of viewers', { userDomainTargeting: { domains: ['uni.example'], targeted: true } }],
  [
    'a metro area',
    { geoTargeting: { targetedLocations: [{ id: 200, type: 'DMA_REGION', displayName: 'New York, NY' }] } },
  ],
  ['bandwidth', { technologyTargeting: { bandwidthGroupTargeting: { bandwidthGroups: [{ id: 1 }] } } }],
  ['content', { contentTargeting: { targetedContentIds: [4] } }],
])('imports a line item with %s as a draft with the reason', (_, targeting) => {
  const changed = [{ ...line, targeting: { ...line.targeting, ...targeting } }];
  const { document, findings } = run(changed);
  expect(document.bookings?.['gam:lineItem:100']?.['state']).toEqual({ lifecycle: 'draft' });
  expect(findings.some(({ outcome, remedy }) => outcome === 'unsupported' && remedy !== null)).toBe(true);
  const ignored = run(changed, { ...options, ignoreUnsupported: true });
  expect(ignored.document.bookings?.['gam:lineItem:100']?.['state']).not.toEqual({ lifecycle: 'draft' });
});

test('reads a CSV report, with all units for a line item without targeting', () => {
  const csv = [
    'Order ID,Order name,Advertiser ID,Advertiser name,Line item ID,Line item name,Line item type,Line item start date,Line item end date,Goal quantity,Cost type,Rate',
    '20,Order,10,"Aurora, Inc.",101,"Winter ""B""",Standard,2026-12-01,2026-12-31,"50,000",CPM,3.25',
  ].join('\r\n');
  const units = ['Ad unit ID,Ad unit code,Name,Sizes', '3,home,Home,300x250;728x90'].join('\n');
  const { document } = importGoogleAdManager(
    [
      { name: 'line-items.csv', text: csv },
      { name: 'ad-units.csv', text: units },
    ],
    options,
  );
  expect(document.bookings?.['gam:lineItem:101']).toMatchObject({
    name: 'Winter "B"',
    startDate: '2026-11-30T23:00:00Z',
    endDate: '2026-12-31T23:00:00Z',
    positions: ['gam:adUnit:3:300x250', 'gam:adUnit:3:728x90'],
    delivery: { method: 'even', goal: { kind: 'impressions', total: 50_000 } },
    pricing: { model: 'cpm', rate: { amount: '3.25', currency: 'EUR' } },
  });
  expect(document.mediaPartners?.['gam:advertiser:10']?.['name']).toBe('Aurora, Inc.');
});

test('reads resource names of the REST API', () => {
  const records = [
    { name: 'networks/1/adUnits/3', displayName: 'Home', adUnitCode: 'home', adUnitSizes: [{ size: size(300, 250) }] },
    { name: 'networks/1/orders/20', displayName: 'Order', advertiser: 'networks/1/companies/10' },
    {
      name: 'networks/1/lineItems/100',
      displayName: 'Winter',
      order: 'networks/1/orders/20',
      lineItemType: 'SPONSORSHIP',
      startTime: '2026-12-01T00:00:00Z',
      goal: { units: '25' },
      rate: { currencyCode: 'EUR', units: '2', nanos: 500_000_000 },
      costType: 'CPM',
      targeting: { inventoryTargeting: { targetedAdUnits: [{ adUnit: 'networks/1/adUnits/3' }] } },
    },
  ];
  const { document } = importGoogleAdManager([{ name: 'all.json', text: JSON.stringify(records) }], options);
  expect(document.bookings?.['gam:lineItem:100']).toMatchObject({
    campaign: 'gam:order:20',
    positions: ['gam:adUnit:3:300x250'],
    delivery: { method: 'share_of_voice', percent: 25 },
    pricing: { model: 'cpm', rate: { amount: '2.50', currency: 'EUR' } },
  });
});

test('reports files and items that it cannot read, and imports the rest', () => {
  const odd = [
    null,
    5,
    {},
    { id: '' },
    { ...line, id: 7, startDateTime: 'soon', frequencyCaps: 'x', targeting: [1] },
    line,
    line,
  ];
  const { findings } = run(odd);
  expect(findings.some(({ message }) => message.startsWith('The ID occurs twice'))).toBe(true);
  const broken = importGoogleAdManager([{ name: 'x.json', text: '{"lineItems": [' }], options);
  expect(broken.document).toEqual({ version: 1 });
  expect(broken.findings[0]?.message).toContain('is not valid JSON');
});

test.each([
  ['an unknown status', { status: 'GELIEFERT' }, 'status'],
  ['no targeting', { targeting: undefined }, 'targeting'],
  ['an end that cannot be read', { endDateTime: '31.12.2026' }, 'dates'],
  ['a sponsorship without a percentage', { lineItemType: 'SPONSORSHIP', primaryGoal: {} }, 'goal'],
  [
    'countries as resource names',
    { targeting: { geoTargeting: { targetedGeos: ['networks/1/geoTargets/2840'] } } },
    'geoTargeting',
  ],
  [
    'an unknown operating system',
    {
      targeting: {
        technologyTargeting: { operatingSystemTargeting: { isTargeted: false, operatingSystems: [{ id: 1 }] } },
      },
    },
    'os',
  ],
  [
    'audiences in custom targeting',
    {
      targeting: {
        customTargeting: {
          customTargetingLiterals: [{ keyId: 70, valueIds: [71] }],
          audienceSegmentTargetings: [{ audienceSegments: ['x'] }],
        },
      },
    },
    'audienceSegmentTargetings',
  ],
  [
    'a platform',
    { targeting: { requestPlatformTargeting: { targetedRequestPlatforms: ['MOBILE_APP'] } } },
    'requestPlatformTargeting',
  ],
])('a line item with %s does not deliver before it is checked', (_, change, feature) => {
  const { document, findings } = run([{ ...line, ...change }]);
  expect(document.bookings?.['gam:lineItem:100']?.['state']).toEqual({ lifecycle: 'draft' });
  expect(findings.map((finding) => finding.feature)).toContain(feature);
});

test('excluded browsers have the names of Placard, and ad units can be resource names', () => {
  const technologyTargeting = {
    browserTargeting: { isTargeted: 'false', browsers: [{ id: 1, displayName: 'Google Chrome' }] },
  };
  const inventoryTargeting = { targetedAdUnits: ['networks/1/adUnits/4'] };
  const { document } = run([{ ...line, targeting: { technologyTargeting, inventoryTargeting } }]);
  expect(document.bookings?.['gam:lineItem:100']).toMatchObject({
    targeting: { not: { fact: 'browser', values: ['Chrome'] } },
    positions: ['gam:adUnit:4:300x250'],
    state: { lifecycle: 'approved' },
  });
});

test('completed line items are paused, and inactive creatives are not booked', () => {
  const { document } = run([{ ...line, status: 'COMPLETED' }]);
  expect(document.bookings?.['gam:lineItem:100']?.['state']).toEqual({ lifecycle: 'approved', paused: true });
  const associations = creatives.lineItemCreativeAssociations.map((one) => ({ ...one, status: 'INACTIVE' }));
  const all = { ...inventory, ...names, ...creatives, ...orders, lineItems: [line] };
  const text = JSON.stringify({ ...all, lineItemCreativeAssociations: associations });
  const off = importGoogleAdManager([{ name: 'export.json', text }], options);
  expect(off.document.bookings?.['gam:lineItem:100']?.['creatives'] ?? []).toEqual([]);
});
