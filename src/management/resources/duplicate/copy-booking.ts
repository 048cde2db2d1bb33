import type { BookingPart, DuplicateBookingBody } from '../../../contract/booking/actions/duplicate.ts';
import type { BookingView } from '../../../contract/booking/booking.ts';
import { localClock } from '../../../core/time/local-time.ts';
import { type DateMove, movedTime } from '../../../core/time/moved-time.ts';
import { maxNameLength } from '../../../core/vocabulary/limits/api-limits.ts';
import { bookingDocument } from '../booking/booking.ts';

/** Members of a booking by part. */
const membersOf: Readonly<Record<BookingPart, readonly (keyof BookingView)[]>> = {
  creatives: ['creatives'],
  targeting: ['targeting', 'exclusionLabels'],
  schedule: ['activeDays', 'dayParts'],
  caps: ['caps'],
  delivery: ['delivery'],
  pricing: ['pricing'],
  trackers: ['trackers'],
};

/** IDs of archived objects that a booking refers to. */
export type ArchivedParts = {
  readonly creativeIds: ReadonlySet<number>;
  readonly inventory: Readonly<Record<InventoryField, ReadonlySet<number>>>;
};
export const inventoryFieldsOfCopy = ['positionIds', 'locationIds', 'publicationIds', 'publisherIds'] as const;
type InventoryField = (typeof inventoryFieldsOfCopy)[number];

type Copied = Pick<DuplicateBookingBody, 'parts'> & {
  readonly name: string;
  readonly campaignId: number;
  /** Move of the dates in the time zone of the booking. null: the dates of the original. */
  readonly move: DateMove | null;
  readonly archived: ArchivedParts;
};

/**
 * Returns the body of a duplicate. External IDs are unique, so it has none. Archived creatives and inventory are left
 * out, because a new booking cannot use them.
 */
export function copyOfBooking(
  view: BookingView,
  { name, campaignId, parts, move, archived }: Copied,
): Record<string, unknown> {
  const left = (Object.keys(membersOf) as BookingPart[]).filter((part) => !parts.includes(part));
  const without = new Set<string>(left.flatMap((part) => membersOf[part]));
  const document = Object.entries(bookingDocument(view)).filter(([member]) => !without.has(member));
  const clock = localClock(view.timeZones[0] ?? 'UTC');
  const moved = (time: string | null) =>
    time === null || move === null ? time : new Date(movedTime(clock, Date.parse(time), move)).toISOString();
  const creatives = view.creatives.filter(
    ({ creativeId, productId }) => productId === null && !archived.creativeIds.has(creativeId),
  );
  return {
    ...Object.fromEntries(document),
    name,
    campaignId,
    externalId: null,
    startDate: moved(view.startDate),
    endDate: moved(view.endDate),
    ...Object.fromEntries(
      inventoryFieldsOfCopy.map((field) => [field, view[field].filter((id) => !archived.inventory[field].has(id))]),
    ),
    ...(!without.has('creatives') && {
      creatives: creatives.map(({ creativeId, weight, startDate, endDate }) => ({
        creativeId,
        weight,
        startDate: moved(startDate),
        endDate: moved(endDate),
      })),
    }),
  };
}

/** Returns the name of a duplicate without a given one. Long names are shortened. */
export function nameOfCopy(name: string): string {
  const suffix = ' (copy)';
  // Half of a surrogate pair is not valid in a name.
  const start = name.slice(0, maxNameLength - suffix.length).replace(/[\uD800-\uDBFF]$/, '');
  return `${start}${suffix}`;
}
