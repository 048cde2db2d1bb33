import { expect, test } from 'vitest';
import { kindsOfMonths } from '../simulation/months-of-traffic.ts';
import { type PackageMonth, simulatePackageMonths } from '../simulation/package-months.ts';

/** Months of each kind of traffic. */
const months = Number(process.env['PLACARD_TEST_MONTHS'] ?? 60);

test('actual delivery is within the range of 90 to 99 % of the forecasts of packages', async () => {
  const all = await simulatePackageMonths(months);
  for (const kind of Object.keys(kindsOfMonths))
    report(
      kind,
      all.filter((month) => month.kind === kind),
    );
  for (const type of ['guaranteed', 'non_guaranteed'])
    report(
      type,
      all.filter(({ deliveryType }) => deliveryType === type),
    );
  const held = report('all months', all);
  expect(held).toBeGreaterThanOrEqual(0.9);
  expect(held).toBeLessThanOrEqual(0.99);
}, 1_800_000);

/** Prints a line of the table. Returns the part of the months whose delivery is within the range. */
function report(name: string, given: readonly PackageMonth[]): number {
  const known = given.flatMap(({ forecast: { impressions }, delivered }) =>
    impressions === null ? [] : [{ ...impressions, delivered }],
  );
  const below = known.filter(({ low, delivered }) => delivered < low).length;
  const above = known.filter(({ high, delivered }) => delivered > high).length;
  const held = 1 - (below + above) / known.length;
  const mean = (of: (one: (typeof known)[number]) => number) =>
    known.reduce((sum, one) => sum + of(one), 0) / known.length;
  const error = mean(({ expected, delivered }) => Math.abs(expected - delivered) / Math.max(1, delivered));
  const width = mean(({ expected, low, high }) => (high - low) / 2 / Math.max(1, expected));
  process.stdout.write(
    `${name.padEnd(20)} ${String(known.length).padStart(5)} months, ${(100 * held).toFixed(1).padStart(5)} % within, ` +
      `${below} below, ${above} above, mean error ${(100 * error).toFixed(1)} %, half width ${(100 * width).toFixed(1)} %\n`,
  );
  return held;
}
