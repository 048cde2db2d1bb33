import type { Booking, Creative } from '../../../client/generated/types.gen.ts';
import { isEqual } from '../../api/merge-patch.ts';
import { instantOf } from '../../ui/time/zoned-time.ts';
import { type BookedCreative, type BookingValues, bookingValuesOf } from '../model/booking-values.ts';
import type { BulkDraft } from './bulk-draft.ts';
import { withConditions, withoutConditions } from './targeting-change.ts';

/** What a bulk edit must know about other objects. Only needed if it adds creatives. */
export type BulkFacts = {
  readonly creatives: ReadonlyMap<number, Pick<Creative, 'brandId' | 'formatId'>>;
  readonly brandsOf: (campaignId: number) => readonly number[];
  /** Formats of the booked positions. Empty: no positions are booked. */
  readonly formatsOf: (booking: Booking) => ReadonlySet<number>;
};

/** Why a booking, or one of its creatives, stays as it is. */
export type UnchangedReason =
  | { readonly code: 'noDifference' }
  | {
      readonly code: 'alreadyBooked' | 'notBooked' | 'otherBrand' | 'otherFormat' | 'unknownCreative';
      readonly creativeId: number;
    };

/** The change of one booking: new values of the fields that differ, and what stays unchanged. */
export type PlannedChange = {
  readonly booking: Booking;
  readonly values: Partial<BookingValues>;
  readonly reasons: readonly UnchangedReason[];
};

/** Applies a draft to one booking. @param timeZone of the times in the draft */
export function plannedChange(
  booking: Booking,
  draft: BulkDraft,
  { facts, timeZone }: { readonly facts: BulkFacts; readonly timeZone: string },
): PlannedChange {
  const before = bookingValuesOf(booking);
  const { creatives, reasons } = changedCreatives(booking, draft, facts);
  const after: Partial<BookingValues> = {
    ...(draft.priority === null ? {} : { priority: draft.priority }),
    ...(draft.start === null ? {} : { startDate: sameOr(before.startDate, instantOf(draft.start, timeZone)) }),
    ...(draft.end === null ? {} : { endDate: sameOr(before.endDate, instantOf(draft.end, timeZone)) }),
    exclusionLabels: changedLabels(before.exclusionLabels, draft),
    targeting: changedTargeting(before.targeting, draft),
    creatives,
  };
  const values = Object.fromEntries(
    Object.entries(after).filter(([name, value]) => !isEqual(before[name as keyof BookingValues], value)),
  );
  const isSame = Object.keys(values).length === 0 && reasons.length === 0;
  return { booking, values, reasons: isSame ? [{ code: 'noDifference' }] : reasons };
}

/** The stored text of a time if both texts are the same time. */
function sameOr(before: string | null, after: string): string {
  return before !== null && Date.parse(before) === Date.parse(after) ? before : after;
}

function changedLabels(before: readonly string[], { labels: { mode, values } }: BulkDraft): readonly string[] {
  if (mode === 'add') return [...before, ...values.filter((label) => !before.includes(label))];
  if (mode === 'remove') return before.filter((label) => !values.includes(label));
  return mode === 'replace' ? values : before;
}

function changedTargeting(
  before: BookingValues['targeting'],
  { targeting: { mode, tree, kinds } }: BulkDraft,
): BookingValues['targeting'] {
  if (mode === 'add') return tree === null ? before : withConditions(before, tree);
  if (mode === 'remove') return withoutConditions(before, kinds);
  return mode === 'replace' ? tree : before;
}

type CreativesChange = {
  readonly creatives: readonly BookedCreative[];
  readonly reasons: readonly UnchangedReason[];
};

function changedCreatives(booking: Booking, { creatives: change }: BulkDraft, facts: BulkFacts): CreativesChange {
  const before = bookingValuesOf(booking).creatives;
  const isBooked = (id: number) => before.some(({ creativeId }) => creativeId === id);
  if (change.mode === 'add') {
    const refused = change.ids.flatMap((id) => refusalOf(id, booking, { facts, isBooked: isBooked(id) }) ?? []);
    const fitting = change.ids.filter((id) => !refused.some(({ creativeId }) => creativeId === id));
    return { creatives: [...before, ...fitting.map(addedCreative)], reasons: refused };
  }
  if (change.mode === 'remove') {
    const missing = change.ids.filter((id) => !isBooked(id));
    return {
      creatives: before.filter(({ creativeId }) => !change.ids.includes(creativeId)),
      reasons: missing.map((creativeId) => ({ code: 'notBooked', creativeId })),
    };
  }
  const { replaced, replacement } = change;
  if (change.mode === 'keep' || replaced === null || replacement === null) return { creatives: before, reasons: [] };
  if (!isBooked(replaced)) return { creatives: before, reasons: [{ code: 'notBooked', creativeId: replaced }] };
  const refusal = refusalOf(replacement, booking, { facts, isBooked: isBooked(replacement) });
  if (refusal !== null) return { creatives: before, reasons: [refusal] };
  return {
    creatives: before.map((entry) => (entry.creativeId === replaced ? { ...entry, creativeId: replacement } : entry)),
    reasons: [],
  };
}

function addedCreative(creativeId: number): BookedCreative {
  return { creativeId, weight: 1, startDate: null, endDate: null };
}

type Refusal = Exclude<UnchangedReason, { readonly code: 'noDifference' }>;

/** Why a creative cannot be added to a booking. null: it can. */
function refusalOf(
  creativeId: number,
  booking: Booking,
  { facts, isBooked }: { readonly facts: BulkFacts; readonly isBooked: boolean },
): Refusal | null {
  if (isBooked) return { code: 'alreadyBooked', creativeId };
  const creative = facts.creatives.get(creativeId);
  if (creative === undefined) return { code: 'unknownCreative', creativeId };
  if (!facts.brandsOf(booking.campaignId).includes(creative.brandId)) return { code: 'otherBrand', creativeId };
  const formats = facts.formatsOf(booking);
  return formats.size === 0 || formats.has(creative.formatId) ? null : { code: 'otherFormat', creativeId };
}
