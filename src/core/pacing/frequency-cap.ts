import type { FrequencyCap } from '../snapshot/snapshot-rows.ts';
import type { LocalMoment } from '../words/local-time.ts';
import {
  type CapKey,
  type CapTable,
  type CountedWindow,
  capKey,
  countedWindow,
  countOf,
  countOnce,
  putWindow,
} from './cap-table.ts';

/** A viewer at a moment. */
export type Viewer = { readonly hash: CapKey; readonly nowMs: number; readonly local: LocalMoment };

type Capped = { readonly id: number; readonly endMs: number | null; readonly caps?: readonly FrequencyCap[] };

/** A count belongs to the scope and not to the place of its cap, which another cap may take. */
const scopes: readonly FrequencyCap['scope'][] = ['hour', 'day', 'life'];
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The first cap of a booking that the viewer has reached; null: none. */
export function reachedCap(table: CapTable, booking: Capped, viewer: Viewer): FrequencyCap | null {
  for (const cap of booking.caps ?? []) {
    const key = capKey(viewer.hash, booking.id, scopes.indexOf(cap.scope));
    if (countOf(table, key, windowOf(cap, viewer), viewer.nowMs) >= cap.most) return cap;
  }
  return null;
}

/** The viewer is about to see the booking once more. */
export function noteShown(table: CapTable, booking: Capped, viewer: Viewer): void {
  for (const cap of booking.caps ?? []) {
    const expiresMs = expiryOf(cap, booking, viewer.nowMs);
    const key = capKey(viewer.hash, booking.id, scopes.indexOf(cap.scope));
    countOnce(table, key, windowOf(cap, viewer), { nowMs: viewer.nowMs, expiresMs });
  }
}

/** What was counted of a viewer under one cap of a booking. */
export type CapCount = CountedWindow & { readonly bookingId: number; readonly scope: FrequencyCap['scope'] };

/** What a table knows of a viewer under the caps of a booking, as far as it matters now. */
export function capCountsOf(table: CapTable, booking: Capped, viewer: Viewer): readonly CapCount[] {
  const counts: CapCount[] = [];
  for (const cap of booking.caps ?? []) {
    const key = capKey(viewer.hash, booking.id, scopes.indexOf(cap.scope));
    const counted = countedWindow(table, key, viewer.nowMs);
    // Another position of the request may have the day before.
    if (counted === null || counted.window < windowOf(cap, viewer) - 1) continue;
    counts.push({ bookingId: booking.id, scope: cap.scope, ...counted });
  }
  return counts;
}

/** Puts into a table what `capCountsOf` has said of another one. */
export function restoreCapCount(table: CapTable, { bookingId, scope, ...counted }: CapCount, viewer: CapViewer): void {
  putWindow(table, capKey(viewer.hash, bookingId, scopes.indexOf(scope)), counted, viewer.nowMs);
}

type CapViewer = Pick<Viewer, 'hash' | 'nowMs'>;

/** Hours are those of UTC, days those of the publication. */
function windowOf({ scope }: FrequencyCap, { nowMs, local }: Viewer): number {
  if (scope === 'life') return 0;
  return scope === 'hour' ? Math.floor(nowMs / hourMs) : local.day;
}

/** When the count can no longer matter; a day may have 25 hours, and viewers may be asked for in another time zone. */
function expiryOf({ scope }: FrequencyCap, { endMs }: Capped, nowMs: number): number {
  if (scope === 'life') return endMs ?? Number.POSITIVE_INFINITY;
  return nowMs + (scope === 'hour' ? hourMs : 2 * dayMs);
}
