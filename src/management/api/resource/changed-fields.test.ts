import { expect, test } from 'vitest';
import { changedFields } from './changed-fields.ts';

const changed = (before: Record<string, unknown>, after: Record<string, unknown>) =>
  changedFields(before, after, [...new Set([...Object.keys(before), ...Object.keys(after)])]);

test('returns differing fields with both values in the order of the fields', () => {
  expect(changed({ name: 'A', priority: 5, endDate: null }, { name: 'A', priority: 3, endDate: '2027-01-01' })).toEqual(
    [
      { field: 'priority', before: 5, after: 3 },
      { field: 'endDate', before: null, after: '2027-01-01' },
    ],
  );
});

test('treats a field that is missing in the older state as empty', () => {
  expect(changed({}, { loop: null, labels: [], duplicatesAllowed: false })).toEqual([]);
  expect(changed({ sponsored: { products: [1] } }, { sponsored: { products: [1], productPages: [] } })).toEqual([]);
  expect(changed({}, { labels: ['cars'] })).toEqual([{ field: 'labels', before: null, after: ['cars'] }]);
});

test('ignores the order of IDs and words, but not of tree nodes', () => {
  expect(changed({ positionIds: [3, 12, 2] }, { positionIds: [2, 3, 12] })).toEqual([]);
  expect(changed({ positionIds: [3] }, { positionIds: [3, 3] })).toHaveLength(1);
  const [one, other] = [{ key: 'a' }, { key: 'b' }];
  expect(changed({ targeting: { all: [one, other] } }, { targeting: { all: [other, one] } })).toHaveLength(1);
});

test('distinguishes zero and an empty text from no value', () => {
  expect(changed({ priority: null }, { priority: 0 })).toHaveLength(1);
  expect(changed({ fields: {} }, { fields: { headline: '' } })).toHaveLength(1);
});
