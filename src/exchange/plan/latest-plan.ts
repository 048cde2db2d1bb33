import type { PlannedRotations } from '../../core/rotation/planned-rotation.ts';
import { openPacingFolder } from './pacing-folder.ts';
import { type PlannedBooking, rotationsOf } from './plan-file.ts';

/** The last plan, by booking. */
export type LatestPlan = {
  /** Epoch ms. */
  readonly plannedAtMs: number;
  readonly bookings: ReadonlyMap<number, PlannedBooking>;
  readonly rotations: PlannedRotations;
};

/** Reads the last plan; null: none. Cached while the file is unchanged. */
export type ReadLatestPlan = () => Promise<LatestPlan | null>;

export function openLatestPlan(dataFolder: string): ReadLatestPlan {
  const file = openPacingFolder(dataFolder).plan;
  let readMark: string | null = null;
  let latest: LatestPlan | null = null;
  return async () => {
    const mark = await file.mark();
    if (mark === readMark) return latest;
    const plan = await file.read();
    readMark = mark;
    latest =
      plan === null
        ? null
        : {
            plannedAtMs: plan.plannedAtMs,
            bookings: new Map(plan.bookings.map((each) => [each.bookingId, each])),
            rotations: rotationsOf(plan),
          };
    return latest;
  };
}
