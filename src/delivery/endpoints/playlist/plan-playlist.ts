import { planDay } from '../../../core/loop/plan-day.ts';
import { type PlannedPlay, plannedPlays } from '../../../core/loop/planned-plays.ts';
import { screenBookings } from '../../../core/loop/screen-bookings.ts';
import type { Snapshot, SnapshotPosition } from '../../../core/snapshot/snapshot.ts';
import type { ScreenLoopRow } from '../../../core/snapshot/snapshot-rows.ts';
import type { PositionId } from '../../../core/vocabulary/ids.ts';
import { createRecentMap, type RecentMap } from '../../recent-map.ts';

/** Most cached days, each with about 10,000 plays. */
const keptDays = 20;

/** A local day of a screen. */
export type PlannedDay = {
  /** Epoch milliseconds, from (inclusive) to (exclusive). */
  readonly fromMs: number;
  readonly toMs: number;
  readonly plays: readonly PlannedPlay[];
};

export type PlaylistPlans = {
  /** @param instantMs any time of the day */
  dayOf(snapshot: Snapshot, position: SnapshotPosition, loop: ScreenLoopRow, instantMs: number): PlannedDay;
};

type Kept = { readonly changeCount: number; readonly day: PlannedDay };

/** Plans days, and caches the latest ones until the configuration changes. All screens of a position play the same. */
export function createPlaylistPlans(): PlaylistPlans {
  const bySnapshot = new WeakMap<Snapshot, RecentMap<PositionId, Kept>>();
  return {
    dayOf(snapshot, position, loop, instantMs) {
      let plans = bySnapshot.get(snapshot);
      if (plans === undefined) {
        plans = createRecentMap(keptDays);
        bySnapshot.set(snapshot, plans);
      }
      const { changeCount } = snapshot;
      const kept = plans.get(position.row.id);
      if (kept?.changeCount === changeCount && instantMs >= kept.day.fromMs && instantMs < kept.day.toMs)
        return kept.day;
      const { fromMs, toMs, loops } = planDay(
        { clock: position.clock, ...loop },
        screenBookings(snapshot, position),
        instantMs,
      );
      const day = { fromMs, toMs, plays: plannedPlays(position, loops, loop.slotSeconds * 1000) };
      plans.set(position.row.id, { changeCount, day });
      return day;
    },
  };
}
