import { type PlannedDay, planScreenDay } from '../../../core/loop/plan-screen-day.ts';
import type { Snapshot, SnapshotPosition } from '../../../core/snapshot/snapshot.ts';
import type { ScreenLoopRow } from '../../../core/snapshot/snapshot-rows.ts';
import type { PositionId } from '../../../core/vocabulary/ids.ts';
import { createRecentMap, type RecentMap } from '../../recent-map.ts';

/** Most cached days, each with about 10,000 plays. */
const keptDays = 20;

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
      const day = planScreenDay(snapshot, position, loop, instantMs);
      plans.set(position.row.id, { changeCount, day });
      return day;
    },
  };
}
