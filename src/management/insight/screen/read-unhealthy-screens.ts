import { type Kysely, sql } from 'kysely';
import type { UnhealthyScreen, UnhealthyScreensQuery } from '../../../contract/inventory/screen-health.ts';
import { playClockToleranceMs, screenGoneMs, screenLateMs } from '../../../core/vocabulary/limits/screen-limits.ts';
import { type ScreenCondition, screenConditions } from '../../../core/vocabulary/screen-conditions.ts';
import type { Database } from '../../../platform/db/schema.ts';

/**
 * Returns screens needing attention, the most severe first. Source: docs/decisions/0134-screens-needing-attention.md.
 */
export async function readUnhealthyScreens(
  database: Kysely<Database>,
  query: UnhealthyScreensQuery,
  nowMs: number,
): Promise<{ readonly screens: readonly UnhealthyScreen[]; readonly total: number }> {
  const { limit, offset = 0, condition = [...screenConditions] } = query;
  const { rows } = await sql<UnhealthyRow>`
    with screen as (
      select screen_device.position_id, screen_device.device_id, screen_device.last_seen_at, screen_device.clock_ahead_ms,
        array_remove(array[
          case when abs(screen_device.clock_ahead_ms) > ${playClockToleranceMs} then ${named('wrong_clock')} end,
          case when exists (
            select from play_chain join play_finding on play_finding.chain_id = play_chain.id
            where play_chain.position_id = screen_device.position_id and play_chain.device_id = screen_device.device_id
          ) then ${named('records_changed')} end,
          case when cardinality(screen_device.missing_files) > 0 then ${named('files_missing')} end,
          case when screen_device.last_seen_at < ${new Date(nowMs - screenLateMs)} then ${named('not_seen')} end
        ], null) as conditions
      from screen_device
      where screen_device.last_seen_at >= ${new Date(nowMs - screenGoneMs)}
    )
    select screen.position_id, position.slot_name, screen.device_id, screen.last_seen_at, screen.clock_ahead_ms,
      screen.conditions, count(*) over () as total
    from screen join position on position.id = screen.position_id
    where screen.conditions && ${condition}::text[] and position.archived_at is null
    order by array_position(${[...screenConditions]}::text[], screen.conditions[1]), screen.last_seen_at desc,
      screen.position_id, screen.device_id
    limit ${limit} offset ${offset}`.execute(database);
  // Beyond the last page there is no row with the total.
  if (rows.length === 0 && offset > 0) {
    return {
      screens: [],
      total: (await readUnhealthyScreens(database, { ...query, limit: 1, offset: 0 }, nowMs)).total,
    };
  }
  return { screens: rows.map(presentUnhealthy), total: rows[0]?.total ?? 0 };
}

type UnhealthyRow = Omit<UnhealthyScreen, 'lastSeenAt'> & { readonly lastSeenAt: Date; readonly total: number };

function presentUnhealthy({ total: _, lastSeenAt, ...screen }: UnhealthyRow): UnhealthyScreen {
  return { ...screen, lastSeenAt: lastSeenAt.toISOString() };
}

function named(condition: ScreenCondition) {
  return sql`${condition}::text`;
}
