import { expect, test } from 'vitest';
import { campaignDifferences } from './campaign-differences.ts';

const context = {
  partnerName: (id: number) => `Partner ${id}`,
  brandName: (id: number) => `Brand ${id}`,
  zone: 'Europe/Brussels',
};

test('describes companies, brands, types and times as the page does', () => {
  const fields = [
    { name: 'advertiserCompanyId', theirs: 1, mine: 2 },
    { name: 'brandIds', theirs: [1], mine: [1, 2] },
    { name: 'poNumber', theirs: 'P1', mine: null },
    { name: 'type', theirs: 'option', mine: 'offer' },
    { name: 'validUntil', theirs: null, mine: '2026-12-01T11:00:00.000Z' },
  ];
  expect(campaignDifferences(fields, context)).toEqual([
    { name: 'Advertiser', before: 'Partner 1', after: 'Partner 2' },
    { name: 'Brands', before: 'Brand 1', after: 'Brand 1 and Brand 2' },
    { name: 'PO number', before: 'P1', after: '–' },
    { name: 'Type', before: 'Option', after: 'Offer' },
    { name: 'Valid until', before: '–', after: '1 Dec 2026, 12:00 CET' },
  ]);
});
