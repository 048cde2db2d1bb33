import type { Booking, Creative } from '../../client/generated/types.gen.ts';

/** Something that waits for a reviewer. */
export type ReviewItem =
  | { readonly kind: 'booking'; readonly key: string; readonly since: string; readonly object: Booking }
  | { readonly kind: 'creative'; readonly key: string; readonly since: string; readonly object: Creative };

/** What waits, the longest first. A creative that is in both lists stands once. */
export function reviewQueueOf(lists: {
  readonly bookings: readonly Booking[];
  readonly creatives: readonly Creative[];
}): readonly ReviewItem[] {
  const creatives = new Map(lists.creatives.map((creative) => [creative.id, creative]));
  const items: readonly ReviewItem[] = [
    ...lists.bookings.map(
      (object) =>
        ({ kind: 'booking', key: `booking-${object.id}`, since: object.updatedAt, object }) satisfies ReviewItem,
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
  return [...items].sort((one, other) => (one.since < other.since ? -1 : one.since > other.since ? 1 : 0));
}

/** The item to look at: the one that was chosen; the first when it is gone or none was. */
export function selectedItem(queue: readonly ReviewItem[], key: string | undefined): ReviewItem | undefined {
  return queue.find((item) => item.key === key) ?? queue[0];
}

/** The neighbour of an item, as far as there is one. */
export function adjacentItem(queue: readonly ReviewItem[], item: ReviewItem, step: 1 | -1): ReviewItem | undefined {
  return queue[queue.findIndex(({ key }) => key === item.key) + step];
}
