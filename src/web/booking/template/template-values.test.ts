import { expect, test } from 'vitest';
import type { BookingTemplate } from '../../../client/generated/types.gen.ts';
import { type BookingValues, emptyBooking } from '../model/booking-values.ts';
import { templatePartOf, valuesFromTemplate } from './template-values.ts';

const zone = 'Europe/Brussels';
/** A week that contains the end of daylight saving time. */
const week = { startDate: '2026-10-21T22:00:00.000Z', endDate: '2026-10-28T23:00:00.000Z' };
const current = emptyBooking({
  campaignId: 4,
  startDate: '2026-12-01T23:00:00.000Z',
  endDate: '2026-12-31T23:00:00.000Z',
});
const stored: BookingValues = {
  ...emptyBooking({ campaignId: 1, ...week }),
  name: 'Homepage',
  positionIds: [1, 2],
  exclusionLabels: ['cars'],
  targeting: {
    all: [
      { fact: 'segment', values: ['buyers', 'readers'] },
      { fact: 'country', values: ['BE'] },
    ],
  },
  creatives: [
    { creativeId: 8, weight: 3, startDate: week.startDate, endDate: null },
    { creativeId: 9, weight: 1, startDate: null, endDate: null },
  ],
};

function templateOf(
  part: ReturnType<typeof templatePartOf>,
  unavailableReferences: BookingTemplate['unavailableReferences'] = [],
) {
  return { ...part, unavailableReferences } as unknown as BookingTemplate;
}

test('a template has the settings and the duration of a booking, and creatives on request', () => {
  const part = templatePartOf(stored, { zone, withCreatives: true });
  expect(part.durationSeconds).toBe(7 * 86_400);
  expect(part.settings).toMatchObject({
    type: 'display',
    positionIds: [1, 2],
    exclusionLabels: ['cars'],
    creatives: [
      { creativeId: 8, weight: 3 },
      { creativeId: 9, weight: 1 },
    ],
  });
  for (const name of ['campaignId', 'name', 'startDate', 'endDate']) expect(part.settings).not.toHaveProperty(name);
  expect(templatePartOf(stored, { zone, withCreatives: false }).settings.creatives).toEqual([]);
  expect(templatePartOf({ ...stored, endDate: null }, { zone, withCreatives: false }).durationSeconds).toBeNull();
});

test('a booking from a template keeps its campaign, name and start, and ends after the duration in local time', () => {
  const values = valuesFromTemplate(templateOf(templatePartOf(stored, { zone, withCreatives: true })), current, zone);
  expect(values).toMatchObject({
    campaignId: 4,
    name: '',
    startDate: '2026-12-01T23:00:00.000Z',
    endDate: '2026-12-08T23:00:00.000Z',
    positionIds: [1, 2],
    exclusionLabels: ['cars'],
    targeting: stored.targeting,
    creatives: [
      { creativeId: 8, weight: 3, startDate: null, endDate: null },
      { creativeId: 9, weight: 1, startDate: null, endDate: null },
    ],
  });
  const openEnded = templatePartOf({ ...stored, endDate: null }, { zone, withCreatives: false });
  expect(valuesFromTemplate(templateOf(openEnded), current, zone).endDate).toBeNull();
});

test('references that are not available are left out', () => {
  const part = templatePartOf(stored, { zone, withCreatives: true });
  const missing = (
    field: string,
    kind: BookingTemplate['unavailableReferences'][number]['kind'],
    id: number | null,
    code: string | null = null,
  ) => ({ field, kind, id, code, name: null });
  const values = valuesFromTemplate(
    templateOf(part, [
      missing('positionIds', 'inventory/position', 1),
      missing('creatives', 'creatives', 9),
      missing('targeting', 'segments', null, 'buyers'),
    ]),
    current,
    zone,
  );
  expect(values.positionIds).toEqual([2]);
  expect(values.creatives.map(({ creativeId }) => creativeId)).toEqual([8]);
  expect(values.targeting).toEqual({
    all: [
      { fact: 'segment', values: ['readers'] },
      { fact: 'country', values: ['BE'] },
    ],
  });
  const noSegments = templateOf(
    part,
    ['buyers', 'readers'].map((code) => missing('targeting', 'segments', null, code)),
  );
  expect(valuesFromTemplate(noSegments, current, zone).targeting).toEqual({
    all: [{ fact: 'country', values: ['BE'] }],
  });
});

test('sponsored products without an available product or format are left out', () => {
  const none = { keywords: [], negativeKeywords: [], categories: [], productPages: [] };
  const shelf: BookingValues = {
    ...stored,
    type: 'sponsored_products',
    sponsored: { formatId: 5, products: [1, 2], ...none },
  };
  const part = templatePartOf(shelf, { zone, withCreatives: false });
  const without = (field: string, id: number) => ({
    field,
    kind: 'products' as const,
    id,
    code: null,
    name: null,
  });
  const sponsoredOf = (...missing: ReturnType<typeof without>[]) =>
    valuesFromTemplate(templateOf(part, missing), current, zone).sponsored;
  expect(sponsoredOf(without('sponsored/products', 1))).toMatchObject({ formatId: 5, products: [2] });
  expect(sponsoredOf(without('sponsored/products', 1), without('sponsored/products', 2))).toBeNull();
  expect(sponsoredOf(without('sponsored/formatId', 5))).toBeNull();
});
