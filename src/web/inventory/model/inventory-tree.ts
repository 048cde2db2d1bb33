import type { Inventory } from './use-inventory.ts';

/** The levels at which inventory can be booked, widest first. */
export const inventoryLevels = ['publisher', 'publication', 'location', 'position'] as const;
/** One of `placeKinds`. */
export type InventoryLevel = (typeof inventoryLevels)[number];

/** One place with those in it. */
export type InventoryTreeNode = {
  readonly kind: InventoryLevel;
  readonly id: number;
  readonly name: string;
  /** Beside the name: a slot name, a format, a time zone. */
  readonly note: string;
  readonly inside: readonly InventoryTreeNode[];
};

/** All places as a tree, by name. Publishers may be inside each other. */
export function inventoryTree({
  publishers,
  publications,
  locations,
  positions,
  formats,
}: Inventory): readonly InventoryTreeNode[] {
  const formatName = new Map(formats.map(({ id, name }) => [id, name]));
  const positionsOf = groupBy(positions, ({ locationId }) => locationId);
  const locationsOf = groupBy(locations, ({ publicationId }) => publicationId);
  const publicationsOf = groupBy(publications, ({ publisherId }) => publisherId);
  const childrenOf = groupBy(publishers, ({ parentId }) => parentId ?? 0);
  const positionPlaces = (locationId: number): readonly InventoryTreeNode[] =>
    (positionsOf.get(locationId) ?? []).map(({ id, name, slotName, formatId }) => ({
      kind: 'position',
      id,
      name: formatName.get(formatId) ?? name,
      note: slotName,
      inside: [],
    }));
  const locationPlaces = (publicationId: number): readonly InventoryTreeNode[] =>
    (locationsOf.get(publicationId) ?? []).map(({ id, name, code }) => ({
      kind: 'location',
      id,
      name,
      note: code,
      inside: byName(positionPlaces(id)),
    }));
  const publicationPlaces = (publisherId: number): readonly InventoryTreeNode[] =>
    (publicationsOf.get(publisherId) ?? []).map(({ id, name, timeZone }) => ({
      kind: 'publication',
      id,
      name,
      note: timeZone,
      inside: byName(locationPlaces(id)),
    }));
  const publisherPlaces = (parentId: number): readonly InventoryTreeNode[] =>
    (childrenOf.get(parentId) ?? []).map(({ id, name }) => ({
      kind: 'publisher',
      id,
      name,
      note: '',
      inside: [...byName(publisherPlaces(id)), ...byName(publicationPlaces(id))],
    }));
  return byName(publisherPlaces(0));
}

/** What tells a place from all others. */
export function inventoryTreeKey({ kind, id }: Pick<InventoryTreeNode, 'kind' | 'id'>): string {
  return `${kind} ${id}`;
}

/** Keys of all places that have one in them of which something holds, at whatever depth. */
export function ancestorKeysOf(
  holds: (place: InventoryTreeNode) => boolean,
  places: readonly InventoryTreeNode[],
): ReadonlySet<string> {
  const ways = new Set<string>();
  const walk = (place: InventoryTreeNode): boolean => {
    // Each is walked through, so that none of several ways is left out.
    const isWay = place.inside.map(walk).includes(true);
    if (isWay) ways.add(inventoryTreeKey(place));
    return isWay || holds(place);
  };
  for (const place of places) walk(place);
  return ways;
}

/** The places whose name or note holds the text, with the way to them and everything in them. */
export function filterInventoryTree(text: string, places: readonly InventoryTreeNode[]): readonly InventoryTreeNode[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return places;
  const reduced = (place: InventoryTreeNode): readonly InventoryTreeNode[] => {
    if (`${place.name} ${place.note}`.toLowerCase().includes(wanted)) return [place];
    const inside = place.inside.flatMap(reduced);
    return inside.length === 0 ? [] : [{ ...place, inside }];
  };
  return places.flatMap(reduced);
}

function byName(places: readonly InventoryTreeNode[]): readonly InventoryTreeNode[] {
  return places.toSorted((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }));
}

function groupBy<One>(objects: readonly One[], keyOf: (object: One) => number): Map<number, One[]> {
  const groups = new Map<number, One[]>();
  for (const object of objects) {
    const group = groups.get(keyOf(object));
    if (group === undefined) groups.set(keyOf(object), [object]);
    else group.push(object);
  }
  return groups;
}
