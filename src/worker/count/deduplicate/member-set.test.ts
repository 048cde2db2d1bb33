import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decisionsPerRange } from '../../../platform/keys/decision-ids.ts';
import { decodeMembers, encodeMembers } from './member-set.ts';

const sets = fc
  .uniqueArray(fc.nat({ max: decisionsPerRange - 1 }), { maxLength: 600 })
  .map((members) => members.sort((one, other) => one - other));

test('a set of members is read as it was written, in at most 513 bytes', () => {
  fc.assert(
    fc.property(sets, (members) => {
      const bytes = encodeMembers(members);
      expect(bytes.length).toBe(1 + Math.min(members.length * 2, decisionsPerRange / 8));
      expect(decodeMembers(bytes)).toEqual(members);
    }),
  );
});

test('a full set takes a bit for each member', () => {
  const all = [...Array.from({ length: decisionsPerRange }).keys()];
  expect(encodeMembers(all).length).toBe(1 + decisionsPerRange / 8);
  expect(decodeMembers(encodeMembers(all))).toEqual(all);
});

test('an unknown format is rejected', () => {
  expect(() => decodeMembers(Buffer.from([7, 1]))).toThrow(/Unknown format/);
});
