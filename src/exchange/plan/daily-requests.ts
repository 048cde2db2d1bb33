import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/db/schema.ts';

/**
 * Requests of a usual day of a position, as the pacing has learned them: the mean of the hours that were seen, at the level of the
 * last ones; in the first hour what was seen of it. Null: nobody asked yet.
 * @param positionId id of the position, in the query that it stands in
 */
export function dailyRequestsSql(positionId: RawBuilder<unknown>): RawBuilder<number | null> {
  return sql<number | null>`(
    select coalesce(
      (select avg(seen.requests) from unnest(curve.hours) as seen (requests)) * curve.level,
      curve.requests * 3600000.0 / greatest(2000, curve.observed_ms)
    ) * 24
    from traffic_curve curve where curve.position_id = ${positionId}
  )::double precision`;
}

/** The same of some positions, rounded, by their ids; those that nobody asked for are left out. */
export async function readDailyRequests(
  database: Kysely<Database>,
  positionIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; requests: number | null }>`
    select asked.id, ${dailyRequestsSql(sql`asked.id`)} as requests from unnest(${positionIds}::bigint[]) asked (id)
  `.execute(database);
  return new Map(rows.flatMap(({ id, requests }) => (requests === null ? [] : [[id, Math.round(requests)]])));
}
