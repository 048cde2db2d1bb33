import { setImmediate } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { type ComparedLoops, endOfPlays, sumPlays } from '../../../core/loop/added-plays.ts';
import { planDay, type TimedLoop } from '../../../core/loop/plan-day.ts';
import { screenBookings } from '../../../core/loop/screen-bookings.ts';
import type { Snapshot, SnapshotPosition } from '../../../core/snapshot/snapshot.ts';
import { dayMs } from '../../../core/time/durations.ts';
import type { BookingId } from '../../../core/vocabulary/ids.ts';
import { playingScreens } from '../../../platform/db/missed-plays.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { detailMessage } from '../../records/detail-message.ts';
import { DomainError } from '../../records/domain-error.ts';
import type { BookingPreview } from '../../resources/booking/preview-booking.ts';
import type { SharedSources } from '../forecast/forecast-tasks.ts';

/** Days that are planned. The loops of later days are those of the same weekday. */
const plannedDays = 8;
const weekDays = 7;
/** Most positions that are planned, each in some hundredths of a second per day. */
const maxPlannedPositions = 20;

/** Positions of screens on which a draft plays, in two snapshots. */
export type DraftScreens = {
  readonly draftId: BookingId;
  readonly positions: readonly {
    readonly without: SnapshotPosition;
    readonly with: SnapshotPosition;
    readonly screens: number;
  }[];
  readonly before: Snapshot;
  readonly after: Snapshot;
};

/** Opens the newest snapshot without and with a draft, and finds the loops that contain it. */
export async function openDraftScreens(
  database: Kysely<Database>,
  { row, creatives }: BookingPreview,
  { snapshots, nowMs }: SharedSources,
): Promise<DraftScreens> {
  const { rows } = await sql<{ id: number; screens: number }>`
    select position.id, ${playingScreens(sql`position.id`, nowMs())} as screens
    from position join location on location.id = position.location_id
    where location.kind = 'screen' and position.archived_at is null`.execute(database);
  const screensOf = new Map(rows.map(({ id, screens }) => [id, screens]));
  const revision = (await snapshots.revisions())?.newest;
  const wanted = { kind: 'positions', ids: new Set(screensOf.keys()) } as const;
  const [before, after] =
    revision === undefined
      ? [null, null]
      : await Promise.all([snapshots.open(revision, nowMs(), wanted), snapshots.open(revision, nowMs(), wanted)]);
  if (before == null || after == null) {
    throw new DomainError('unavailable', { detail: detailMessage('positionNotPublished') });
  }
  after.think({ bookings: [row], creatives });
  const playing = [...after.snapshot.positionById.values()].filter(
    (position) => position.loop !== null && screenBookings(after.snapshot, position).some(({ id }) => id === row.id),
  );
  return {
    draftId: row.id,
    before: before.snapshot,
    after: after.snapshot,
    positions: playing.slice(0, maxPlannedPositions).flatMap((position) => {
      const without = before.snapshot.positionById.get(position.row.id);
      const screens = screensOf.get(position.row.id);
      return without === undefined || screens === undefined ? [] : [{ without, with: position, screens }];
    }),
  };
}

/**
 * Plans the loops from a time until the draft has the wanted plays, or until a given end. Returns the loops, and the end
 * of the last one.
 */
export async function planUntil(
  { draftId, positions, before, after }: DraftScreens,
  { startMs, lastMs, wanted }: { readonly startMs: number; readonly lastMs: number; readonly wanted: number | null },
): Promise<{ readonly loops: readonly ComparedLoops[]; readonly endMs: number; readonly reached: boolean }> {
  const byDay: ComparedLoops[][] = [];
  let missing = wanted ?? Number.POSITIVE_INFINITY;
  for (let day = 0; startMs + day * dayMs < lastMs; day += 1) {
    const ofDay: ComparedLoops[] = [];
    for (const [index, { without, with: position, screens }] of positions.entries()) {
      const known = day < plannedDays ? undefined : byDay[day - weekDays]?.[index];
      if (known !== undefined) {
        ofDay.push({ ...known, laterMs: known.laterMs + weekDays * dayMs });
        continue;
      }
      const slotMs = (position.loop?.slotSeconds ?? 0) * 1000;
      const atMs = startMs + day * dayMs;
      ofDay.push({
        without: loopsWithin(before, without, { atMs, lastMs }),
        with: loopsWithin(after, position, { atMs, lastMs }),
        slotMs,
        laterMs: 0,
        screens,
      });
      await setImmediate();
    }
    byDay.push(ofDay);
    const endMs = endOfPlays(ofDay, draftId, missing);
    if (endMs !== null) return { loops: byDay.flat(), endMs, reached: true };
    missing -= sumPlays(ofDay, 'with', Number.POSITIVE_INFINITY).plays.get(draftId) ?? 0;
  }
  return { loops: byDay.flat(), endMs: lastMs, reached: false };
}

/** The loops that start within 24 hours from a time, before the last time. */
function loopsWithin(
  snapshot: Snapshot,
  position: SnapshotPosition,
  { atMs, lastMs }: { readonly atMs: number; readonly lastMs: number },
): readonly TimedLoop[] {
  const { loop, clock } = position;
  if (loop === null) return [];
  const bookings = screenBookings(snapshot, position);
  const toMs = Math.min(lastMs, atMs + dayMs);
  const first = planDay({ clock, ...loop }, bookings, atMs);
  const rest = first.toMs < toMs ? planDay({ clock, ...loop }, bookings, first.toMs).loops : [];
  return [...first.loops, ...rest].filter(({ startMs }) => startMs >= atMs && startMs < toMs);
}
