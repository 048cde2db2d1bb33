import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { PlannedRotation } from '../../../core/rotation/planned-rotation.ts';
import { type RotationArm, thompsonWeights } from '../../../core/rotation/thompson-weights.ts';
import { counterOfRotation } from '../../../core/vocabulary/booking-modes.ts';
import type { Database } from '../../../platform/db/schema.ts';
import {
  type OptimizedBooking,
  type RotationCounts,
  readOptimizedBookings,
  readRotationCounts,
} from './read-optimized-bookings.ts';

/** Time in milliseconds between two computations of the weights of a booking. */
const rotationPauseMs = 60_000;
/** Bookings per iteration of the event loop, which is shared with management. */
const bookingsPerTurn = 50;

/** Computes the weights of bookings with optimized rotation, and the experiments, for successive plans. */
export type RotationPlanner = {
  /**
   * Returns the rotations of a plan. Weights are computed again every minute, if events were counted since, and at once
   * for a booking whose ads or objective changed.
   * @param planNumber number of the plan, and seed of the weights that it computes
   * @param revision of the configuration
   */
  next(step: {
    readonly planNumber: number;
    readonly revision: number;
    readonly nowMs: number;
  }): Promise<readonly PlannedRotation[]>;
};

type Computed = { readonly key: string; readonly rotation: PlannedRotation };

/** Creates a planner that computes all weights for its first plan. */
export function createRotationPlanner(database: Kysely<Database>): RotationPlanner {
  let bookings: readonly OptimizedBooking[] = [];
  let computed: ReadonlyMap<number, Computed> = new Map();
  let readRevision = -1;
  let countedAtMs = Number.NEGATIVE_INFINITY;
  return {
    async next({ planNumber, revision, nowMs }) {
      // The absolute difference prevents a long wait after the clock was set back.
      const isDue = Math.abs(nowMs - countedAtMs) >= rotationPauseMs;
      if (!isDue && revision === readRevision) return rotationsIn(computed);
      bookings = await readOptimizedBookings(database, nowMs);
      const changed = isDue ? bookings : bookings.filter((booking) => !isComputed(booking, computed));
      const counts = await readRotationCounts(database, changed, nowMs);
      const changedIds = new Set(changed.map(({ bookingId }) => bookingId));
      const next = new Map<number, Computed>();
      for (const [index, booking] of bookings.entries()) {
        if (index % bookingsPerTurn === bookingsPerTurn - 1) await nextTurn();
        const { bookingId } = booking;
        const known = computed.get(bookingId);
        const isUpToDate = known !== undefined && !changedIds.has(bookingId);
        next.set(bookingId, isUpToDate ? known : compute(booking, counts.get(bookingId), planNumber, known));
      }
      computed = next;
      readRevision = revision;
      if (isDue) countedAtMs = nowMs;
      return rotationsIn(computed);
    },
  };
}

/** Formats with a single ad need no weights. A booking without weights and experiment has no rotation. */
function rotationsIn(computed: ReadonlyMap<number, Computed>): readonly PlannedRotation[] {
  return [...computed.values()].flatMap(({ rotation }) =>
    rotation.weights.size === 0 && rotation.experiment === undefined ? [] : [rotation],
  );
}

function isComputed(booking: OptimizedBooking, computed: ReadonlyMap<number, Computed>): boolean {
  return computed.get(booking.bookingId)?.key.startsWith(settingsKey(booking)) === true;
}

/** Creatives of different formats never compete, so the weights are computed for each format. */
function compute(
  booking: OptimizedBooking,
  counts: RotationCounts | undefined,
  planNumber: number,
  known: Computed | undefined,
): Computed {
  const { bookingId, ads } = booking;
  const arms = ads.map(({ adId, creativeId, formatId }) => {
    const { trials, events } = counts?.get(creativeId) ?? { trials: 0, events: 0 };
    return { adId, formatId, trials, events };
  });
  const key = `${settingsKey(booking)}${JSON.stringify(arms)}`;
  // Equal counts keep their weights, so that the decision log records only changes.
  if (known?.key === key) return known;
  const weights = new Map<number, number>();
  const experiment = experimentOf(booking);
  // By the weights of the booking.
  if (counterOfRotation[booking.rotation] === null)
    return { key, rotation: { bookingId, planNumber, weights, ...experiment } };
  for (const [formatId, ofFormat] of Map.groupBy<number, RotationArm & { readonly formatId: number }>(
    arms,
    (arm) => arm.formatId,
  )) {
    if (ofFormat.length < 2) continue;
    for (const [adId, weight] of thompsonWeights(ofFormat, { seed: [planNumber, bookingId, formatId] })) {
      weights.set(adId, weight);
    }
  }
  return { key, rotation: { bookingId, planNumber, weights, ...experiment } };
}

function experimentOf({ rotation, holdoutPercent }: OptimizedBooking): Pick<PlannedRotation, 'experiment'> {
  const isSplit = rotation === 'ab_test';
  return isSplit || holdoutPercent > 0 ? { experiment: { holdoutPercent, isSplit } } : {};
}

function settingsKey({ rotation, holdoutPercent, ads }: OptimizedBooking): string {
  return `${rotation} ${holdoutPercent} ${ads.map(({ adId }) => adId).join()} `;
}
