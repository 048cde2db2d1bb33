import { type Kysely, sql } from 'kysely';
import type { DailyRequests } from '../../../core/pacing/period-forecast.ts';
import { dayMs } from '../../../core/time/durations.ts';
import { keptTrafficDays } from '../../../exchange/plan/traffic-store.ts';
import type { Database } from '../../../platform/db/schema.ts';

/** Fewest recorded hours of a day that is used. */
const leastHours = 12;
/** Smallest part of the usual requests of a package that the positions recorded on a day must have. */
const leastKnown = 0.5;

/** Part of the requests of each position of a package that counts, 0 to 1. */
export type PositionWeights = ReadonlyMap<number, number>;

type Row = {
  readonly index: number;
  readonly day: number;
  /** Weighted sum of the positions that are recorded on the day. */
  readonly requests: number;
  /** Usual weighted requests of these positions, and of all positions of the package. */
  readonly known: number;
  readonly whole: number;
};

/**
 * Reads the weighted requests of several packages on each recorded day, in one query. A day on which only a part of the
 * positions is recorded is extrapolated by their usual requests. null: nothing is recorded.
 */
export async function readDailyRequestsOfPackages(
  database: Kysely<Database>,
  packages: readonly PositionWeights[],
  nowMs: number,
): Promise<readonly (DailyRequests | null)[]> {
  const today = Math.floor(nowMs / dayMs);
  const weights = packages.flatMap((positions, index) =>
    [...positions].map(([positionId, weight]) => ({ index, positionId, weight })),
  );
  const { rows } = await sql<Row>`
    with wanted as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(weights)}::jsonb)
        as given (index int, "positionId" bigint, weight double precision)
    ), recorded as materialized (
      select traffic_day.position_id, traffic_day.day, hour.total * 24.0 / hour.seen as requests
      from traffic_day
      cross join lateral (
        select sum(requests) as total, count(requests) as seen from unnest(traffic_day.hours) one (requests)
      ) hour
      where traffic_day.position_id in (select "positionId" from wanted)
        and traffic_day.day < ${today} and traffic_day.day >= ${today - keptTrafficDays} and hour.seen >= ${leastHours}
    ), usual as (
      select wanted.index, wanted."positionId" as position_id, wanted.weight, avg(recorded.requests) as requests
      from wanted join recorded on recorded.position_id = wanted."positionId"
      group by wanted.index, wanted."positionId", wanted.weight
    ), whole as (
      select usual.index, sum(usual.weight * usual.requests) as requests from usual group by usual.index
    )
    select usual.index, recorded.day, sum(usual.weight * recorded.requests) as requests,
      sum(usual.weight * usual.requests) as known, whole.requests as whole
    from usual join recorded on recorded.position_id = usual.position_id join whole on whole.index = usual.index
    group by usual.index, recorded.day, whole.requests
    order by usual.index, recorded.day`.execute(database);
  const found = Map.groupBy(rows, ({ index }) => index);
  return packages.map((_, index) => {
    const days = found.get(index);
    return days === undefined ? null : seriesOf(days, today);
  });
}

function seriesOf(rows: readonly Row[], today: number): DailyRequests {
  const firstDay = rows[0]?.day ?? today;
  const requests = new Float64Array(today - firstDay).fill(Number.NaN);
  for (const { day, requests: count, known, whole } of rows) {
    if (whole > 0 && known >= leastKnown * whole) requests[day - firstDay] = (count * whole) / known;
    else if (whole === 0) requests[day - firstDay] = 0;
  }
  return { firstDay, requests };
}
