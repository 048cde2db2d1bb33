import type { AdRow, BookingRow } from '../../../src/core/snapshot/snapshot-rows.ts';
import type { CapSubject } from '../../../src/core/vocabulary/cap-subjects.ts';

/** State between two snapshots in the reference implementation: lists and maps by booking ID. */
export type ReferenceState = {
  /**
   * Number of 2^48 tickets with which a booking takes part in a slot. Without an entry none for `even`, `asap` and
   * amounts of money, all for others.
   */
  readonly asked: Map<number, bigint>;
  readonly stopped: Map<number, 'GOAL_REACHED' | 'BUDGET_SPENT'>;
  /** Deficit of a share of voice in basis points of a slot. Negative: ahead. Without an entry 0. */
  readonly owed: Map<number, number>;
  /** Weights of bookings with optimized rotation, by ad. */
  readonly rotations: Map<number, ReadonlyMap<number, number>>;
  /** Experiments by booking. */
  readonly experiments: Map<number, ReferenceExperiment>;
  /** Every impression of a booking with caps. */
  readonly shown: Showing[];
};

export function createReferenceState(): ReferenceState {
  return {
    asked: new Map(),
    stopped: new Map(),
    owed: new Map(),
    rotations: new Map(),
    experiments: new Map(),
    shown: [],
  };
}

/** A part of 10,000 groups of viewers sees no ad of the booking. `isSplit`: the group determines the creative. */
export type ReferenceExperiment = { readonly holdoutPercent: number; readonly isSplit: boolean };

type Showing = { readonly who: ReferenceViewer['who']; readonly bookingId: number; readonly window: Window };

/** Window of each scope, as text that sorts chronologically. */
type Window = { readonly hour: string; readonly day: string; readonly life: string };

/** Viewer at a position, by each subject that a cap can count. `day` is the local date there. */
export type ReferenceViewer = {
  readonly who: Readonly<Record<CapSubject, string | undefined>>;
  readonly nowMs: number;
  readonly day: string;
};

function windowOf({ nowMs, day }: ReferenceViewer): Window {
  return { hour: String(Math.floor(nowMs / 3_600_000)).padStart(9, '0'), day, life: '' };
}

/**
 * Returns whether one of the booking's caps refuses it: the subject has reached the limit or is unknown. A viewer's
 * window never moves back: if it is still yesterday at this position but today was counted elsewhere, the booking is
 * refused.
 * @param more impressions that are counted later in this request
 */
export function referenceCapRefuses(
  state: ReferenceState,
  booking: BookingRow,
  viewer: ReferenceViewer,
  alreadyWon: readonly BookingRow[],
  more = 0,
): boolean {
  const now = windowOf(viewer);
  return (booking.caps ?? []).some(({ scope, most, per = 'viewer', whenUnknown = 'skip' }) => {
    if (scope === 'request') return alreadyWon.filter(({ id }) => id === booking.id).length + more >= most;
    const one = viewer.who[per];
    if (one === undefined) return whenUnknown === 'skip';
    const own = state.shown.filter(({ who, bookingId }) => who[per] === one && bookingId === booking.id);
    const windows = own.map(({ window }) => window[scope]);
    return (
      windows.some((each) => each > now[scope]) || windows.filter((each) => each === now[scope]).length + more >= most
    );
  });
}

export function referenceNoteShown(state: ReferenceState, booking: BookingRow, viewer: ReferenceViewer): void {
  state.shown.push({ who: viewer.who, bookingId: booking.id, window: windowOf(viewer) });
}

/** Returns the weight of an ad among `adCount`: planned, an equal share if the plan omits it, or that of the booking. */
export function referenceAdWeight(
  state: ReferenceState | undefined,
  { id }: BookingRow,
  ad: AdRow,
  adCount: number,
): bigint {
  const planned = state?.rotations.get(id);
  if (planned === undefined || planned.size === 0) return BigInt(ad.weight);
  const weight = planned.get(ad.id);
  if (weight !== undefined) return BigInt(weight);
  const equal = 10_000n / BigInt(adCount);
  return equal === 0n ? 1n : equal;
}

/** Returns the number of tickets with which the booking takes part in a slot. */
export function referenceAsked({ asked }: ReferenceState, { id, delivery }: BookingRow): bigint {
  const isClaim = delivery?.method === 'even' || delivery?.method === 'asap';
  const isMoney =
    delivery?.hasBudget === true || (delivery !== undefined && 'goal' in delivery && delivery.goal?.kind === 'spend');
  return asked.get(id) ?? (isClaim || isMoney ? 0n : 1n << 48n);
}

/** Returns whether the viewer of a request sees no ad of the booking. */
export function isHeldOutByReference(
  state: ReferenceState | undefined,
  { id }: BookingRow,
  buckets: ReadonlyMap<number, number> | undefined,
): boolean {
  const bucket = buckets?.get(id);
  const percent = state?.experiments.get(id)?.holdoutPercent ?? 0;
  return bucket !== undefined && bucket < percent * 100;
}

/** Returns the creative ticket of the viewer of an A/B test; null: it is drawn. */
export function referenceTestTicket(
  state: ReferenceState | undefined,
  booking: BookingRow,
  buckets: ReadonlyMap<number, number> | undefined,
): bigint | null {
  const bucket = buckets?.get(booking.id);
  const experiment = state?.experiments.get(booking.id);
  if (bucket === undefined || experiment?.isSplit !== true) return null;
  const heldOut = experiment.holdoutPercent * 100;
  const [index, groups] = bucket < heldOut ? [bucket, heldOut] : [bucket - heldOut, 10_000 - heldOut];
  return (BigInt(index) << 48n) / BigInt(groups);
}
