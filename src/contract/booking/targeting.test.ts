import { describe, expect, expectTypeOf, test } from 'vitest';
import type { Targeting } from '../../core/targeting/targeting.ts';
import { targetingFault } from '../../core/targeting/targeting-fault.ts';
import { valueFactNames, valueFacts } from '../../core/targeting/value-facts.ts';
import {
  maxTargetingDepth,
  maxTargetingLeaves,
  maxTargetingValues,
} from '../../core/vocabulary/limits/booking-limits.ts';
import { type TargetingTree, targetingSchema } from './targeting.ts';

test('the contract and core use the same type of targeting tree', () => {
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

describe('valid trees', () => {
  const trees: readonly (readonly [string, unknown])[] = [
    ['a parameter', leaf],
    ['a key with a long name', { key: 'member level', values: ['gold'] }],
    ...valueFactNames.map((fact) => [fact, { fact, values: [valueFacts[fact].example] }] as const),
    ['parts of a URL', { urlParts: ['/sport/', 'football'] }],
    ['coordinates', { near: { latitude: -51.05, longitude: 180, metres: 0.5 } }],
    ['a daypart', { dayPart: { days: ['sat'], fromMinute: 0, toMinute: 1440 } }],
    ['every operation', { all: [{ any: [leaf, { not: { all: [leaf] } }] }, leaf] }],
    ['the maximum number of levels', nested(maxTargetingDepth)],
    ['the maximum number of leaves', leaves(maxTargetingLeaves)],
    [
      'the maximum number of values',
      { key: 'ct', values: Array.from({ length: maxTargetingValues }, (_, n) => `${n}`) },
    ],
  ];
  test.each(trees)('%s', (_, tree) => {
    expect(targetingSchema.parse(tree)).toEqual(tree);
    expect(targetingFault(tree)).toBeNull();
  });

  test('trims values and accepts a daypart without days', () => {
    expect(targetingSchema.parse({ key: ' ct', values: [' Gent '] })).toEqual(leaf);
    expect(targetingSchema.parse({ dayPart: { fromMinute: 60, toMinute: 90 } })).toEqual({
      dayPart: { days: [], fromMinute: 60, toMinute: 90 },
    });
  });
});

describe('invalid trees and the paths of their issues', () => {
  const geoArea = { latitude: 51, longitude: 4, metres: 100 };
  const trees: readonly (readonly [string, unknown, readonly string[]])[] = [
    ['no object', 'ct', ['']],
    ['a list', [leaf], ['']],
    ['nothing', {}, ['']],
    ['an unknown leaf', { all: [leaf, { planet: 'mars' }] }, ['all/1/planet']],
    ['an unknown fact', { fact: 'planet', values: ['mars'] }, ['fact']],
    ['an extra field in a leaf', { any: [{ ...leaf, weight: 1 }] }, ['any/0/weight']],
    ['an extra field in a parent', { any: [leaf], weight: 1 }, ['weight']],
    ['an extra field in coordinates', { near: { ...geoArea, altitude: 1 } }, ['near/altitude']],
    ['two operations at once', { all: [leaf], any: [leaf] }, ['']],
    ['two leaves at once', { ...leaf, urlParts: ['a'] }, ['']],
    ['values without a fact or key', { values: ['a'] }, ['']],
    [
      'a country name instead of its code',
      { fact: 'country', values: ['BE', 'Belgium', 'nowhere'] },
      ['values/1', 'values/2'],
    ],
    [
      'a language name and a three-letter code',
      { fact: 'language', values: ['nl-BE', 'Dutch', 'nld'] },
      ['values/1', 'values/2'],
    ],
    ['another name of a device type', { fact: 'device', values: ['phone', 'mobile', 'kiosk'] }, ['values/1']],
    [
      'an unknown venue type and its number',
      { fact: 'venueType', values: ['retail', '203', 'shop'] },
      ['values/1', 'values/2'],
    ],
    ['a former code of a venue type', { fact: 'venueType', values: ['transit.train_stations'] }, ['values/0']],
    ['an unknown zone of a store', { fact: 'zone', values: ['checkout', 'roof'] }, ['values/1']],
    ['a resolution with another sign', { fact: 'resolution', values: ['1920×1080'] }, ['values/0']],
    ['values of other types', { fact: 'country', values: ['BE', 1, null] }, ['values/1', 'values/2']],
    ['an empty value', { key: 'ct', values: [' '] }, ['values/0']],
    ['a value with a NUL character', { key: 'ct', values: ['a\u0000'] }, ['values/0']],
    ['no values', { key: 'ct', values: [] }, ['values']],
    ['missing values', { not: { fact: 'os' } }, ['not/values']],
    ['a string instead of a list of values', { key: 'ct', values: 'Gent' }, ['values']],
    ['an empty key', { key: '', values: ['a'] }, ['key']],
    ['no children', { all: [] }, ['all']],
    ['an object instead of a list of children', { any: {} }, ['any']],
    ['a list instead of a child', { not: [leaf] }, ['not']],
    ['coordinates out of range', { near: { ...geoArea, latitude: 91, metres: 0 } }, ['near/latitude', 'near/metres']],
    ['coordinates as text', { near: { ...geoArea, longitude: '4' } }, ['near/longitude']],
    ['a daypart whose end precedes its start', { dayPart: { fromMinute: 90, toMinute: 60 } }, ['dayPart/toMinute']],
    ['an unknown day', { dayPart: { days: ['caturday'], fromMinute: 0, toMinute: 60 } }, ['dayPart/days/0']],
    ['too many leaves', leaves(maxTargetingLeaves + 1), ['']],
    ['too many values', { key: 'ct', values: Array.from({ length: maxTargetingValues + 1 }, () => 'a') }, ['values']],
    ['one level too many', nested(maxTargetingDepth + 1), [Array(maxTargetingDepth).fill('not').join('/')]],
    ['enough levels to exhaust the stack', nested(200_000), [Array(maxTargetingDepth).fill('not').join('/')]],
  ];
  test.each(trees)('%s', (_, tree, pointers) => {
    expect(pointersOf(tree)).toEqual(pointers);
  });

  test('stops after 50 issues', () => {
    expect(pointersOf({ any: Array.from({ length: 700 }, () => 1) })).toHaveLength(50);
  });
});
