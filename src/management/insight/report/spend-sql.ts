import { type RawBuilder, sql } from 'kysely';
import { type PriceUnit, priceModelCodes, priceModels } from '../../../core/pricing/price-model.ts';

/** Thousandths of a micro-unit per micro-unit, so that fractions of an impression's price stay exact. */
const thousandths = 1000;

/** The price of a day is divided among its rows by their impressions of that day. */
const partOfDay = sql`
  priced.rate_micros::numeric * ${sql.lit(thousandths)} * delivery_hour.impressions / nullif(shown.impressions, 0)`;

/**
 * Cost of the counts of one row of `delivery_hour`, in thousandths of a micro-unit. null without a price. `priced` is
 * the agreed price of the booking, `shown` its counts of the local day.
 */
export const spendSql = sql`case priced.pricing_model ${sql.join(
  priceModelCodes.map((code) => sql`when ${sql.lit(code)} then ${spendOf(priceModels[code].unit)}`),
  sql` `,
)} end`;

function spendOf(unit: PriceUnit): RawBuilder<unknown> {
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
