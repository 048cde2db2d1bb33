import { describe, expect, test } from 'vitest';
import type { Booking } from '../../../client/generated/types.gen.ts';
import { emptyBooking } from '../model/booking-values.ts';
import { type BulkFacts, plannedChange } from './bulk-change.ts';
import { addedCreatives, type BulkDraft, isDraftComplete, unchangedDraft } from './bulk-draft.ts';

const timeZone = 'Europe/Brussels';
const period = { startDate: '2026-12-01T00:00:00.000Z', endDate: '2026-12-31T23:00:00.000Z' };
const rectangle = 10;
const facts: BulkFacts = {
  creatives: new Map([
    [1, { brandId: 5, formatId: rectangle }],
    [2, { brandId: 5, formatId: rectangle }],
    [3, { brandId: 6, formatId: rectangle }],
    [4, { brandId: 5, formatId: 11 }],
  ]),
  brandsOf: (campaignId) => (campaignId === 7 ? [5] : []),
  formatsOf: ({ positionIds }) => new Set(positionIds.length === 0 ? [] : [rectangle]),
};

function booking(fields: Partial<Booking> = {}): Booking {
  const values = { ...emptyBooking({ campaignId: 7, ...period }), positionIds: [1] };
  return { ...values, id: 12, version: 3, ...fields } as unknown as Booking;
}

function booked(...creativeIds: readonly number[]): Booking['creatives'] {
  return creativeIds.map((creativeId) => ({
    adId: creativeId + 100,
    creativeId,
    productId: null,
    weight: creativeId + 1,
    startDate: null,
    endDate: null,
    state: 'approved',
  }));
}

function change(draft: Partial<BulkDraft>, fields: Partial<Booking> = {}) {
  return plannedChange(booking(fields), { ...unchangedDraft, ...draft }, { facts, timeZone });
}

const creatives = (fields: Partial<BulkDraft['creatives']>) => ({
  creatives: { ...unchangedDraft.creatives, ...fields },
});

describe('fields and labels', () => {
  test('change only where they differ', () => {
    expect(change({ priority: 2 }).values).toEqual({ priority: 2 });
    expect(change({ priority: 5 })).toMatchObject({ values: {}, reasons: [{ code: 'noDifference' }] });
    expect(change({ start: '2026-12-01 01:00:00' }).values).toEqual({});
    expect(change({ end: '2027-01-02 00:00:00' }).values).toEqual({ endDate: '2027-01-01T23:00:00.000Z' });
  });

  test('labels are added, removed and replaced', () => {
    const exclusionLabels = ['cars', 'food'];
    const labels = (mode: BulkDraft['labels']['mode'], ...values: readonly string[]) =>
      change({ labels: { mode, values } }, { exclusionLabels }).values;
    expect(labels('add', 'food', 'banks')).toEqual({ exclusionLabels: ['cars', 'food', 'banks'] });
    expect(labels('add', 'food')).toEqual({});
    expect(labels('remove', 'cars', 'banks')).toEqual({ exclusionLabels: ['food'] });
    expect(labels('replace')).toEqual({ exclusionLabels: [] });
  });

  test('targeting is added, removed and replaced', () => {
    const targeting: Booking['targeting'] = { all: [{ fact: 'country', values: ['BE'] }] };
    const device = { fact: 'device' as const, values: ['tv'] };
    const tree = { all: [device] };
    expect(change({ targeting: { mode: 'add', tree, kinds: [] } }, { targeting }).values).toEqual({
      targeting: { all: [...targeting.all, device] },
    });
    expect(change({ targeting: { mode: 'remove', tree: null, kinds: ['country'] } }, { targeting }).values).toEqual({
      targeting: null,
    });
    expect(change({ targeting: { mode: 'replace', tree: null, kinds: [] } }, { targeting }).values).toEqual({
      targeting: null,
    });
  });
});

