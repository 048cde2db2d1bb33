import { expect, test } from 'vitest';
import { documentFaults } from '../../../../test/support/revive/document-faults.ts';
import type { SourceOptions } from '../common/import-line.ts';
import { importAdhese } from './import-adhese.ts';

const options: SourceOptions = { ignoreUnsupported: false, currency: 'EUR', timeZone: 'Europe/Brussels' };

const booking = {
  bookingId: 9,
  campaignId: 3,
  name: 'Leaderboards',
  bookingType: 'Display',
  startDate: '2026-12-01T00:00:00Z',
  endDate: '2027-01-01T00:00:00Z',
  activeDays: ['Monday', 'Friday'],
  positions: [{ positionId: 7 }],
  creatives: [{ creativeId: 81, weight: 2 }],
  priority: 3,
  price: 4,
  priceModel: 'CPM',
};
const base = {
  advertisers: [{ id: 2, companyName: 'Aurora Coffee' }],
  campaigns: [{ id: 3, name: 'Winter', advertiserCompanyId: 2, poNumber: 'PO-1' }],
  creatives: [
    { creativeId: 81, name: 'Banner', width: 728, height: 90, html: '<b>Tea</b>', clickUrl: 'https://a.example/' },
  ],
  publications: [{ id: 4, companyName: 'The Courier', timeZone: 'Europe/Amsterdam' }],
  locations: [{ id: 5, publicationId: 4, code: '_courier_' }],
  formats: [{ id: 6, code: 'leaderboard', width: 728, height: 90 }],
  positions: [{ positionId: 7, locationId: 5, formatId: 6, slotName: '_courier_-leaderboard' }],
};

function run(bookings: readonly unknown[]) {
  const files = [{ name: 'adhese.json', text: JSON.stringify({ ...base, bookings }) }];
  const result = importAdhese(files, options);
  expect(documentFaults(result.document, result.files)).toEqual([]);
  return result;
}

test('translates a booking with its inventory, campaign, price and creatives', () => {
  const { document, findings } = run([booking]);
  expect(document.bookings?.['adhese:booking:9']).toEqual({
    campaign: 'adhese:campaign:3',
    name: 'Leaderboards',
    externalId: 'adhese:booking:9',
    type: 'display',
    startDate: '2026-12-01T00:00:00Z',
    endDate: '2027-01-01T00:00:00Z',
    positions: ['adhese:position:7:728x90'],
    priority: 3,
    delivery: { method: 'share' },
    pricing: { model: 'cpm', rate: { amount: '4.00', currency: 'EUR' } },
    dayParts: [{ days: ['mon', 'fri'], fromMinute: 0, toMinute: 1_440 }],
    creatives: [{ creative: 'adhese:creative:81', weight: 2 }],
    state: { lifecycle: 'approved' },
  });
  expect(document.publications?.['adhese:publication:4']).toMatchObject({ timeZone: 'Europe/Amsterdam' });
  expect(document.campaigns?.['adhese:campaign:3']).toMatchObject({ name: 'Winter', poNumber: 'PO-1' });
  expect(findings.filter(({ outcome }) => outcome === 'unsupported')).toEqual([]);
});

test('a booking with members that are not translated becomes a draft with the reason', () => {
  const { document, findings } = run([{ ...booking, targets: [{ country: 'BE' }] }]);
  expect(document.bookings?.['adhese:booking:9']?.['state']).toEqual({ lifecycle: 'draft' });
  expect(findings.find(({ feature }) => feature === 'targets')?.outcome).toBe('unsupported');
});

test('does not fail on odd input', () => {
  const { document } = run([
    null,
    1,
    { bookingId: {} },
    { bookingId: 8, positions: 'x', creatives: [null], startDate: 5 },
    booking,
  ]);
  expect(Object.keys(document.bookings ?? {})).toEqual(['adhese:booking:8', 'adhese:booking:9']);
});

test.each([
  ['stopped', { lifecycle: 'approved', paused: true }],
  ['proposal', { lifecycle: 'draft' }],
  ['7', { lifecycle: 'draft' }],
  ['active', { lifecycle: 'approved' }],
])('a booking with the status %s has the state %j', (status, state) => {
  const { document } = run([{ ...booking, status }]);
  expect(document.bookings?.['adhese:booking:9']?.['state']).toEqual(state);
});

test('a booking with a date that cannot be read becomes a draft', () => {
  const { document, findings } = run([{ ...booking, endDate: '31.12.2026' }]);
  expect(document.bookings?.['adhese:booking:9']?.['state']).toEqual({ lifecycle: 'draft' });
  expect(findings.map(({ feature }) => feature)).toContain('dates');
});
