import type { FrequencyCap } from '../snapshot/snapshot-rows.ts';
import type { LocalMoment } from '../words/local-time.ts';
import { type CapKey, type CapTable, capKey, countOf, countOnce } from './cap-table.ts';

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
