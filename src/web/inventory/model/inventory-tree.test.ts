import { expect, test } from 'vitest';
import { ancestorKeysOf, filterInventoryTree, inventoryTree } from './inventory-tree.ts';
import type { Inventory } from './use-inventory.ts';

const inventory = {
  publishers: [
    { id: 1, name: 'Harbour Media', parentId: null },
    { id: 2, name: 'Harbour News', parentId: 1 },
  ],
  publications: [{ id: 3, name: 'The Courier', publisherId: 2, timeZone: 'Europe/Brussels' }],
  locations: [
    { id: 5, name: 'Home', publicationId: 3, code: '_courier_home_' },
    { id: 4, name: 'Article', publicationId: 3, code: '_courier_article_' },
  ],
  positions: [{ id: 6, name: 'x', locationId: 5, formatId: 7, slotName: '_courier_home_-billboard' }],
  formats: [{ id: 7, name: 'Billboard' }],
} as unknown as Inventory;

test('nests inventory by level and sorts it by name', () => {
  const [outer] = inventoryTree(inventory);
  const [inner] = outer?.children ?? [];
  const [publication] = inner?.children ?? [];
  expect([outer?.name, inner?.name, publication?.name]).toEqual(['Harbour Media', 'Harbour News', 'The Courier']);
  expect(publication?.children.map(({ name }) => name)).toEqual(['Article', 'Home']);
  expect(publication?.children[1]?.children).toEqual([
    { kind: 'position', id: 6, name: 'Billboard', note: '_courier_home_-billboard', children: [] },
  ]);
});

test('keeps the ancestors and descendants of search results', () => {
  const found = filterInventoryTree('HOME_', inventoryTree(inventory));
  const home = found[0]?.children[0]?.children[0]?.children;
  expect(home?.map(({ name, children }) => [name, children.length])).toEqual([['Home', 1]]);
  expect(filterInventoryTree('nothing like it', inventoryTree(inventory))).toEqual([]);
});

test('returns the ancestors of booked inventory at each depth', () => {
  const tree = inventoryTree(inventory);
  expect(ancestorKeysOf(({ kind }) => kind === 'position', tree)).toEqual(
    new Set(['location 5', 'publication 3', 'publisher 2', 'publisher 1']),
  );
  expect(ancestorKeysOf(({ kind, id }) => kind === 'location' && id === 4, tree)).toEqual(
    new Set(['publication 3', 'publisher 2', 'publisher 1']),
  );
  expect(ancestorKeysOf(({ id }) => id === 1, tree)).toEqual(new Set());
});
