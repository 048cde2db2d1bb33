import { setImmediate } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import { countPlannedPlays, type PlannedCount } from '../../core/loop/plan-screen-day.ts';
import type { Snapshot } from '../../core/snapshot/snapshot.ts';
import { dayMs, hourMs } from '../../core/time/durations.ts';
import type { PositionId } from '../../core/vocabulary/ids.ts';
import type { PastSnapshots } from '../../exchange/snapshot-history/past-snapshots.ts';
import { playingScreens } from '../../platform/db/missed-plays.ts';
import { plainArray } from '../../platform/db/plain-array.ts';
import type { Database } from '../../platform/db/schema.ts';

/** Longest period that is recorded afterwards: screens report plays for as long. */
const maxBehindMs = 30 * dayMs;

/** A position of screens with a loop. */
type PlannedScreen = {
  readonly positionId: number;
  /** null: not recorded before. */
  readonly recordedUntil: Date | null;
  /** Screens that play its loop: those that contacted a server within two weeks, at least one. */
  readonly screens: number;
};

export type PlannedPlaysSources = {
  readonly database: Kysely<Database>;
  readonly snapshots: Pick<PastSnapshots, 'open' | 'revisions'>;
};

/**
 * Adds the planned plays of all ended hours that are not recorded yet, by position, local day and booking, as the
 * newest configuration plans them. Source: docs/decisions/0236-missed-plays.md.
 * @returns the number of positions whose plays were recorded
 */
export async function recordPlannedPlays(
  { database, snapshots }: PlannedPlaysSources,
  nowMs: number,
  signal?: AbortSignal,
): Promise<number> {
  const untilMs = Math.floor(nowMs / hourMs) * hourMs;
  await forgetScreens(database);
  const screens = await readScreens(database, nowMs);
  await beginRecording(database, screens, untilMs + hourMs);
  const due = screens.filter(({ recordedUntil }) => recordedUntil !== null && recordedUntil.getTime() < untilMs);
  if (due.length === 0) return 0;
  const snapshot = await openNewest(database, snapshots, nowMs);
  if (snapshot === null) return 0;
  let recorded = 0;
  for (const screen of due) {
    if (signal?.aborted) break;
    const fromMs = (screen.recordedUntil as Date).getTime();
    const position = snapshot.positionById.get(screen.positionId as PositionId);
    const period = { fromMs: Math.max(fromMs, untilMs - maxBehindMs), toMs: untilMs };
    const counts = position === undefined ? [] : countPlannedPlays(snapshot, position, period);
    if (await addPlays(database, screen, { fromMs, untilMs, counts })) recorded += 1;
    await setImmediate();
  }
  return recorded;
}

/** Positions with a loop, of screens that are not archived. */
const loopPositions = sql`(
  select position.id from position join location on location.id = position.location_id
  where position.archived_at is null and location.kind = 'screen'
    and location.screen ->> 'loopSeconds' is not null and location.screen ->> 'slotSeconds' is not null)`;

/** A loop that is configured again later must not be recorded for the time without it. */
async function forgetScreens(database: Kysely<Database>): Promise<void> {
  await sql`delete from planned_screen where planned_screen.position_id not in ${loopPositions}`.execute(database);
}

async function readScreens(database: Kysely<Database>, nowMs: number): Promise<readonly PlannedScreen[]> {
  const { rows } = await sql<PlannedScreen>`
    select looped.id as position_id, planned_screen.recorded_until,
      ${playingScreens(sql`looped.id`, nowMs)} as screens
    from ${loopPositions} looped left join planned_screen on planned_screen.position_id = looped.id
    order by looped.id`.execute(database);
  return rows;
}

/** Recording begins with the next full hour, because the loop may be a minute old. */
async function beginRecording(
  database: Kysely<Database>,
  screens: readonly PlannedScreen[],
  fromMs: number,
): Promise<void> {
  const fresh = screens.filter(({ recordedUntil }) => recordedUntil === null).map(({ positionId }) => positionId);
  if (fresh.length === 0) return;
  await sql`insert into planned_screen (position_id, recorded_until)
    select unnest(${plainArray(fresh)}::bigint[]), ${new Date(fromMs)}::timestamptz
    on conflict do nothing`.execute(database);
}

/** Includes all screens, because the other screens of a store affect its store roadblocks. */
async function openNewest(
  database: Kysely<Database>,
  snapshots: Pick<PastSnapshots, 'open' | 'revisions'>,
  nowMs: number,
): Promise<Snapshot | null> {
  const revision = (await snapshots.revisions())?.newest;
  if (revision === undefined) return null;
  const { rows } = await sql<{ id: number }>`
    select position.id from position join location on location.id = position.location_id
    where location.kind = 'screen'`.execute(database);
  const ids = new Set(rows.map(({ id }) => id));
  return (await snapshots.open(revision, nowMs, { kind: 'positions', ids }))?.snapshot ?? null;
}

type Recording = { readonly fromMs: number; readonly untilMs: number; readonly counts: readonly PlannedCount[] };

/** In one transaction, so that a crash or another worker records each hour once. */
function addPlays(
  database: Kysely<Database>,
  { positionId, screens }: PlannedScreen,
  { fromMs, untilMs, counts }: Recording,
): Promise<boolean> {
  return database.transaction().execute(async (transaction: Transaction<Database>) => {
    const { numUpdatedRows } = await transaction
      .updateTable('plannedScreen')
      .set({ recordedUntil: new Date(untilMs) })
      .where('plannedScreen.positionId', '=', positionId)
      .where('plannedScreen.recordedUntil', '=', new Date(fromMs))
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return false;
    if (counts.length === 0) return true;
    await sql`
      insert into planned_play (position_id, local_day, booking_id, plays)
      select ${positionId}::bigint, * from unnest(
        ${plainArray(counts.map(({ localDay }) => localDay))}::date[],
        ${plainArray(counts.map(({ bookingId }) => bookingId))}::bigint[],
        ${plainArray(counts.map(({ plays }) => plays * screens))}::bigint[])
      on conflict (position_id, local_day, booking_id) do update set plays = planned_play.plays + excluded.plays`.execute(
      transaction,
    );
    return true;
  });
}
