import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/db/schema.ts';

/**
 * Returns SQL for the usual daily requests of a position, as learned by pacing: the mean of the observed hours at the
 * current level. During the first hour an extrapolation of its observed part. null: no requests yet.
 * @param positionId ID of the position in the surrounding query
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

/** Returns the rounded daily requests by position ID. Positions without requests are omitted. */
export async function readDailyRequests(
  database: Kysely<Database>,
  positionIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; requests: number | null }>`
    select asked.id, ${dailyRequestsSql(sql`asked.id`)} as requests from unnest(${positionIds}::bigint[]) asked (id)
  `.execute(database);
  return new Map(rows.flatMap(({ id, requests }) => (requests === null ? [] : [[id, Math.round(requests)]])));
}
