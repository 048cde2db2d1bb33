import { formatLocale } from '../../i18n/format-locale.ts';
import type { Inventory } from './use-inventory.ts';

/** The levels at which inventory can be booked, widest first. */
export const inventoryLevels = ['publisher', 'publication', 'location', 'position'] as const;
/** One of `inventoryLevels`. */
export type InventoryLevel = (typeof inventoryLevels)[number];

/** An object of the inventory and the objects below it. */
export type InventoryTreeNode = {
  readonly kind: InventoryLevel;
  readonly id: number;
  readonly name: string;
  /** Shown next to the name: a slot name, a code or a time zone. */
  readonly note: string;
  readonly children: readonly InventoryTreeNode[];
};

/** All inventory as a tree, sorted by name. Publishers may be nested. */
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
  const positionNodes = (locationId: number): readonly InventoryTreeNode[] =>
    (positionsOf.get(locationId) ?? []).map(({ id, name, slotName, formatId }) => ({
      kind: 'position',
      id,
      name: formatName.get(formatId) ?? name,
      note: slotName,
      children: [],
    }));
  const locationNodes = (publicationId: number): readonly InventoryTreeNode[] =>
    (locationsOf.get(publicationId) ?? []).map(({ id, name, code }) => ({
      kind: 'location',
      id,
      name,
      note: code,
      children: byName(positionNodes(id)),
    }));
  const publicationNodes = (publisherId: number): readonly InventoryTreeNode[] =>
    (publicationsOf.get(publisherId) ?? []).map(({ id, name, timeZone }) => ({
      kind: 'publication',
      id,
      name,
      note: timeZone,
      children: byName(locationNodes(id)),
    }));
  const publisherNodes = (parentId: number): readonly InventoryTreeNode[] =>
    (childrenOf.get(parentId) ?? []).map(({ id, name }) => ({
      kind: 'publisher',
      id,
      name,
      note: '',
      children: [...byName(publisherNodes(id)), ...byName(publicationNodes(id))],
    }));
  return byName(publisherNodes(0));
}

/** The key of a node, unique in the tree. */
export function inventoryTreeKey({ kind, id }: Pick<InventoryTreeNode, 'kind' | 'id'>): string {
  return `${kind} ${id}`;
}

/** Keys of all nodes that have a matching descendant. */
export function ancestorKeysOf(
  matches: (node: InventoryTreeNode) => boolean,
  nodes: readonly InventoryTreeNode[],
): ReadonlySet<string> {
  const ancestors = new Set<string>();
  const visit = (node: InventoryTreeNode): boolean => {
    // `map` visits every child. `some` would stop at the first match and miss other ancestors.
    const isAncestor = node.children.map(visit).includes(true);
    if (isAncestor) ancestors.add(inventoryTreeKey(node));
    return isAncestor || matches(node);
  };
  for (const node of nodes) visit(node);
  return ancestors;
}

/** The nodes whose name or note contains the text, with their ancestors and descendants. */
export function filterInventoryTree(text: string, nodes: readonly InventoryTreeNode[]): readonly InventoryTreeNode[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return nodes;
  const reduced = (node: InventoryTreeNode): readonly InventoryTreeNode[] => {
    if (`${node.name} ${node.note}`.toLowerCase().includes(wanted)) return [node];
    const children = node.children.flatMap(reduced);
    return children.length === 0 ? [] : [{ ...node, children }];
  };
  return nodes.flatMap(reduced);
}

function byName(nodes: readonly InventoryTreeNode[]): readonly InventoryTreeNode[] {
  return nodes.toSorted((a, b) => a.name.localeCompare(b.name, formatLocale(), { numeric: true }));
}

function groupBy<Item>(objects: readonly Item[], keyOf: (object: Item) => number): Map<number, Item[]> {
  const groups = new Map<number, Item[]>();
  for (const object of objects) {
    const group = groups.get(keyOf(object));
    if (group === undefined) groups.set(keyOf(object), [object]);
    else group.push(object);
  }
  return groups;
}
