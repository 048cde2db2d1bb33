import { type Kysely, sql } from 'kysely';
import { decimalFromMicros } from '../../../core/vocabulary/money.ts';
import { dailyRequestsSql } from '../../../exchange/plan/daily-requests.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { claimOfGoal } from './claim-of-goal.ts';
import { ancestrySql, coveredPositionsSql } from './covered-sql.ts';
import type { CompetitorRow } from './read-competitors.ts';
import { hasScreenCondition, readScreenMatch } from './screen-conditions.ts';

/**
 * Returns the fraction of the requests that each booking needs at its positions, 0 to 1, from now or its start until
 * its end. Goals without an end, and bookings without a guarantee, need 0.
 */
export async function bookedClaims(
  database: Kysely<Database>,
  bookings: readonly CompetitorRow[],
  nowMs: number,
): Promise<ReadonlyMap<number, number>> {
  const guaranteed = bookings.filter(({ delivery: { method } }) => ['share_of_voice', 'even', 'asap'].includes(method));
  const requestsPerDay = await readDailyRequestsOfBookings(
    database,
    guaranteed.filter(({ delivery }) => delivery.method !== 'share_of_voice'),
  );
  return new Map(
    guaranteed.map((booking) => {
      const { id, delivery, pricingModel, rateMicros, startDate, endDate } = booking;
      // The day on which an `asap` goal is reached is unknown, so it is spread like an `even` one.
      const method = delivery.method === 'asap' ? 'even' : delivery.method;
      const pricing =
        pricingModel === null || rateMicros === null
          ? null
          : { model: pricingModel, rate: { amount: decimalFromMicros(rateMicros) } };
      const claim = claimOfGoal(
        {
          delivery: { ...delivery, method },
          pricing,
          endMs: endDate?.getTime() ?? null,
          atMs: Math.max(nowMs, startDate.getTime()),
          delivered: booking,
        },
        [{ requestsPerDay: requestsPerDay.get(id) ?? null }],
      );
      return [id, claim ?? 0];
    }),
  );
}

/**
 * Returns the usual daily requests of all positions of each booking, without those that its targeting excludes by the
 * screen. Bookings without requests are omitted.
 */
async function readDailyRequestsOfBookings(
  database: Kysely<Database>,
  bookings: readonly CompetitorRow[],
): Promise<ReadonlyMap<number, number>> {
  const targetings = new Map(bookings.map(({ id, targeting }) => [id, targeting]));
  const idsOf = (isScreened: boolean) =>
    bookings.flatMap(({ id, targeting }) => (hasScreenCondition(targeting) === isScreened ? [id] : []));
  const sums = await readRequests(database, idsOf(false), 'booking');
  const parts = await readRequests(database, idsOf(true), 'position');
  const matches = await readScreenMatch(
    database,
    parts.map(({ positionId }) => positionId ?? 0),
    [...targetings.values()],
  );
  const requestsOf = new Map<number, number>();
  for (const { id, positionId, requests } of [...sums, ...parts]) {
    if (requests === null || (positionId !== null && !matches(targetings.get(id) ?? null, positionId))) continue;
    requestsOf.set(id, (requestsOf.get(id) ?? 0) + requests);
  }
  return requestsOf;
}

type RequestsRow = { readonly id: number; readonly positionId: number | null; readonly requests: number | null };

/** Reads the usual daily requests of bookings, per booking or per position of a booking. */
async function readRequests(
  database: Kysely<Database>,
  bookingIds: readonly number[],
  per: 'booking' | 'position',
): Promise<readonly RequestsRow[]> {
  if (bookingIds.length === 0) return [];
  const position = per === 'position' ? sql`covered.position_id` : sql`null::bigint`;
  const { rows } = await sql<RequestsRow>`
    with recursive wanted as (select booking.* from booking where booking.id = any(${bookingIds}::bigint[])),
    ancestry (ancestor, publisher_id) as (${ancestrySql(sql`publisher.id in (select unnest(wanted.publisher_ids) from wanted)`)}
    ),
    live as (
      select position.id as position_id, position.location_id, location.publication_id, publication.publisher_id
      from position join location on location.id = position.location_id and location.archived_at is null
      join publication on publication.id = location.publication_id and publication.archived_at is null
      where position.archived_at is null
    ),
    covered as (${coveredPositionsSql('live')}),
    daily as (
      select known.position_id, ${dailyRequestsSql(sql`known.position_id`)} as requests
      from (select distinct covered.position_id from covered) known
    )
    select covered.id, ${position} as position_id, sum(daily.requests) as requests
    from covered join daily on daily.position_id = covered.position_id
    group by covered.id, ${position}`.execute(database);
  return rows;
}
