import { describe, expect, expectTypeOf, test } from 'vitest';
import type { Targeting } from '../../core/targeting/targeting.ts';
import { targetingFault } from '../../core/targeting/targeting-fault.ts';
import { valueFactNames } from '../../core/targeting/value-facts.ts';
import { maxTargetingDepth, maxTargetingLeaves, maxTargetingValues } from '../../core/words/limits.ts';
import { type TargetingTree, targetingSchema } from './targeting.ts';

test('the contract and core mean the same tree', () => {
  expectTypeOf<TargetingTree>().toExtend<Targeting>();
  expectTypeOf<Targeting>().toExtend<TargetingTree>();
});

const leaf = { key: 'ct', values: ['Gent'] };

function nested(levels: number): unknown {
  let tree: unknown = leaf;
  for (let level = 1; level < levels; level += 1) tree = { not: tree };
  return tree;
}

function leaves(count: number) {
  return { any: Array.from({ length: count }, () => leaf) };
}

function pointersOf(tree: unknown): string[] {
  return (targetingSchema.safeParse(tree).error?.issues ?? []).map(({ path }) => path.join('/'));
}

describe('trees that are accepted', () => {
  const trees: readonly (readonly [string, unknown])[] = [
    ['a parameter', leaf],
    ['a named key', { key: 'member level', values: ['gold'] }],
    ...valueFactNames.map((fact) => [fact, { fact, values: [fact === 'country' ? 'BE' : 'x'] }] as const),
    ['parts of an address', { urlParts: ['/sport/', 'football'] }],
    ['a place', { near: { latitude: -51.05, longitude: 180, metres: 0.5 } }],
    ['a part of the day', { dayPart: { days: ['sat'], fromMinute: 0, toMinute: 1440 } }],
    ['every operation', { all: [{ any: [leaf, { not: { all: [leaf] } }] }, leaf] }],
    ['as many levels as there may be', nested(maxTargetingDepth)],
    ['as many leaves as there may be', leaves(maxTargetingLeaves)],
    [
      'as many values as there may be',
      { key: 'ct', values: Array.from({ length: maxTargetingValues }, (_, n) => `${n}`) },
    ],
  ];
  test.each(trees)('%s', (_, tree) => {
    expect(targetingSchema.parse(tree)).toEqual(tree);
    expect(targetingFault(tree)).toBeNull();
  });

  test('values lose the blanks around them, and days may be left out', () => {
    expect(targetingSchema.parse({ key: ' ct', values: [' Gent '] })).toEqual(leaf);
    expect(targetingSchema.parse({ dayPart: { fromMinute: 60, toMinute: 90 } })).toEqual({
      dayPart: { days: [], fromMinute: 60, toMinute: 90 },
    });
  });
});

describe('trees that are refused, with the place of the fault', () => {
  const place = { latitude: 51, longitude: 4, metres: 100 };
  const trees: readonly (readonly [string, unknown, readonly string[]])[] = [
    ['no object', 'ct', ['']],
    ['a list', [leaf], ['']],
    ['nothing', {}, ['']],
    ['an unknown leaf', { all: [leaf, { planet: 'mars' }] }, ['all/1/planet']],
    ['an unknown fact', { fact: 'planet', values: ['mars'] }, ['fact']],
    ['another field in a leaf', { any: [{ ...leaf, weight: 1 }] }, ['any/0/weight']],
    ['another field in a parent', { any: [leaf], weight: 1 }, ['weight']],
    ['another field in a place', { near: { ...place, altitude: 1 } }, ['near/altitude']],
    ['two operations at once', { all: [leaf], any: [leaf] }, ['']],
    ['two leaves at once', { ...leaf, urlParts: ['a'] }, ['']],
    ['values without what they are of', { values: ['a'] }, ['']],
    ['a country by its name', { fact: 'country', values: ['BE', 'Belgium', 'nowhere'] }, ['values/1', 'values/2']],
    ['values of other types', { fact: 'country', values: ['BE', 1, null] }, ['values/1', 'values/2']],
    ['an empty value', { key: 'ct', values: [' '] }, ['values/0']],
    ['a value that no database keeps', { key: 'ct', values: ['a\u0000'] }, ['values/0']],
    ['no values', { key: 'ct', values: [] }, ['values']],
    ['values that are left out', { not: { fact: 'os' } }, ['not/values']],
    ['a text for values', { key: 'ct', values: 'Gent' }, ['values']],
    ['an empty key', { key: '', values: ['a'] }, ['key']],
    ['no children', { all: [] }, ['all']],
    ['an object for children', { any: {} }, ['any']],
    ['a list for a child', { not: [leaf] }, ['not']],
    ['a place off the earth', { near: { ...place, latitude: 91, metres: 0 } }, ['near/latitude', 'near/metres']],
    ['a place as text', { near: { ...place, longitude: '4' } }, ['near/longitude']],
    ['a part of the day that ends first', { dayPart: { fromMinute: 90, toMinute: 60 } }, ['dayPart/toMinute']],
    ['an unknown day', { dayPart: { days: ['caturday'], fromMinute: 0, toMinute: 60 } }, ['dayPart/days/0']],
    ['too many leaves', leaves(maxTargetingLeaves + 1), ['']],
    ['too many values', { key: 'ct', values: Array.from({ length: maxTargetingValues + 1 }, () => 'a') }, ['values']],
    ['a level too many', nested(maxTargetingDepth + 1), [Array(maxTargetingDepth).fill('not').join('/')]],
    ['levels enough to exhaust a stack', nested(200_000), [Array(maxTargetingDepth).fill('not').join('/')]],
  ];
  test.each(trees)('%s', (_, tree, pointers) => {
    expect(pointersOf(tree)).toEqual(pointers);
  });

  test('more faults than anybody reads are not all looked for', () => {
    expect(pointersOf({ any: Array.from({ length: 700 }, () => 1) })).toHaveLength(50);
  });
});
