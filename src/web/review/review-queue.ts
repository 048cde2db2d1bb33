import type { Booking, Creative, Purchase } from '../../client/generated/types.gen.ts';

/** An item that is pending review. */
export type ReviewItem =
  | {
      readonly kind: 'booking';
      readonly key: string;
      readonly since: string;
      readonly object: Booking;
      /** The purchase of a buyer agent that the booking is a package of. null: none. */
      readonly purchase: Purchase | null;
    }
  | { readonly kind: 'creative'; readonly key: string; readonly since: string; readonly object: Creative };

/** Pending items, oldest first. A creative of both lists occurs once. Bookings of one purchase follow each other. */
export function reviewQueueOf(lists: {
  readonly bookings: readonly Booking[];
  readonly creatives: readonly Creative[];
  readonly purchases: readonly Purchase[];
}): readonly ReviewItem[] {
  const creatives = new Map(lists.creatives.map((creative) => [creative.id, creative]));
  const purchaseOf = new Map(
    lists.purchases.flatMap((purchase) => purchase.packages.map(({ bookingId }) => [bookingId, purchase])),
  );
  const items: readonly ReviewItem[] = [
    ...lists.bookings.map(
      (object) =>
        ({
          kind: 'booking',
          key: `booking-${object.id}`,
          since: object.updatedAt,
          object,
          purchase: purchaseOf.get(object.id) ?? null,
        }) satisfies ReviewItem,
    ),
    ...[...creatives.values()].map(
      (object) =>
        ({
          kind: 'creative',
          key: `creative-${object.id}`,
          since: object.pendingVersion?.submittedAt ?? object.updatedAt,
          object,
        }) satisfies ReviewItem,
    ),
  ];
  const sorted = items.toSorted((a, b) => (a.since < b.since ? -1 : a.since > b.since ? 1 : 0));
  // A group is where its oldest item would be.
  return [...Map.groupBy(sorted, groupOf).values()].flat();
}

function groupOf(item: ReviewItem): string {
  return item.kind === 'booking' && item.purchase !== null ? `purchase-${item.purchase.id}` : item.key;
}

/** The item of a key. The first item if the key is missing or unknown. */
export function selectedItem(queue: readonly ReviewItem[], key: string | undefined): ReviewItem | undefined {
  return queue.find((item) => item.key === key) ?? queue[0];
}

/** The next or previous item. */
export function adjacentItem(queue: readonly ReviewItem[], item: ReviewItem, step: 1 | -1): ReviewItem | undefined {
  return queue[queue.findIndex(({ key }) => key === item.key) + step];
}
