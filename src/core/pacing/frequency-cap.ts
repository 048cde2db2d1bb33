import type { FrequencyCap } from '../snapshot/snapshot-rows.ts';
import type { RequestContext } from '../targeting/targeting.ts';
import { dayMs, hourMs } from '../time/durations.ts';
import type { LocalMoment } from '../time/local-time.ts';
import { type CapSubject, type CountedScope, capSubjects, countedScopes } from '../words/cap-subjects.ts';
import { sessionMs } from '../words/limits.ts';
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

/** Who looks at ads at a moment: each that a cap may count, null where the request does not say who it is. */
export type Viewer = {
  readonly keyOf: (subject: CapSubject) => SubjectKey | null;
  readonly nowMs: number;
  readonly local: LocalMoment;
};

type Capped = { readonly id: number; readonly endMs: number | null; readonly caps?: readonly FrequencyCap[] };

/** Where a request says who each of those is that a cap may count. */
const contextFields = {
  viewer: 'viewerKey',
  first_party: 'firstPartyKey',
  session: 'sessionKey',
  household: 'householdKey',
  store: 'storeKey',
  screen: 'screenKey',
} as const satisfies Record<CapSubject, keyof RequestContext>;

/** Who looks, by what a request says of itself. */
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

/** Whom caps can count in a request. */
export function knownSubjects(context: RequestContext | undefined): readonly CapSubject[] {
  return capSubjects.filter((subject) => context?.[contextFields[subject]] !== undefined);
}

/** A context in which all of these are somebody of the same name. */
export function contextOfSubjects(subjects: readonly CapSubject[], key: string): RequestContext {
  return Object.fromEntries(subjects.map((subject) => [contextFields[subject], key]));
}

/** Whom a cap counts. */
export function subjectOf({ per = 'viewer' }: Pick<FrequencyCap, 'per'>): CapSubject {
  return per;
}

/** A cap that refuses its booking, and how often it was shown; null: nobody knows who would have to be counted. */
export type RefusingCap = { readonly cap: FrequencyCap; readonly shown: number | null };

/** What won the earlier slots of a request. */
type WonBefore = { timesWon(bookingId: number): number };

/** The first cap of a booking that refuses it; null: none. */
export function refusingCap(table: CapTable, booking: Capped, viewer: Viewer, taken: WonBefore): RefusingCap | null {
  for (const cap of booking.caps ?? []) {
    if (cap.scope === 'request') {
      const shown = taken.timesWon(booking.id);
      if (shown >= cap.most) return { cap, shown };
      continue;
    }
    const subject = viewer.keyOf(subjectOf(cap));
    if (subject === null) {
      if (cap.whenUnknown !== 'serve') return { cap, shown: null };
      continue;
    }
    const key = keyOfCap(subject, booking.id, cap.scope, subjectOf(cap));
    const shown = cappedCount(table, key, windowOf(cap.scope, viewer), viewer.nowMs);
    if (shown >= cap.most) return { cap, shown };
  }
  return null;
}

/** The viewer is about to see the booking once more; who is not known is not counted. */
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

/** Those that the caps of a booking count one by one, each once. */
export function countedSubjects({ caps = [] }: Pick<Capped, 'caps'>): readonly CapSubject[] {
  return [...new Set(caps.flatMap((cap) => (cap.scope === 'request' ? [] : [subjectOf(cap)])))];
}

/** What was counted of somebody under one cap of a booking. */
export type CapCount = CountedWindow & {
  readonly bookingId: number;
  readonly scope: CountedScope;
  readonly per: CapSubject;
};

/** What a table knows of a viewer under the caps of a booking, as far as it matters now. */
export function capCountsOf(table: CapTable, booking: Capped, viewer: Viewer): readonly CapCount[] {
  const counts: CapCount[] = [];
  for (const { scope, per = 'viewer' } of booking.caps ?? []) {
    const subject = scope === 'request' ? null : viewer.keyOf(per);
    if (scope === 'request' || subject === null) continue;
    const counted = countedWindow(table, keyOfCap(subject, booking.id, scope, per), viewer.nowMs);
    // Another position of the request may have the day before.
    if (counted === null || counted.window < windowOf(scope, viewer) - 1) continue;
    counts.push({ bookingId: booking.id, scope, per, ...counted });
  }
  return counts;
}

/** Puts into a table what `capCountsOf` has said of another one. */
export function restoreCapCount(
  table: CapTable,
  { bookingId, scope, per, ...counted }: CapCount,
  { subject, nowMs }: { readonly subject: SubjectKey; readonly nowMs: number },
): void {
  putWindow(table, keyOfCap(subject, bookingId, scope, per), counted, nowMs);
}

/** A count belongs to scope and subject and not to the place of its cap, which another cap may take. */
function keyOfCap(subject: SubjectKey, bookingId: number, scope: CountedScope, per: CapSubject): CapKey {
  const capIndex = capSubjects.indexOf(per) * countedScopes.length + countedScopes.indexOf(scope);
  return capKey(subject, bookingId, capIndex);
}

/** Hours are those of UTC, days those of the publication. */
function windowOf(scope: CountedScope, { nowMs, local }: Pick<Viewer, 'nowMs' | 'local'>): number {
  if (scope === 'life') return 0;
  return scope === 'hour' ? Math.floor(nowMs / hourMs) : local.day;
}

/**
 * When the count can no longer matter; a day may have 25 hours, and viewers may be asked for in another time zone. A session
 * that was shown something has begun before.
 */
function expiryOf(cap: FrequencyCap, { endMs }: Capped, nowMs: number): number {
  if (cap.scope === 'hour') return nowMs + hourMs;
  const expiresMs = cap.scope === 'day' ? nowMs + 2 * dayMs : (endMs ?? Number.POSITIVE_INFINITY);
  return subjectOf(cap) === 'session' ? Math.min(expiresMs, nowMs + sessionMs) : expiresMs;
}
