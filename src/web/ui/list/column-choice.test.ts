import { expect, test } from 'vitest';
import { chosenColumns, movedColumn, type OptionalColumn } from './column-choice.ts';

const column = (key: string, more: Partial<OptionalColumn<never>> = {}): OptionalColumn<never> => ({
  key,
  title: key,
  render: () => null,
  ...more,
});
const all = [column('name'), column('status'), column('price', { isHidden: true }), column('end', { width: 90 })];
const keysOf = (columns: readonly OptionalColumn<never>[]) => columns.map(({ key }) => key);

test('without a choice, the columns that are not hidden by default are visible', () => {
  expect(keysOf(chosenColumns(all, {}))).toEqual(['name', 'status', 'end']);
});

test('a choice gives the visible columns, their order and widths', () => {
  const columns = chosenColumns(all, { keys: ['name', 'price', 'status'], widths: { price: 200 } });
  expect(keysOf(columns)).toEqual(['name', 'price', 'status']);
  expect(columns.map(({ width }) => width)).toEqual([undefined, 200, undefined]);
});

test('a stored choice with unknown columns and without the first column is used as far as possible', () => {
  expect(keysOf(chosenColumns(all, { keys: ['end', 'removed'] }))).toEqual(['name', 'end']);
});

test('a moved column is exchanged with its neighbor, and the first column stays', () => {
  expect(movedColumn(['name', 'status', 'end'], 'end', -1)).toEqual(['name', 'end', 'status']);
  expect(movedColumn(['name', 'status', 'end'], 'status', -1)).toEqual(['name', 'status', 'end']);
  expect(movedColumn(['name', 'status', 'end'], 'end', 1)).toEqual(['name', 'status', 'end']);
});
