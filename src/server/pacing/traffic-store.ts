import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Traffic } from './traffic.ts';

/** What was learned of the traffic of positions. */
export async function loadTraffic(database: Kysely<Database>): Promise<Traffic> {
  const rows = await database.selectFrom('trafficCurve').selectAll('trafficCurve').execute();
  return new Map(
    rows.map(({ positionId, hours, level, hour, requests, observedMs }) => {
      const usual = Float64Array.from(hours, (requestsOfHour) => requestsOfHour ?? Number.NaN);
      return [positionId, { curve: { hours: usual, level }, hour, requests, observedMs }];
    }),
  );
}

/** Keeps it; what another process has learned meanwhile is replaced, for there is one pacing. */
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
