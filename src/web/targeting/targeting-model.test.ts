import { expect, test } from 'vitest';
import { groupOf, type Tree, treeOf } from './targeting-model.ts';
import { targetingText } from './targeting-text.ts';

const be: Tree = { fact: 'country', values: ['BE', 'NL'] };
const tv: Tree = { fact: 'device', values: ['tv'] };

test('editing without a change keeps what the tree means', () => {
  const trees: Tree[] = [
    { all: [be, { not: tv }] },
    { any: [be, { all: [tv, { not: { any: [be, tv] } }] }] },
    { not: { all: [be, tv] } },
    { not: { not: be } },
  ];
  for (const tree of trees) expect(targetingText(treeOf(groupOf(tree)))).toBe(targetingText(tree));
  expect(treeOf(groupOf(be))).toEqual({ all: [be] });
});

test('groups without entries say nothing, and nothing is everybody', () => {
  expect(treeOf({ mode: 'all', nodes: [{ mode: 'any', nodes: [] }] })).toBeNull();
  expect(targetingText(null)).toBe('everybody');
});

test('words say who is meant', () => {
  expect(targetingText({ all: [be, { not: tv }] })).toBe('country is BE or NL, and not device is tv');
  expect(targetingText({ not: { any: [be, tv] } })).toBe('not (country is BE or NL, or device is tv)');
  expect(targetingText({ dayPart: { days: ['sat'], fromMinute: 540, toMinute: 720 } })).toBe('sat from 09:00 to 12:00');
});
