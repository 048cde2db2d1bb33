import { type Kysely, sql } from 'kysely';
import type { HourlyRequests } from '../../core/pacing/back-test.ts';
import { hourMs } from '../../core/time/durations.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { PastHour, Traffic } from './traffic.ts';

/** Loads the learned traffic of positions. @param positionIds omitted: all */
export async function loadTraffic(database: Kysely<Database>, positionIds?: readonly number[]): Promise<Traffic> {
  const rows = await database
    .selectFrom('trafficCurve')
    .selectAll('trafficCurve')
    .$if(positionIds !== undefined, (query) =>
      query.where('trafficCurve.positionId', '=', (eb) => eb.fn.any(eb.val([...(positionIds ?? [])]))),
    )
    .execute();
  return new Map(
    rows.map(({ positionId, hours, level, hour, requests, observedMs }) => {
      const usual = Float64Array.from(hours, (requestsOfHour) => requestsOfHour ?? Number.NaN);
      return [positionId, { curve: { hours: usual, level }, hour, requests, observedMs }];
    }),
  );
}

/** Stores the traffic. Replaces concurrent changes, because there is one pacing process. */
export async function saveTraffic(database: Kysely<Database>, traffic: Traffic): Promise<void> {
  if (traffic.size === 0) return;
  const rows = [...traffic].map(([positionId, { curve, hour, requests, observedMs }]) => ({
    positionId,
    hours: Array.from(curve.hours, (usual) => (Number.isNaN(usual) ? null : usual)),
    level: curve.level,
    hour,
    requests,
    observedMs: Math.round(observedMs),
  }));
  await sql`
    insert into traffic_curve (position_id, hours, level, hour, requests, observed_ms)
    select given."positionId", given.hours, given.level, given.hour, given.requests, given."observedMs"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given ("positionId" bigint, hours double precision[],
      level double precision, hour bigint, requests bigint, "observedMs" bigint)
    on conflict (position_id) do update set hours = excluded.hours, level = excluded.level, hour = excluded.hour,
      requests = excluded.requests, observed_ms = excluded.observed_ms, updated_at = now()`.execute(database);
}

const hoursPerDay = 24;
/** Retention in days per position: six weeks, used by back-tests of forecasts. */
export const keptTrafficDays = 42;

/** Returns the requests of positions in the retained complete hours. Positions without data are omitted. */
export async function readPastHours(
  database: Kysely<Database>,
  positionIds: readonly number[],
  nowMs: number,
): Promise<ReadonlyMap<number, HourlyRequests>> {
  const today = Math.floor(nowMs / (hoursPerDay * hourMs));
  const rows = await database
    .selectFrom('trafficDay')
    .selectAll('trafficDay')
    .where('trafficDay.positionId', '=', (eb) => eb.fn.any(eb.val([...positionIds])))
    .where('trafficDay.day', '<', today)
    .where('trafficDay.day', '>=', today - keptTrafficDays)
    .orderBy('trafficDay.positionId')
    .orderBy('trafficDay.day')
    .execute();
  const found = new Map<number, HourlyRequests>();
  for (const { positionId, day, hours } of rows) {
    const known = found.get(positionId) ?? {
      firstHour: day * hoursPerDay,
      requests: new Float64Array((today - day) * hoursPerDay).fill(Number.NaN),
    };
    found.set(positionId, known);
    const at = day * hoursPerDay - known.firstHour;
    for (const [hour, requests] of hours.entries()) if (requests !== null) known.requests[at + hour] = requests;
  }
  return found;
}

/** Stores completed hours of each position, and deletes old ones. */
export async function savePastHours(
  database: Kysely<Database>,
  past: readonly PastHour[],
  nowMs: number,
): Promise<void> {
  const days = new Map<string, { positionId: number; day: number; hours: (number | null)[] }>();
  for (const { positionId, hour, requests } of past) {
    const day = Math.floor(hour / hoursPerDay);
    const key = `${positionId} ${day}`;
    const known = days.get(key) ?? { positionId, day, hours: Array<number | null>(hoursPerDay).fill(null) };
    days.set(key, known);
    known.hours[hour % hoursPerDay] = requests;
  }
  if (days.size === 0) return;
  await sql`
    insert into traffic_day as known (position_id, day, hours)
    select given."positionId", given.day, given.hours
    from jsonb_to_recordset(${JSON.stringify([...days.values()])}::jsonb)
      as given ("positionId" bigint, day integer, hours double precision[])
    on conflict (position_id, day) do update set hours = (
      select array_agg(coalesce(later.requests, earlier.requests) order by earlier.hour_index)
      from unnest(known.hours) with ordinality earlier (requests, hour_index)
      join unnest(excluded.hours) with ordinality later (requests, hour_index) on later.hour_index = earlier.hour_index
    )`.execute(database);
  const today = Math.floor(nowMs / (hoursPerDay * hourMs));
  await database
    .deleteFrom('trafficDay')
    .where('trafficDay.day', '<', today - keptTrafficDays)
    .execute();
}
