import { expect, test } from 'vitest';
import { cellOf, stateOf, toggled } from './grid-selection.ts';

const home = { id: 1, code: '_home_' };
const cells = [
  cellOf(home, { id: 5, code: 'rectangle' }),
  cellOf(home, { id: 6, code: 'leaderboard' }),
  cellOf(home, { id: 7, code: 'skyscraper' }),
];
const existing = new Set(['_home_-leaderboard']);
const none: ReadonlySet<string> = new Set();

test('names the slot of a cell', () => {
  expect(cells[0]).toEqual({ locationId: 1, formatId: 5, slotName: '_home_-rectangle' });
});

test('selects all cells of a row except existing ones, then deselects them', () => {
  const all = toggled(none, cells, existing);
  expect([...all]).toEqual(['_home_-rectangle', '_home_-skyscraper']);
  expect([...toggled(all, cells, existing)]).toEqual([]);
});

test('completes a partial selection', () => {
  expect([...toggled(new Set(['_home_-skyscraper']), cells, existing)]).toEqual([
    '_home_-skyscraper',
    '_home_-rectangle',
  ]);
});

test.each([
  ['none', none, existing],
  ['some', new Set(['_home_-rectangle']), existing],
  ['all', new Set(['_home_-rectangle', '_home_-skyscraper']), existing],
  ['existing', none, new Set(cells.map(({ slotName }) => slotName))],
] as const)('states that %s of the cells are selected', (state, selected, there) => {
  expect(stateOf(selected, cells, there)).toBe(state);
});
