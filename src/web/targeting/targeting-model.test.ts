import { expect, test } from 'vitest';
import { groupOf, isTargetingComplete, type Tree, targetedFacts, treeOf } from './targeting-model.ts';
import { targetingText } from './targeting-text.ts';

const be: Tree = { fact: 'country', values: ['BE', 'NL'] };
const tv: Tree = { fact: 'device', values: ['tv'] };

test('keeps the expression of a tree that is edited without a change', () => {
  const trees: Tree[] = [
    { all: [be, { not: tv }] },
    { any: [be, { all: [tv, { not: { any: [be, tv] } }] }] },
    { not: { all: [be, tv] } },
    { not: { not: be } },
  ];
  for (const tree of trees) expect(targetingText(treeOf(groupOf(tree)))).toBe(targetingText(tree));
  expect(treeOf(groupOf(be))).toEqual({ all: [be] });
});

test('omits empty groups and matches all requests without conditions', () => {
  expect(treeOf({ mode: 'all', nodes: [{ mode: 'any', nodes: [] }] })).toBeNull();
  expect(targetingText(null)).toBe('All requests');
});

test('describes a tree as text', () => {
  expect(targetingText({ all: [be, { not: tv }] })).toBe('Country is BE or NL, and not (Device is tv)');
  expect(targetingText({ not: { any: [be, tv] } })).toBe('not (Country is BE or NL, or Device is tv)');
  expect(targetingText({ dayPart: { days: ['sat'], fromMinute: 540, toMinute: 720 } })).toBe('Sat from 09:00 to 12:00');
});

test('lists the facts of a tree', () => {
  expect([...targetedFacts({ all: [be, { not: { any: [tv, be] } }, { urlParts: ['/sport/'] }] })]).toEqual([
    'country',
    'device',
  ]);
  expect(targetedFacts(null).size).toBe(0);
});

test('recognizes conditions without values, in any group', () => {
  for (const tree of [null, be, { all: [be, { not: tv }] }, { near: { latitude: 0, longitude: 0, metres: 1 } }]) {
    expect(isTargetingComplete(tree)).toBe(true);
  }
  const incomplete: Tree[] = [
    { fact: 'country', values: [] },
    { any: [be, { urlParts: [] }] },
    { not: { all: [be, { key: 'ct', values: [] }] } },
    { key: ' ', values: ['news'] },
  ];
  for (const tree of incomplete) expect(isTargetingComplete(tree)).toBe(false);
});
