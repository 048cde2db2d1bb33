import { expect, test } from 'vitest';
import { changedNames } from './changed-names.ts';

test('names in words what is not the same on both sides', () => {
  const before = { name: 'A', clickUrl: null, version: 1, assets: [{ bytes: 1 }], state: 'approved' };
  const after = { name: 'A', clickUrl: 'https://a.example', version: 2, assets: [{ bytes: 2 }], archivedAt: 'now' };
  expect(changedNames(before, after)).toEqual(['click url', 'assets', 'state', 'archived at']);
});
