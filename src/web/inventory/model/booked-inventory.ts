import type { InventoryLevel } from './inventory-tree.ts';
import type { Inventory } from './use-inventory.ts';

/** The inventory of a booking: single positions, or all positions of locations, publications or publishers. */
export type BookedInventory = {
  readonly positionIds: readonly number[];
  readonly locationIds: readonly number[];
  readonly publicationIds: readonly number[];
  readonly publisherIds: readonly number[];
};

/** The field of a booking for each level of inventory. */
export const fieldOfKind = {
  position: 'positionIds',
  location: 'locationIds',
  publication: 'publicationIds',
  publisher: 'publisherIds',
} as const satisfies Record<InventoryLevel, keyof BookedInventory>;

/** Ids of all positions that a booking covers. */
export function reachedPositions(booked: BookedInventory, inventory: Inventory): ReadonlySet<number> {
  const publishers = withinPublishers(new Set(booked.publisherIds), inventory);
  const inPublishers = inventory.publications.filter(({ publisherId }) => publishers.has(publisherId));
  const publications = new Set([...booked.publicationIds, ...inPublishers.map(({ id }) => id)]);
  const inPublications = inventory.locations.filter(({ publicationId }) => publications.has(publicationId));
  const locations = new Set([...booked.locationIds, ...inPublications.map(({ id }) => id)]);
  const inLocations = inventory.positions.filter(({ locationId }) => locations.has(locationId));
  return new Set([...booked.positionIds, ...inLocations.map(({ id }) => id)]);
}

/** Time zones of the publications that a booking covers, the one with the most positions first. */
export function zonesOf(booked: BookedInventory, inventory: Inventory): readonly string[] {
  const reached = reachedPositions(booked, inventory);
  const publicationOf = new Map(inventory.locations.map(({ id, publicationId }) => [id, publicationId]));
  const zoneOf = new Map(inventory.publications.map(({ id, timeZone }) => [id, timeZone]));
  const counts = new Map<string, number>();
  for (const { id, locationId } of inventory.positions) {
    const zone = zoneOf.get(publicationOf.get(locationId) ?? 0);
    if (zone !== undefined && reached.has(id)) counts.set(zone, (counts.get(zone) ?? 0) + 1);
  }
  return [...counts].sort(([, countA], [, countB]) => countB - countA).map(([zone]) => zone);
}

/** The publishers and all publishers below them. */
function withinPublishers(ids: ReadonlySet<number>, { publishers }: Inventory): ReadonlySet<number> {
  const within = new Set(ids);
  for (let before = -1; before !== within.size; ) {
    before = within.size;
    for (const { id, parentId } of publishers) if (parentId !== null && within.has(parentId)) within.add(id);
  }
  return within;
}
