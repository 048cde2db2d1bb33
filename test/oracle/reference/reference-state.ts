import type { BookingRow } from '../../../src/core/snapshot/snapshot-rows.ts';
import type { CapSubject } from '../../../src/core/vocabulary/cap-subjects.ts';

/** What changes between two snapshots, as the reference engine keeps it: lists and maps by booking id. */
export type ReferenceState = {
  /** Of 2^48 tickets, with how many a slot asks a booking; without an entry `even` and `asap` none, the others all. */
  readonly asked: Map<number, bigint>;
  readonly stopped: Map<number, 'GOAL_REACHED' | 'BUDGET_SPENT'>;
  /** Basis points of a slot that a part of voice is behind; below 0 it is ahead. Without an entry 0. */
  readonly owed: Map<number, number>;
  /** Every time that a viewer was shown a booking with caps. */
  readonly shown: Showing[];
};

export function createReferenceState(): ReferenceState {
  return { asked: new Map(), stopped: new Map(), owed: new Map(), shown: [] };
}

type Showing = { readonly who: ReferenceViewer['who']; readonly bookingId: number; readonly window: Window };

/** The window of each scope, as text that sorts by time. */
type Window = { readonly hour: string; readonly day: string; readonly life: string };

/** Who is in front of a position, by each name that a cap may count them by; `day` is the local date there. */
export type ReferenceViewer = {
  readonly who: Readonly<Record<CapSubject, string | undefined>>;
  readonly nowMs: number;
  readonly day: string;
};

function windowOf({ nowMs, day }: ReferenceViewer): Window {
  return { hour: String(Math.floor(nowMs / 3_600_000)).padStart(9, '0'), day, life: '' };
}

/**
 * Whether one of the booking's caps refuses it: who is counted has seen it as often as the cap allows, or is not known. A
 * viewer's clock does not go back: where it is still yesterday, although today was counted elsewhere, nothing more is shown.
 */
export function referenceCapRefuses(
  state: ReferenceState,
  booking: BookingRow,
  viewer: ReferenceViewer,
  alreadyWon: readonly BookingRow[],
): boolean {
  const now = windowOf(viewer);
  return (booking.caps ?? []).some(({ scope, most, per = 'viewer', whenUnknown = 'skip' }) => {
    if (scope === 'request') return alreadyWon.filter(({ id }) => id === booking.id).length >= most;
    const one = viewer.who[per];
    if (one === undefined) return whenUnknown === 'skip';
    const own = state.shown.filter(({ who, bookingId }) => who[per] === one && bookingId === booking.id);
    const windows = own.map(({ window }) => window[scope]);
    return windows.some((each) => each > now[scope]) || windows.filter((each) => each === now[scope]).length >= most;
  });
}

export function referenceNoteShown(state: ReferenceState, booking: BookingRow, viewer: ReferenceViewer): void {
  state.shown.push({ who: viewer.who, bookingId: booking.id, window: windowOf(viewer) });
}

/** Tickets with which a slot asks the booking. */
export function referenceAsked({ asked }: ReferenceState, { id, delivery }: BookingRow): bigint {
  return asked.get(id) ?? (delivery?.method === 'even' || delivery?.method === 'asap' ? 0n : 1n << 48n);
}
