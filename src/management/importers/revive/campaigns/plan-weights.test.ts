import { describe, expect, test } from 'vitest';
import { overrideShares } from './override-shares.ts';
import { planWeights, type WeightedUnit } from './plan-weights.ts';

function unit(weight: number, options: Partial<WeightedUnit> = {}): WeightedUnit {
  return { weight, zoneIds: [1], isSingle: false, endMs: null, ...options };
}

/** Weight in Placard: each step of priority multiplies it by 4. */
function weightsOf(units: readonly WeightedUnit[]): readonly number[] {
  const plans = planWeights(units);
  return units.map((one) => (plans.get(one)?.priorities ?? []).reduce((sum, priority) => sum + 4 ** -priority, 0));
}

function expectProportional(weights: readonly number[]): void {
  const planned = weightsOf(weights.map((weight) => unit(weight)));
  const scale = (planned[0] ?? 0) / (weights[0] ?? 1);
  for (const [index, weight] of weights.entries()) {
    expect(Math.abs((planned[index] ?? 0) / (weight * scale) - 1), `weight ${weight}`).toBeLessThan(0.025);
  }
}

describe('weights', () => {
  test('that are equal are one booking each, with the default priority', () => {
    const units = [unit(3), unit(3), unit(3)];
    expect([...planWeights(units).values()].map(({ priorities }) => priorities)).toEqual([[5], [5], [5]]);
  });

  test('that are powers of 4 are one booking each', () => {
    const units = [unit(1), unit(4), unit(16)];
    expect([...planWeights(units).values()].map(({ priorities }) => priorities.length)).toEqual([1, 1, 1]);
    expect(weightsOf(units).map((weight) => weight / (weightsOf(units)[0] ?? 1))).toEqual([1, 4, 16]);
  });

  test('are reproduced within 2.5 percent of each other', () => {
    expectProportional([1, 2, 3, 5, 10]);
    expectProportional([1 / 7, 3 / 7, 1, 2, 7]);
    expectProportional([100, 1]);
    expectProportional([1, 127]);
    for (let other = 1; other <= 100; other += 1) expectProportional([other, 10]);
  });

  test('have priorities from 0 to 9, also if they are very different', () => {
    const plans = [...planWeights([unit(1e-9), unit(1), unit(1e9)]).values()];
    for (const { priorities } of plans) {
      expect(priorities.length).toBeGreaterThan(0);
      for (const priority of priorities)
        expect(priority >= 0 && priority <= 9 && Number.isInteger(priority)).toBe(true);
    }
  });

  test('of a booking that cannot be split are a power of 4, and the others are relative to it', () => {
    const units = [unit(3, { isSingle: true }), unit(1)];
    const plans = planWeights(units);
    expect(plans.get(units[0] as WeightedUnit)?.priorities).toHaveLength(1);
    const [capped = 0, other = 1] = weightsOf(units);
    expect(Math.abs(capped / other / 3 - 1)).toBeLessThan(0.025);
  });

  test('do not depend on campaigns of other zones', () => {
    const units = [unit(7), unit(3, { zoneIds: [2] }), unit(3, { zoneIds: [2, 3] }), unit(3, { zoneIds: [3] })];
    expect([...planWeights(units).values()].map(({ priorities }) => priorities)).toEqual([[5], [5], [5], [5]]);
  });

  test('do not rise toward the end: creatives end if the ends differ', () => {
    const [day, week] = [86_400_000, 7 * 86_400_000];
    const ends = (units: readonly WeightedUnit[]) =>
      [...planWeights(units).values()].map((plan) => plan.endsByCreatives);
    expect(ends([unit(1, { endMs: day }), unit(1, { endMs: day })])).toEqual([false, false]);
    expect(ends([unit(1, { endMs: day }), unit(1, { endMs: week })])).toEqual([true, true]);
    expect(ends([unit(1), unit(1, { endMs: week })])).toEqual([false, true]);
    expect(ends([unit(1), unit(1, { endMs: week, zoneIds: [2] })])).toEqual([false, false]);
  });
});

describe('shares of override campaigns', () => {
  const zones = [1, 2].map((id) => ({ id, positionKey: `p${id}`, formatKey: 'f', timeZone: 'UTC' }));
  const [first, second] = zones as [(typeof zones)[0], (typeof zones)[0]];

  test('add up to 100 percent in each zone', () => {
    const units = [1, 1, 1].map((weight) => ({ weight, zones: [first] }));
    const percents = [...overrideShares(units).values()].flatMap((shares) => shares.map(({ percent }) => percent));
    expect(percents.toSorted()).toEqual([33.33, 33.33, 33.34]);
  });

  test('differ by zone if other campaigns share only some zones', () => {
    const [one, other] = [
      { weight: 3, zones: [first, second] },
      { weight: 1, zones: [second] },
    ];
    expect(overrideShares([one, other]).get(one)).toEqual([
      { percent: 100, zones: [first] },
      { percent: 75, zones: [second] },
    ]);
  });
});
