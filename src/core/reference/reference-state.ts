import type { BookingRow } from '../snapshot/snapshot-rows.ts';

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

type Showing = { readonly viewerKey: string; readonly bookingId: number; readonly window: Window };

/** The window of each scope, as text that sorts by time. */
type Window = { readonly hour: string; readonly day: string; readonly life: string };

/** A viewer in front of a position: `day` is the local date there. */
export type ReferenceViewer = { readonly viewerKey: string; readonly nowMs: number; readonly day: string };

/** A viewer's clock does not go back: where it is still yesterday, what was seen today elsewhere counts. */
function windowOf({ shown }: ReferenceState, { id }: BookingRow, { viewerKey, nowMs, day }: ReferenceViewer): Window {
  const own = shown.filter((one) => one.viewerKey === viewerKey && one.bookingId === id).map(({ window }) => window);
  const hour = String(Math.floor(nowMs / 3_600_000)).padStart(9, '0');
  const latest = (texts: readonly string[]): string => texts.toSorted().at(-1) as string;
  return {
    hour: latest([hour, ...own.map((window) => window.hour)]),
    day: latest([day, ...own.map((window) => window.day)]),
    life: '',
  };
}

/** Whether the viewer has seen the booking as often as one of its caps allows. */
export function referenceCapReached(state: ReferenceState, booking: BookingRow, viewer: ReferenceViewer): boolean {
  const now = windowOf(state, booking, viewer);
  return (booking.caps ?? []).some(({ scope, most }) => {
    const times = state.shown.filter(
      (one) => one.viewerKey === viewer.viewerKey && one.bookingId === booking.id && one.window[scope] === now[scope],
    );
    return times.length >= most;
  });
}

export function referenceNoteShown(state: ReferenceState, booking: BookingRow, viewer: ReferenceViewer): void {
  const window = windowOf(state, booking, viewer);
  state.shown.push({ viewerKey: viewer.viewerKey, bookingId: booking.id, window });
}

/** Tickets with which a slot asks the booking. */
export function referenceAsked({ asked }: ReferenceState, { id, delivery }: BookingRow): bigint {
  return asked.get(id) ?? (delivery?.method === 'even' || delivery?.method === 'asap' ? 0n : 1n << 48n);
}