describe('creatives', () => {
  test('only those of a brand of the campaign and of a booked format are added', () => {
    expect(change(creatives({ mode: 'add', ids: [1, 2, 3, 4, 9] }), { creatives: booked(1) })).toMatchObject({
      values: {
        creatives: [
          { creativeId: 1, weight: 2 },
          { creativeId: 2, weight: 1, startDate: null, endDate: null },
        ],
      },
      reasons: [
        { code: 'alreadyBooked', creativeId: 1 },
        { code: 'otherBrand', creativeId: 3 },
        { code: 'otherFormat', creativeId: 4 },
        { code: 'unknownCreative', creativeId: 9 },
      ],
    });
  });

  test('any format is added to a booking without positions', () => {
    expect(change(creatives({ mode: 'add', ids: [4] }), { positionIds: [] })).toMatchObject({
      values: { creatives: [{ creativeId: 4 }] },
      reasons: [],
    });
  });

  test('a replacement keeps the weight and the order of the replaced creative', () => {
    const replace = { mode: 'replace' as const, replaced: 3, replacement: 2 };
    const fields = { creatives: booked(3, 1) };
    expect(change(creatives(replace), fields).values).toMatchObject({
      creatives: [
        { creativeId: 2, weight: 4 },
        { creativeId: 1, weight: 2 },
      ],
    });
    expect(change(creatives(replace))).toMatchObject({ values: {}, reasons: [{ code: 'notBooked', creativeId: 3 }] });
    expect(change(creatives({ ...replace, replacement: 4 }), fields)).toMatchObject({
      values: {},
      reasons: [{ code: 'otherFormat', creativeId: 4 }],
    });
  });

  test('a removal reports the creatives that are not booked', () => {
    expect(change(creatives({ mode: 'remove', ids: [1, 2] }), { creatives: booked(1) })).toMatchObject({
      values: { creatives: [] },
      reasons: [{ code: 'notBooked', creativeId: 2 }],
    });
  });

  test('creatives of products stay as they are', () => {
    const fields = { creatives: booked(1).map((entry) => ({ ...entry, productId: 8 })) };
    expect(change(creatives({ mode: 'remove', ids: [1] }), fields)).toMatchObject({
      values: {},
      reasons: [{ code: 'notBooked', creativeId: 1 }],
    });
  });
});

describe('a draft', () => {
  const targeting = (fields: Partial<BulkDraft['targeting']>) => ({
    ...unchangedDraft,
    targeting: { ...unchangedDraft.targeting, ...fields },
  });

  test('is complete when each change has its values', () => {
    expect(isDraftComplete(unchangedDraft)).toBe(false);
    expect(isDraftComplete({ ...unchangedDraft, priority: 0 })).toBe(true);
    expect(isDraftComplete({ ...unchangedDraft, labels: { mode: 'add', values: [] } })).toBe(false);
    expect(isDraftComplete({ ...unchangedDraft, labels: { mode: 'replace', values: [] } })).toBe(true);
    expect(isDraftComplete(targeting({ mode: 'add' }))).toBe(false);
    expect(isDraftComplete(targeting({ mode: 'replace' }))).toBe(true);
    expect(isDraftComplete(targeting({ mode: 'add', tree: { fact: 'country', values: [] } }))).toBe(false);
    expect(isDraftComplete({ ...targeting({ mode: 'add' }), priority: 1 })).toBe(false);
    expect(isDraftComplete({ ...unchangedDraft, ...creatives({ mode: 'replace', replaced: 1, replacement: 1 }) })).toBe(
      false,
    );
  });

  test('lists the creatives that it adds', () => {
    const added = (fields: Partial<BulkDraft['creatives']>) =>
      addedCreatives({ ...unchangedDraft, ...creatives(fields) });
    expect(added({ mode: 'add', ids: [1, 2] })).toEqual([1, 2]);
    expect(added({ mode: 'remove', ids: [1, 2] })).toEqual([]);
    expect(added({ mode: 'replace', ids: [1], replaced: 1, replacement: 3 })).toEqual([3]);
  });
});
