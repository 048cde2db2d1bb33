import { describe, expect, test } from 'vitest';
import { createRandomStream } from '../rotation/beta-sampler.ts';
import { compareRates } from './compare-rates.ts';

describe('the comparison of two rates', () => {
  test('agrees with published values', () => {
    // R: prop.test(c(120, 100), c(1000, 1000), correct = FALSE)$p.value is 0.1532.
    const compared = compareRates({ events: 120, trials: 1_000 }, { events: 100, trials: 1_000 });
    expect(compared?.lift).toBeCloseTo(0.2, 10);
    expect(compared?.pValue).toBeCloseTo(0.1532, 3);
    // Katz interval of the ratio 1.2: exp(log(1.2) -+ 1.96 * 0.1278).
    expect(compared?.low).toBeCloseTo(-0.0659, 3);
    expect(compared?.high).toBeCloseTo(0.5416, 3);
  });

  test('is symmetric, and certain about large differences', () => {
    const [one, other] = [
      { events: 300, trials: 10_000 },
      { events: 200, trials: 10_000 },
    ];
    expect(compareRates(one, other)?.pValue).toBeCloseTo(compareRates(other, one)?.pValue ?? -1, 10);
    expect(compareRates(one, other)?.pValue).toBeLessThan(0.001);
    expect(compareRates(one, one)).toMatchObject({ lift: 0, pValue: expect.closeTo(1, 6) });
  });

  test('is unknown for few events, and for more events than trials', () => {
    expect(compareRates({ events: 4, trials: 100 }, { events: 50, trials: 100 })).toBeNull();
    expect(compareRates({ events: 50, trials: 100 }, { events: 101, trials: 100 })).toBeNull();
  });

  test('finds a difference between equal rates in about 5 % of experiments', () => {
    const random = createRandomStream(2_026, 11);
    const experiments = 2_000;
    let [different, outside] = [0, 0];
    for (let number = 0; number < experiments; number += 1) {
      const counted = () => {
        let events = 0;
        for (let trial = 0; trial < 1_000; trial += 1) if (random.uniform() < 0.08) events += 1;
        return { events, trials: 1_000 };
      };
      const compared = compareRates(counted(), counted());
      if (compared === null) throw new Error('too few events');
      if (compared.pValue < 0.05) different += 1;
      if (compared.low > 0 || compared.high < 0) outside += 1;
    }
    for (const count of [different, outside]) {
      expect(count / experiments).toBeGreaterThan(0.035);
      expect(count / experiments).toBeLessThan(0.065);
    }
  });
});
