import type { FrequencyCap } from '../snapshot/snapshot-rows.ts';
import type { RequestContext } from '../targeting/targeting.ts';
import { dayMs, hourMs } from '../time/durations.ts';
import type { LocalMoment } from '../time/local-time.ts';
import { type CapSubject, type CountedScope, capSubjects, countedScopes } from '../vocabulary/cap-subjects.ts';
import { sessionMs } from '../vocabulary/limits/delivery-limits.ts';
import {
  type CapKey,
  type CapTable,
  type CountedWindow,
  capKey,
  cappedCount,
  countedWindow,
  countOnce,
  hashSubject,
  putWindow,
  type SubjectKey,
} from './cap-table.ts';

/** The subjects that caps can count at a moment; null: the request does not identify the subject. */
export type Viewer = {
  readonly keyOf: (subject: CapSubject) => SubjectKey | null;
  readonly nowMs: number;
  readonly local: LocalMoment;
};

type Capped = { readonly id: number; readonly endMs: number | null; readonly caps?: readonly FrequencyCap[] };

/** Field of the request context for each cap subject. */
const contextFields = {
  viewer: 'viewerKey',
  first_party: 'firstPartyKey',
  session: 'sessionKey',
  household: 'householdKey',
  store: 'storeKey',
  screen: 'screenKey',
} as const satisfies Record<CapSubject, keyof RequestContext>;

/** Returns the viewer of a request context. */
export function viewerOfContext(context: RequestContext | undefined, moment: Pick<Viewer, 'nowMs' | 'local'>): Viewer {
  return {
    keyOf(subject) {
      const key = context?.[contextFields[subject]];
      return key === undefined ? null : hashSubject(key);
    },
    nowMs: moment.nowMs,
    local: moment.local,
  };
}

/** Returns the subjects that caps can count in a request. */
export function knownSubjects(context: RequestContext | undefined): readonly CapSubject[] {
  return capSubjects.filter((subject) => context?.[contextFields[subject]] !== undefined);
}

/** Returns a context in which all given subjects have the same key. */
export function contextOfSubjects(subjects: readonly CapSubject[], key: string): RequestContext {
  return Object.fromEntries(subjects.map((subject) => [contextFields[subject], key]));
}

/** Returns the subject that a cap counts. */
export function subjectOf({ per = 'viewer' }: Pick<FrequencyCap, 'per'>): CapSubject {
  return per;
}

/** A cap that rejects its booking, and the current count; null: the subject is unknown. */
export type RefusingCap = { readonly cap: FrequencyCap; readonly shown: number | null };

/** Winners of the earlier slots of a request. */
type WonBefore = { timesWon(bookingId: number): number };

/**
 * Returns the first cap that rejects a booking; null: none.
 * @param planned slots that the booking gets in this request before this one, in addition to `taken`
 */
export function refusingCap(
  table: CapTable,
  booking: Capped,
  viewer: Viewer,
  taken: WonBefore,
  planned = 0,
): RefusingCap | null {
  for (const cap of booking.caps ?? []) {
    if (cap.scope === 'request') {
      const shown = taken.timesWon(booking.id) + planned;
      if (shown >= cap.most) return { cap, shown };
      continue;
    }
    const subject = viewer.keyOf(subjectOf(cap));
    if (subject === null) {
      if (cap.whenUnknown !== 'serve') return { cap, shown: null };
      continue;
    }
    const key = keyOfCap(subject, booking.id, cap.scope, subjectOf(cap));
    const shown = cappedCount(table, key, windowOf(cap.scope, viewer), viewer.nowMs) + planned;
    if (shown >= cap.most) return { cap, shown };
  }
  return null;
}

/** Counts an impression of the booking for the viewer. Unknown subjects are not counted. */
export function noteShown(table: CapTable, booking: Capped, viewer: Viewer): void {
  for (const cap of booking.caps ?? []) {
    if (cap.scope === 'request') continue;
    const subject = viewer.keyOf(subjectOf(cap));
    if (subject === null) continue;
    const times = { nowMs: viewer.nowMs, expiresMs: expiryOf(cap, booking, viewer.nowMs) };
    const key = keyOfCap(subject, booking.id, cap.scope, subjectOf(cap));
    countOnce(table, key, windowOf(cap.scope, viewer), times);
  }
}

/** Returns the distinct subjects that the caps of a booking count. */
export function countedSubjects({ caps = [] }: Pick<Capped, 'caps'>): readonly CapSubject[] {
  return [...new Set(caps.flatMap((cap) => (cap.scope === 'request' ? [] : [subjectOf(cap)])))];
}

/** Count of a subject under one cap of a booking. */
export type CapCount = CountedWindow & {
  readonly bookingId: number;
  readonly scope: CountedScope;
  readonly per: CapSubject;
};

/** Returns the relevant counts of a viewer under the caps of a booking. */
export function capCountsOf(table: CapTable, booking: Capped, viewer: Viewer): readonly CapCount[] {
  const counts: CapCount[] = [];
  for (const { scope, per = 'viewer' } of booking.caps ?? []) {
    const subject = scope === 'request' ? null : viewer.keyOf(per);
    if (scope === 'request' || subject === null) continue;
    const counted = countedWindow(table, keyOfCap(subject, booking.id, scope, per), viewer.nowMs);
    // Another position of the request may still be on the previous day.
    if (counted === null || counted.window < windowOf(scope, viewer) - 1) continue;
    counts.push({ bookingId: booking.id, scope, per, ...counted });
  }
  return counts;
}

/** Writes a count that `capCountsOf` returned for another table. */
export function restoreCapCount(
  table: CapTable,
  { bookingId, scope, per, ...counted }: CapCount,
  { subject, nowMs }: { readonly subject: SubjectKey; readonly nowMs: number },
): void {
  putWindow(table, keyOfCap(subject, bookingId, scope, per), counted, nowMs);
}

/** A count is keyed by scope and subject instead of the index of the cap, which may change. */
function keyOfCap(subject: SubjectKey, bookingId: number, scope: CountedScope, per: CapSubject): CapKey {
  const capIndex = capSubjects.indexOf(per) * countedScopes.length + countedScopes.indexOf(scope);
  return capKey(subject, bookingId, capIndex);
}

/** Hours are in UTC, days in the time zone of the publication. */
function windowOf(scope: CountedScope, { nowMs, local }: Pick<Viewer, 'nowMs' | 'local'>): number {
  if (scope === 'life') return 0;
  return scope === 'hour' ? Math.floor(nowMs / hourMs) : local.day;
}

/**
 * Returns the time after which the count is irrelevant. A day may have 25 hours, and requests may come from another
 * time zone. A session with an impression has already begun.
 */
function expiryOf(cap: FrequencyCap, { endMs }: Capped, nowMs: number): number {
  if (cap.scope === 'hour') return nowMs + hourMs;
  const expiresMs = cap.scope === 'day' ? nowMs + 2 * dayMs : (endMs ?? Number.POSITIVE_INFINITY);
  return subjectOf(cap) === 'session' ? Math.min(expiresMs, nowMs + sessionMs) : expiresMs;
}
