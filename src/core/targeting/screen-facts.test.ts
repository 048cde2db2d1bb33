import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evaluateTargeting } from './evaluate.ts';
import { readFacts, withScreenFacts } from './request-facts.ts';
import { createPositionTest, mayMatchPosition, screenFactsOf } from './screen-facts.ts';
import type { Targeting } from './targeting.ts';
import { createTargetingCompiler } from './targeting-index.ts';
import { noScreenFacts, type ScreenFacts } from './value-facts.ts';

describe('facts of a screen', () => {
  test('contain a venue type with its parents, and the properties of the display', () => {
    expect(
      screenFactsOf({
        venueTypes: ['retail.grocery.shop_entrance', 'retail.malls'],
        chain: 'FreshMart',
        store: 'Gent-Zuid',
        zone: 'entrance',
        width: 1_080,
        height: 1_920,
        diagonalInches: 55,
        hasAudio: false,
      }),
    ).toEqual({
      venueType: ['retail', 'retail.grocery', 'retail.grocery.entrance', 'retail.malls'],
      chain: ['FreshMart'],
      store: ['Gent-Zuid'],
      zone: ['entrance'],
      orientation: ['portrait'],
      resolution: ['1080x1920'],
      screenSize: ['medium'],
      audio: ['no'],
    });
  });

  test('omit what is unknown', () => {
    expect(screenFactsOf(null)).toEqual({});
    expect(screenFactsOf({ venueTypes: ['unknown'], chain: null, width: 100, height: 100 })).toEqual({
      resolution: ['100x100'],
    });
    expect(screenFactsOf({ width: 1_920, hasAudio: null })).toEqual({});
  });

  test.each([
    [31.9, 'small'],
    [32, 'medium'],
    [64.9, 'medium'],
    [65, 'large'],
  ])('a diagonal of %d inches is %s', (diagonalInches, size) => {
    expect(screenFactsOf({ diagonalInches }).screenSize).toEqual([size]);
  });
});

describe('a position', () => {
  const inGrocery = screenFactsOf({ venueTypes: ['retail.grocery'], zone: 'checkout' });

  test.each<[string, Targeting | null, boolean]>([
    ['without targeting', null, true],
    ['on its parent venue type', { fact: 'venueType', values: ['retail'] }, true],
    ['on another venue type', { fact: 'venueType', values: ['transit'] }, false],
    ['on an unknown property', { fact: 'chain', values: ['FreshMart'] }, false],
    ['on the absence of an unknown property', { not: { fact: 'chain', values: ['FreshMart'] } }, true],
    ['on the request', { fact: 'country', values: ['BE'] }, true],
    ['on the absence of its zone', { not: { fact: 'zone', values: ['checkout'] } }, false],
    [
      'on its zone or the request',
      {
        any: [
          { fact: 'zone', values: ['aisle'] },
          { key: 'ct', values: ['sport'] },
        ],
      },
      true,
    ],
    [
      'on another zone and the request',
      {
        all: [
          { fact: 'zone', values: ['aisle'] },
          { key: 'ct', values: ['sport'] },
        ],
      },
      false,
    ],
  ])('may match a tree %s: %j is %s', (_, tree, expected) => {
    expect(createPositionTest(tree)(inGrocery)).toBe(expected);
  });
});

const words = fc.uniqueArray(fc.constantFrom('a', 'B', 'c', 'é'), { minLength: 1, maxLength: 3 });
const screen = fc.record(
  { chain: words, store: words, zone: words },
  { requiredKeys: [] },
) as fc.Arbitrary<ScreenFacts>;
const ofScreen: fc.Arbitrary<Targeting> = fc.record({ fact: fc.constantFrom('chain', 'store', 'zone'), values: words });
const ofRequest: fc.Arbitrary<Targeting> = fc.oneof(
  fc.record({ fact: fc.constantFrom('country', 'segment'), values: words }),
  fc.record({ key: fc.constant('ct'), values: words }),
);
const treeOf = (leaf: fc.Arbitrary<Targeting>): fc.Arbitrary<Targeting> =>
  fc.letrec<{ node: Targeting }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc.record({ all: fc.array(tie('node'), { minLength: 1, maxLength: 3 }) }),
      fc.record({ any: fc.array(tie('node'), { minLength: 1, maxLength: 3 }) }),
      fc.record({ not: tie('node') }),
    ),
  })).node;
const local = { weekday: 'mon', minuteOfDay: 0, day: 0 } as const;

test('a position that may not match a tree has no request that matches', () => {
  const seen = { excluded: 0, met: 0 };
  fc.assert(
    fc.property(treeOf(fc.oneof(ofScreen, ofRequest)), screen, words, words, (tree, facts, country, ct) => {
      const compiler = createTargetingCompiler();
      const at = compiler.replace(-1, tree);
      const { index } = compiler;
      const request = { parameters: new Map([['ct', ct]]), context: { country } };
      const answer = evaluateTargeting(index, at, withScreenFacts(index, readFacts(index, request), facts), local);
      const mayMatch = mayMatchPosition(index, at, facts);
      if (!mayMatch) expect(answer).toBe(0);
      seen.excluded += mayMatch ? 0 : 1;
      seen.met += answer === 2 ? 1 : 0;
    }),
    { numRuns: 3_000, seed: 20261128 },
  );
  expect(seen.excluded).toBeGreaterThan(300);
  expect(seen.met).toBeGreaterThan(300);
});

test('for a tree of conditions on the screen, the result is that of every request', () => {
  fc.assert(
    fc.property(treeOf(ofScreen), screen, (tree, facts) => {
      const compiler = createTargetingCompiler();
      const at = compiler.replace(-1, tree);
      const { index } = compiler;
      const read = withScreenFacts(index, readFacts(index, { parameters: new Map() }), facts);
      expect(mayMatchPosition(index, at, facts)).toBe(evaluateTargeting(index, at, read, local) === 2);
    }),
    { numRuns: 3_000, seed: 20261128 },
  );
});

test('facts of a request are unchanged if no tree targets a fact of the position', () => {
  const compiler = createTargetingCompiler();
  compiler.replace(-1, { fact: 'country', values: ['BE'] });
  const read = readFacts(compiler.index, { parameters: new Map(), context: { country: 'BE' } });
  expect(withScreenFacts(compiler.index, read, { zone: ['checkout'] })).toBe(read);
  expect(withScreenFacts(compiler.index, read, noScreenFacts)).toBe(read);
});
