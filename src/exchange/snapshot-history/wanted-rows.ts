import type { ChangedRows, SnapshotChanges } from '../../core/snapshot/snapshot-changes.ts';
import type { BookingRow } from '../../core/snapshot/snapshot-rows.ts';

/** Selection of bookings of a past snapshot. Inventory and formats are always complete. */
export type WantedBookings =
  | { readonly kind: 'bookings'; readonly ids: ReadonlySet<number> }
  /** All bookings that cover one of these positions. */
  | { readonly kind: 'positions'; readonly ids: ReadonlySet<number> }
  | { readonly kind: 'slots'; readonly names: ReadonlySet<string> }
  /** No bookings, only these creatives. */
  | { readonly kind: 'creatives'; readonly ids: ReadonlySet<number> };

export type RowFilter = {
  /** Registers later rows, so that the rows they refer to are retained. */
  expect(rows: ChangedRows): void;
  /** Returns the selected bookings of a base. @param inventory of the base, which precedes its bookings */
  bookings(rows: readonly BookingRow[], inventory: ChangedRows): readonly BookingRow[];
  ofDelta(rows: ChangedRows): ChangedRows;
  /** Removes creatives that no selected booking refers to. */
  withCreatives(rows: ChangedRows): ChangedRows;
};

/** @param deltas after the base, up to the requested revision */
export function createRowFilter(wanted: WantedBookings, deltas: readonly SnapshotChanges[]): RowFilter {
  const creativeIds = new Set<number>(wanted.kind === 'creatives' ? wanted.ids : []);
  let covers: ((row: BookingRow) => boolean) | null =
    wanted.kind === 'bookings' ? ({ id }) => wanted.ids.has(id) : wanted.kind === 'creatives' ? () => false : null;
  function chosen(rows: readonly BookingRow[]): readonly BookingRow[] {
    const found = rows.filter((row) => covers?.(row) ?? true);
    for (const { ads } of found) for (const { creativeId } of ads) creativeIds.add(creativeId);
    return found;
  }
  return {
    expect: ({ bookings }) => {
      if (wanted.kind === 'bookings') chosen(bookings ?? []);
      else for (const { ads } of bookings ?? []) for (const { creativeId } of ads) creativeIds.add(creativeId);
    },
    bookings: (rows, inventory) => {
      covers ??= coverageOf(wanted, [inventory, ...deltas.map(({ upserted }) => upserted)]);
      return chosen(rows);
    },
    // Inventory that was moved later only adds unneeded bookings: they are in no pool of its positions.
    ofDelta: (rows) => ({ ...rows, bookings: (rows.bookings ?? []).filter((row) => covers?.(row) ?? true) }),
    withCreatives: (rows) => ({
      ...rows,
      creatives: (rows.creatives ?? []).filter(({ id }) => creativeIds.has(id)),
    }),
  };
}

/**
 * Returns a predicate for bookings that name one of the positions or an ancestor, according to any version of the
 * inventory up to then.
 */
function coverageOf(wanted: WantedBookings, versions: readonly ChangedRows[]): (row: BookingRow) => boolean {
  const positions = versions
    .flatMap((rows) => rows.positions ?? [])
    .filter(({ id, slotName }) => (wanted.kind === 'slots' ? wanted.names.has(slotName) : wanted.ids.has(id)));
  const positionIds = new Set<number>(positions.map(({ id }) => id));
  const locationIds = new Set<number>(positions.map(({ locationId }) => locationId));
  const locations = versions.flatMap((rows) => rows.locations ?? []).filter(({ id }) => locationIds.has(id));
  const publicationIds = new Set<number>(locations.map(({ publicationId }) => publicationId));
  const publications = versions.flatMap((rows) => rows.publications ?? []).filter(({ id }) => publicationIds.has(id));
  const publisherIds = new Set<number>(publications.map(({ publisherId }) => publisherId));
  const publishers = versions.flatMap((rows) => rows.publishers ?? []);
  for (const publisherId of publisherIds) {
    // The set grows during iteration, so new parents are visited too.
    for (const { id, parentId } of publishers) if (id === publisherId && parentId !== null) publisherIds.add(parentId);
  }
  return ({ inventory }) =>
    inventory.positionIds.some((id) => positionIds.has(id)) ||
    inventory.locationIds.some((id) => locationIds.has(id)) ||
    inventory.publicationIds.some((id) => publicationIds.has(id)) ||
    inventory.publisherIds.some((id) => publisherIds.has(id));
}
