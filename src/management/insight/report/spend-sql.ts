import { type RawBuilder, sql } from 'kysely';
import { type PriceUnit, priceModelCodes, priceModels } from '../../../core/pricing/price-model.ts';

/** Thousandths of a micro-unit per micro-unit, so that fractions of an impression's price stay exact. */
const thousandths = 1000;

/**
 * Cost of the counts of one row of `delivery_hour`, in thousandths of a micro-unit. null without a price. `priced` is the
 * agreed price of the booking, and `shown` has the counts of the booking on the local day of the row.
 */
export const spendSql: RawBuilder<unknown> = sql`case priced.pricing_model ${sql.join(
  priceModelCodes.map((code) => sql`when ${sql.lit(code)} then ${spendOf(priceModels[code].unit)}`),
  sql` `,
)} end`;

/**
 * Columns of days of bookings that are grouped by price, from which `spendOfGroupSql` computes their cost: counts of
 * bookings with delivery on the day, and of those that deliver for the first time.
 */
export const groupedDayColumns = sql`
  count(*) filter (where booking_day.impressions > 0) as delivering,
  count(*) filter (where case when priced.pricing_model = any(${modelsPaidOnce()}::text[])
    then booking_day.impressions > 0 and not exists (
      select 1 from booking_day earlier
      where earlier.booking_id = booking_day.booking_id and earlier.impressions > 0
        and earlier.local_day < booking_day.local_day
    ) end) as beginning`;

/**
 * Cost of days of bookings with one price, in thousandths of a micro-unit. null without a price. The sum over all groups
 * equals the sum of `spendSql` over all hours.
 * @param group has the columns of `groupedDayColumns`, `pricing_model`, `rate_micros` and the sums of the counters
 */
export function spendOfGroupSql(group: string): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${group}.${name}`);
  const rate = sql`${column('rateMicros')}::numeric`;
  const costs = priceModelCodes.map((code) => {
    const { unit } = priceModels[code];
    const cost =
      unit.per === 'events'
        ? sql`${column(unit.counter)} * ${rate} * ${sql.lit(thousandths / unit.events)}`
        : sql`${column(unit.per === 'day' ? 'delivering' : 'beginning')} * ${rate} * ${sql.lit(thousandths)}`;
    return sql`when ${sql.lit(code)} then ${cost}`;
  });
  return sql`case ${column('pricingModel')} ${sql.join(costs, sql` `)} end`;
}

function modelsPaidOnce(): string[] {
  return priceModelCodes.filter((code) => priceModels[code].unit.per === 'booking');
}

function spendOf(unit: PriceUnit): RawBuilder<unknown> {
  // The price of a day is divided among its rows by their impressions of that day.
  const partOfDay = sql`priced.rate_micros::numeric * ${sql.lit(thousandths)} * delivery_hour.impressions
    / nullif(shown.impressions, 0)`;
  switch (unit.per) {
    case 'events':
      return sql`${sql.ref(`delivery_hour.${unit.counter}`)}::numeric * priced.rate_micros * ${sql.lit(thousandths / unit.events)}`;
    case 'day':
      return partOfDay;
    case 'booking':
      return sql`case when delivery_hour.local_day = (
        select min(first.local_day) from booking_day first
        where first.booking_id = delivery_hour.booking_id and first.impressions > 0
      ) then ${partOfDay} end`;
  }
}
