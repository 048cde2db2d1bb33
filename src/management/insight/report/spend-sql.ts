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

/** Cost of one attributed conversion of the booking `priced`, in thousandths of a micro-unit. null: conversions are free. */
export const spendOfConversionSql: RawBuilder<unknown> = sql`case when priced.pricing_model = any(${modelsPaidPer('conversion')}::text[])
  then priced.rate_micros::numeric * ${sql.lit(thousandths)} end`;

/**
 * Columns of days of bookings that are grouped by `priceColumns`, from which `spendOfGroupSql` computes their cost:
 * counts of bookings with delivery on the day, of those that deliver for the first time, and of those whose flight has
 * more days than delivered so far.
 */
export const groupedDayColumns = sql`
  count(*) filter (where booking_day.impressions > 0) as delivering,
  count(*) filter (where case when priced.pricing_model = any(${modelsPaidPer('booking')}::text[])
    then booking_day.impressions > 0 and ${earlierDays('booking_day')} = 0 end) as beginning,
  count(*) filter (where case when priced.pricing_model = any(${modelsPaidPer('day_of_flight')}::text[])
    then booking_day.impressions > 0 and ${earlierDays('booking_day')} < priced.flight_days end) as in_flight`;

/** Columns that bookings with the same cost of a day have in common. */
export const priceColumns = sql`priced.pricing_model, priced.rate_micros, priced.rate_currency,
  case when priced.pricing_model = any(${modelsPaidPer('day_of_flight')}::text[]) then priced.flight_days end`;

/**
 * Cost of days of bookings with one price, in thousandths of a micro-unit. null without a price. The sum over all groups
 * equals the sum of `spendSql` over all hours.
 * @param group has the columns of `groupedDayColumns`, `pricing_model`, `rate_micros`, `flight_days` and the sums of the
 *   counters
 */
export function spendOfGroupSql(group: string): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${group}.${name}`);
  const rate = sql`${column('rateMicros')}::numeric`;
  const costOf = (unit: PriceUnit) => {
    switch (unit.per) {
      case 'events':
        return sql`${column(unit.counter)} * ${rate} * ${sql.lit(thousandths / unit.events)}`;
      case 'conversion':
        return sql`0`;
      case 'day':
        return sql`${column('delivering')} * ${rate} * ${sql.lit(thousandths)}`;
      case 'day_of_flight':
        return sql`${column('inFlight')} * ${rate} * ${sql.lit(thousandths)} / ${column('flightDays')}`;
      case 'booking':
        return sql`${column('beginning')} * ${rate} * ${sql.lit(thousandths)}`;
    }
  };
  const costs = priceModelCodes.map((code) => sql`when ${sql.lit(code)} then ${costOf(priceModels[code].unit)}`);
  return sql`case ${column('pricingModel')} ${sql.join(costs, sql` `)} end`;
}

/** Returns the price models with a unit. */
function modelsPaidPer(per: PriceUnit['per']): string[] {
  return priceModelCodes.filter((code) => priceModels[code].unit.per === per);
}

/** Returns the number of earlier local days with an impression of the booking of a row. */
function earlierDays(table: string): RawBuilder<unknown> {
  return sql`(select count(*) from booking_day earlier
    where earlier.booking_id = ${sql.ref(`${table}.bookingId`)} and earlier.impressions > 0
      and earlier.local_day < ${sql.ref(`${table}.localDay`)})`;
}

function spendOf(unit: PriceUnit): RawBuilder<unknown> {
  // The price of a day is divided among its rows by their impressions of that day.
  const partOfDay = sql`priced.rate_micros::numeric * ${sql.lit(thousandths)} * delivery_hour.impressions
    / nullif(shown.impressions, 0)`;
  switch (unit.per) {
    case 'events':
      return sql`${sql.ref(`delivery_hour.${unit.counter}`)}::numeric * priced.rate_micros * ${sql.lit(thousandths / unit.events)}`;
    case 'conversion':
      return sql`0::numeric`;
    case 'day':
      return partOfDay;
    case 'day_of_flight':
      return sql`case when ${earlierDays('delivery_hour')} < priced.flight_days
        then ${partOfDay} / priced.flight_days end`;
    case 'booking':
      return sql`case when ${earlierDays('delivery_hour')} = 0 then ${partOfDay} end`;
  }
}
