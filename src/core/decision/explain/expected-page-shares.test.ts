import { expect, test } from 'vitest';
import { expectedPageShares } from './expected-page-shares.ts';
import { type Contender, expectedShares } from './expected-shares.ts';

const nowMs = Date.parse('2026-11-22T12:00:00Z');
const contender = (id: number, change: Partial<Contender> = {}): Contender => ({
  id,
  priority: 5,
  endMs: null,
  method: 'share',
  claimedPart: 0,
  roadblock: 'none',
  ...change,
});

function expectShares(positions: readonly (readonly Contender[])[], expected: readonly Record<number, number>[]): void {
  const shares = expectedPageShares(positions, nowMs);
  expect(shares).toHaveLength(expected.length);
  for (const [index, ofPosition] of expected.entries()) {
    expect([...(shares[index] as ReadonlyMap<number, number>).keys()].sort()).toEqual(
      Object.keys(ofPosition).map(Number),
    );
    for (const [id, share] of Object.entries(ofPosition)) {
      const difference = Math.abs((shares[index]?.get(Number(id)) ?? -1) - share);
      expect(difference, `booking ${id} at ${index}`).toBeLessThan(0.015);
    }
  }
}

test('a roadblock has the share of its first position in all its positions', () => {
  const roadblock = contender(0, { roadblock: 'as_many_as_possible' });
  const strong = contender(3, { priority: 4 });
  // Alone with booking 2 it has a half, against booking 3 it would have a fifth.
  expectShares(
    [[roadblock, contender(2)], [roadblock, strong], [strong]],
    [{ 0: 0.5, 2: 0.5 }, { 0: 0.5, 3: 0.5 }, { 3: 1 }],
  );
});

test('a share of voice keeps its part of a position from a roadblock', () => {
  const voice = contender(9, { method: 'share_of_voice', claimedPart: 0.3 });
  const complete = contender(1, { roadblock: 'all', priority: 0 });
  expectShares([[complete], [complete, voice]], [{ 1: 0.7 }, { 1: 0.7, 9: 0.3 }]);
});

test('a goal claims pages: its claimed part is its share of each of its positions', () => {
  const goal = contender(1, { roadblock: 'all', method: 'even', claimedPart: 0.4 });
  expectShares([[goal, contender(2)], [goal]], [{ 1: 0.4, 2: 0.6 }, { 1: 0.4 }]);
});

test('positions without a roadblock that takes several are considered separately', () => {
  const positions = [[contender(1, { roadblock: 'all' }), contender(2)], [contender(2)]];
  expect(expectedPageShares(positions, nowMs)).toEqual(positions.map((one) => expectedShares(one, nowMs)));
});
