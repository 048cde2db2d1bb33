import { type Kysely, sql } from 'kysely';
import { type PriceModel, type PriceUnit, priceModelCodes, priceModels } from '../../core/pricing/price-model.ts';
import { pricedBookings } from '../../platform/db/priced-bookings.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { PacedBooking } from './read-paced-bookings.ts';

/** Spend that limits bookings with a budget. */
export type Spend = {
  /** Spend of campaigns with a budget, in micro-units, including archived bookings. */
  readonly spentByCampaign: ReadonlyMap<number, number>;
  /** Last local day with an impression, of bookings with a price per day. */
  readonly lastDays: ReadonlyMap<number, string>;
};

/** Reads the spend of the campaigns of these bookings that have a budget. */
export async function readSpend(database: Kysely<Database>, bookings: readonly PacedBooking[]): Promise<Spend> {
  const limited = bookings.filter(({ budget }) => budget?.campaign != null);
  const campaignIds = [...new Set(limited.flatMap(({ budget }) => budget?.campaign?.id ?? []))];
  if (campaignIds.length === 0) return { spentByCampaign: new Map(), lastDays: new Map() };
  const daily = limited.flatMap(({ bookingId, budget }) => (hasDailyPrice(budget?.price.model) ? [bookingId] : []));
  const [spent, days] = await Promise.all([
    sql<{ campaignId: number; micros: string }>`
      select booking.campaign_id, sum(${costSql})::text as micros
      from booking
      join ${pricedBookings} priced on priced.id = booking.id
      join booking_total total on total.booking_id = booking.id
      where booking.campaign_id = any(${campaignIds}::bigint[])
      group by booking.campaign_id`.execute(database),
    daily.length === 0
      ? { rows: [] }
      : sql<{ bookingId: number; lastDay: string }>`
          select booking_day.booking_id, max(booking_day.local_day)::text as last_day from booking_day
          where booking_day.booking_id = any(${daily}::bigint[]) and booking_day.impressions > 0
          group by booking_day.booking_id`.execute(database),
  ]);
  return {
    spentByCampaign: new Map(spent.rows.map(({ campaignId, micros }) => [campaignId, Number(micros ?? 0)])),
    lastDays: new Map(days.rows.map(({ bookingId, lastDay }) => [bookingId, lastDay])),
  };
}

function hasDailyPrice(model: PriceModel | undefined): boolean {
  return model !== undefined && ['day', 'day_of_flight'].includes(priceModels[model].unit.per);
}

/** Local days of a booking with an impression. */
const deliveredDays = sql`(
  select count(*) from booking_day where booking_day.booking_id = booking.id and booking_day.impressions > 0)`;

/** Cost of all counts of a booking, in micro-units. */
const costSql = sql`case priced.pricing_model ${sql.join(
  priceModelCodes.map((code) => sql`when ${sql.lit(code)} then ${costOf(priceModels[code].unit)}`),
  sql` `,
)} else 0 end`;

function costOf(unit: PriceUnit) {
  switch (unit.per) {
    case 'events':
      return sql`${sql.ref(`total.${unit.counter}`)}::numeric * priced.rate_micros / ${sql.lit(unit.events)}`;
    case 'conversion':
      return sql`priced.rate_micros::numeric * (
        select count(*) from conversion_line where conversion_line.booking_id = booking.id)`;
    case 'day':
      return sql`priced.rate_micros::numeric * ${deliveredDays}`;
    case 'day_of_flight':
      return sql`priced.rate_micros::numeric * least(${deliveredDays}, priced.flight_days) / priced.flight_days`;
    case 'booking':
      return sql`case when total.impressions > 0 then priced.rate_micros::numeric else 0 end`;
  }
}
