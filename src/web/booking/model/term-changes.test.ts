import { expect, test } from 'vitest';
import { idsOfChanges, termChanges } from './term-changes.ts';

const nameOf = (kind: string, id: number) => `${kind} ${id}`;
const changed = (field: string, before: unknown, after: unknown) =>
  termChanges([{ field, before, after }], { nameOf, zone: 'Europe/Amsterdam' });

test.each<[field: string, before: unknown, after: unknown, name: string, was: string, is: string]>([
  ['priority', 5, 0, 'Priority', '5', '0'],
  ['endDate', null, '2027-01-01T23:00:00.000Z', 'End', 'Open-ended', '2 Jan 2027, 00:00 CET'],
  ['activeDays', [], ['mon', 'tue'], 'Active days', 'Every day', 'Mon, Tue'],
  [
    'dayParts',
    null,
    [{ days: [], fromMinute: 540, toMinute: 720 }],
    'Dayparts',
    'All day',
    'Every day from 09:00 to 12:00',
  ],
  ['targeting', null, { fact: 'country', values: ['BE', 'NL'] }, 'Targeting', 'All requests', 'Country is BE or NL'],
  ['duplicatesAllowed', false, true, 'Several slots per page', 'No', 'Yes'],
  ['roadblock', 'none', 'all', 'Roadblock', 'No', 'All slots'],
  [
    'delivery',
    { method: 'share', percent: null, goal: null, frontLoading: 0 },
    { method: 'even', percent: null, goal: { kind: 'impressions', total: 100_000 }, frontLoading: 20 },
    'Delivery method',
    'Priority share',
    'Even, 100,000 impressions, 20% front-loaded',
  ],
  ['delivery', { method: 'fill' }, { method: 'asap' }, 'Delivery method', 'Filler', 'As fast as possible'],
  ['pricing', { model: 'cpm', rate: { amount: '4.00', currency: 'EUR' } }, null, 'Price', 'EUR\u00a04.00 CPM', '–'],
  [
    'loop',
    null,
    { playsPerLoop: 2, percent: null, minGap: 1 },
    'Loop share',
    'Remaining plays',
    '2 plays per loop, minimum gap of 1 play',
  ],
  [
    'loop',
    { playsPerLoop: 2, percent: null, minGap: 0, wholeStore: false },
    { playsPerLoop: 2, percent: null, minGap: 0, wholeStore: true },
    'Loop share',
    '2 plays per loop',
    '2 plays per loop, whole store',
  ],
  ['caps', [], [{ scope: 'day', most: 2 }], 'Frequency caps', 'None', '2 per day for each viewer'],
  ['trackers', {}, { click: ['https://count.example/c'] }, 'Click trackers', 'None', 'https://count.example/c'],
  ['positionIds', [1, 2], [2, 3], 'Positions', 'position 1 and position 2', 'position 2 and position 3'],
  [
    'creatives',
    [{ creativeId: 7, weight: 1, startDate: null, endDate: null }],
    [{ creativeId: 7, weight: 3, startDate: null, endDate: '2027-01-01T23:00:00.000Z' }],
    'Creatives',
    'creative 7',
    'creative 7, weight 3, until 2 Jan 2027, 00:00 CET',
  ],
])('describes a change of %s', (field, before, after, name, was, is) => {
  expect(changed(field, before, after)).toEqual([{ name, before: was, after: is }]);
});

test('lists changes of sponsored products by field', () => {
  const before = { formatId: 1, products: [4], keywords: [], negativeKeywords: [], categories: [], productPages: [] };
  const after = { ...before, products: [4, 5], keywords: [{ text: 'green tea', match: 'phrase' }] };
  expect(changed('sponsored', before, after)).toEqual([
    { name: 'Products', before: 'product 4', after: 'product 4 and product 5' },
    { name: 'Keywords', before: 'None', after: 'green tea (phrase)' },
  ]);
});

test('shows an unknown field with its raw value', () => {
  expect(changed('newField', null, { a: 1 })).toEqual([{ name: 'new field', before: '–', after: '{ "a": 1 }' }]);
});

test('returns the ids of objects in the changes', () => {
  const changes = [
    { field: 'positionIds', before: [1, 2], after: [2, 3] },
    { field: 'campaignId', before: 1, after: 9 },
  ];
  expect([idsOfChanges(changes, 'position'), idsOfChanges(changes, 'campaign')]).toEqual([
    [1, 2, 3],
    [1, 9],
  ]);
  expect(idsOfChanges(changes, 'creative')).toEqual([]);
});
