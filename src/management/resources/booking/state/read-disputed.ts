import { type Kysely, sql } from 'kysely';
import { dayMs, hourMs } from '../../../../core/time/durations.ts';
import type { Database } from '../../../../platform/db/schema.ts';

/** Complete days that are compared. */
const comparedDays = 7;
/** Local days end up to this long after the same day in UTC. */
const latestZoneMs = 12 * hourMs;
/** A difference of up to this many times the square root of the counts is random, as for goals. */
const chance = 3;

/**
 * Returns the bookings for which the counts of a third party of the last complete days differ from their own by more than
 * the threshold of the account. Days without a count of the third party are not compared. Source:
 * docs/decisions/0231-discrepancies.md.
 * @param nowMs epoch ms
 */
export async function readDisputed(
  database: Kysely<Database>,
  bookingIds: readonly number[],
  nowMs: number,
): Promise<ReadonlySet<number>> {
  if (bookingIds.length === 0) return new Set();
  const [from, to] = [nowMs - latestZoneMs - comparedDays * dayMs, nowMs - latestZoneMs].map((atMs) =>
    new Date(atMs).toISOString().slice(0, 10),
  );
  const { rows } = await sql<{ id: number }>`
    select distinct compared.id from (
      select other.booking_id as id, sum(metric.theirs) as theirs, sum(coalesce(metric.ours, 0)) as ours
      from third_party_count other
      left join booking_day own on own.booking_id = other.booking_id and own.local_day = other.local_day
      cross join lateral (values
        ('impressions', other.impressions, own.impressions),
        ('viewables', other.viewables, own.viewables),
        ('clicks', other.clicks, own.clicks)
      ) metric (name, theirs, ours)
      where other.booking_id = any(${bookingIds}::bigint[]) and metric.theirs is not null
        and other.local_day >= ${from}::date and other.local_day < ${to}::date
      group by other.booking_id, other.source, metric.name
    ) compared
    where abs(compared.theirs - compared.ours) > greatest(
      compared.ours * (select discrepancy_threshold_percent from deployment_settings) / 100.0,
      ${chance} * sqrt(greatest(compared.theirs, compared.ours)))`.execute(database);
  return new Set(rows.map(({ id }) => id));
}
