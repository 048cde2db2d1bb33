import { expect, test } from 'vitest';
import type { Tree } from '../../targeting/targeting-model.ts';
import { withConditions, withoutConditions } from './targeting-change.ts';

const country: Tree = { fact: 'country', values: ['BE'] };
const device: Tree = { fact: 'device', values: ['tv'] };
const parameter: Tree = { key: 'ct', values: ['Gent'] };

test('adds conditions that must match in addition to the targeting', () => {
  expect(withConditions(null, { all: [country] })).toEqual({ all: [country] });
  expect(withConditions({ all: [device] }, { all: [country, parameter] })).toEqual({
    all: [device, country, parameter],
  });
  expect(withConditions({ any: [device, parameter] }, { all: [country] })).toEqual({
    all: [{ any: [device, parameter] }, country],
  });
  expect(withConditions({ all: [device] }, { not: country })).toEqual({ all: [device, { not: country }] });
});

test('does not repeat a condition that already must match', () => {
  const tree: Tree = { all: [device, country] };
  expect(withConditions(tree, { all: [{ values: ['BE'], fact: 'country' }] })).toBe(tree);
  expect(withConditions(country, { all: [country, device] })).toEqual({ all: [country, device] });
});

test('removes all conditions of some kinds at every level, and groups without conditions', () => {
  const tree: Tree = { all: [country, { any: [country, { not: device }] }, { not: { any: [country, parameter] } }] };
  expect(withoutConditions(tree, ['country'])).toEqual({
    all: [{ any: [{ not: device }] }, { not: { any: [parameter] } }],
  });
  expect(withoutConditions(tree, ['device', 'parameter'])).toEqual({
    all: [country, { any: [country] }, { not: { any: [country] } }],
  });
  expect(withoutConditions(tree, ['country', 'device', 'parameter'])).toBeNull();
  expect(withoutConditions(null, ['country'])).toBeNull();
});

test('tells URLs, coordinates and dayparts apart', () => {
  const url: Tree = { urlParts: ['/sport/'] };
  const near: Tree = { near: { latitude: 51, longitude: 4, metres: 5000 } };
  const dayPart: Tree = { dayPart: { days: [], fromMinute: 0, toMinute: 60 } };
  const tree: Tree = { all: [url, near, dayPart] };
  expect(withoutConditions(tree, ['pageUrl'])).toEqual({ all: [near, dayPart] });
  expect(withoutConditions(tree, ['coordinates', 'daypart'])).toEqual({ all: [url] });
});
