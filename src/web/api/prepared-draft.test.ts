import { expect, test } from 'vitest';
import { readPreparedDraft, withPrepared } from './prepared-draft.ts';

const hashOf = (text: string) => `#draft=${Buffer.from(text, 'utf8').toString('base64url')}`;

test('reads the prepared values of an address, also with characters outside of ASCII', () => {
  expect(readPreparedDraft(hashOf('{"name":"Été ✓","positionIds":[1,2]}'))).toEqual({
    name: 'Été ✓',
    positionIds: [1, 2],
  });
});

test.each([
  '',
  '#other=1',
  '#draft=',
  '#draft=%%%',
  hashOf('[1]'),
  hashOf('"x"'),
  hashOf('null'),
  hashOf('{'),
  '#draft=_w',
])('ignores the fragment %j', (hash) => {
  expect(readPreparedDraft(hash)).toBeNull();
});

test('ignores a fragment that is too long', () => {
  expect(readPreparedDraft(hashOf(JSON.stringify({ name: 'x'.repeat(30_000) })))).toBeNull();
});

test('fills known fields with values of the same type, and no others', () => {
  const values = { name: '', endDate: null, positionIds: [] as number[], priority: 5 };
  const prepared = { name: 'Winter', endDate: '2027-01-01T00:00:00Z', positionIds: 'all', priority: '1', id: 7 };
  expect(withPrepared(values, prepared)).toEqual({ ...values, name: 'Winter', endDate: '2027-01-01T00:00:00Z' });
  expect(withPrepared(values, null)).toBe(values);
});
