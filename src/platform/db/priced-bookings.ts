import { sql } from 'kysely';

/**
 * Bookings with their agreed price and the days of their flight (`daysOfFlight`), as a subquery. Source:
 * docs/decisions/0142-prices-under-review.md.
 */
export const pricedBookings = sql`(
  select booking.id,
    case when booking.agreed_pricing is null then booking.pricing_model
      else booking.agreed_pricing ->> 'pricingModel' end as pricing_model,
    case when booking.agreed_pricing is null then booking.rate_micros
      else (booking.agreed_pricing ->> 'rateMicros')::bigint end as rate_micros,
    case when booking.agreed_pricing is null then booking.rate_currency
      else booking.agreed_pricing ->> 'rateCurrency' end as rate_currency,
    greatest(1, round(coalesce(extract(epoch from booking.end_date - booking.start_date), 0) / 86400))::integer as flight_days
  from booking
)`;
