import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { referenceTargeting } from '../../../test/oracle/reference/reference-targeting.ts';
import { weekdays } from '../vocabulary/statuses.ts';
import { describeFailure } from './describe.ts';
import { evaluateTargeting } from './evaluate.ts';
import { fold, sentForms } from './fold.ts';
import { readFacts, withScreenFacts, withSlotParameters } from './request-facts.ts';
import { mayHold, signatureWords, writeSignatures } from './signature.ts';
import type { RequestContext, Targeting } from './targeting.ts';
import { targetingFault } from './targeting-fault.ts';
import { createTargetingCompiler } from './targeting-index.ts';
import { type ScreenFacts, valueFactNames } from './value-facts.ts';

// Takes seconds on an idle machine. The limit allows for a busy one.
vi.setConfig({ testTimeout: 120_000 });

describe('folding', () => {
  test('ignores case, spaces and punctuation, and distinguishes letters and digits of any script', () => {
    expect(fold('Red-Wine 75cl')).toBe('red_wine_75cl');
    expect(fold('ÉTÉ')).toBe('été');
    expect(fold('Сыр №1')).toBe('сыр__1');
    expect(fold('a_b')).toBe('a_b');
  });

  test('matches a value that a client has folded with the original value', () => {
    /** One client first replaces characters and then converts to lower case. */
    const byClient = (text: string): string => text.replace(/[^\p{L}\p{Nd}_]/gu, '_').toLowerCase();
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.constant('İSTANBUL'));
    fc.assert(
      fc.property(text, (one) => {
        expect(sentForms(one)).toContain(fold(byClient(one.normalize('NFC'))));
        expect(fold(fold(one))).toBe(fold(one));
      }),
      { numRuns: 10_000, seed: 20261121 },
    );
  });
});

describe('a key-value in a script with combining marks', () => {
  const monday = { day: 20_780, weekday: 'mon', minuteOfDay: 0 } as const;
  const holds = (sent: string) => {
    const compiler = createTargetingCompiler();
    const at = compiler.replace(-1, { key: 'ci', values: ['मीरा'] });
    const facts = readFacts(compiler.index, { parameters: new Map([['ci', [sent]]]) });
    return evaluateTargeting(compiler.index, at, facts, monday) === 2;
  };

  test('matches the same value and its form without marks, and no other', () => {
    expect(['मीरा', 'म_र_', 'मारी', 'मर'].map(holds)).toEqual([true, true, false, false]);
  });
});

describe('limits', () => {
  const leaf: Targeting = { fact: 'country', values: ['be'] };
  const nested = (levels: number): Targeting => (levels === 1 ? leaf : { not: nested(levels - 1) });

  test('allow 8 levels, and 800 leaves in addition to those of 1,000 negative keywords, and reject one more', () => {
    expect(targetingFault(nested(8))).toBeNull();
    expect(targetingFault(nested(9))).toBe('/not/not/not/not/not/not/not/not: more than 8 levels');
    expect(targetingFault({ any: Array.from({ length: 4_800 }, () => leaf) })).toBeNull();
    expect(targetingFault({ any: Array.from({ length: 4_801 }, () => leaf) })).toBe('/any/4800: more than 4800 leaves');
  });

  const wrong: readonly (readonly [string, unknown])[] = [
    ['text', 'country'],
    ['a list', [leaf]],
    ['nothing', {}],
    ['no children', { all: [] }],
    ['two kinds in one node', { all: [leaf], any: [leaf] }],
    ['an unknown fact', { fact: 'shoe size', values: ['44'] }],
    ['no values', { fact: 'country', values: [] }],
    ['an empty value', { fact: 'country', values: [''] }],
    ['an unknown field', { fact: 'country', values: ['be'], weight: 1 }],
    ['a latitude beyond 90 degrees', { near: { latitude: 91, longitude: 0, metres: 1 } }],
    ['a radius of 0', { near: { latitude: 9, longitude: 0, metres: 0 } }],
    ['an unknown day', { dayPart: { days: ['monday'], fromMinute: 0, toMinute: 1 } }],
  ];
  for (const [name, tree] of wrong) test(`${name} is not a tree`, () => expect(targetingFault(tree)).not.toBeNull());
});

const word = fc.constantFrom('a', 'B', 'b', 'c d', 'C-D', 'é', 'मीरा', 'मारी', 'म_र_');
const words = fc.array(word, { minLength: 1, maxLength: 3 });
const fact = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...valueFactNames) }, fc.constant('segment' as const));
const geoArea = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});
const minute = fc.integer({ min: 0, max: 1440 });
const leaf: fc.Arbitrary<Targeting> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ fact, values: fc.oneof(words, fc.constant(['granted'])) }) },
  { weight: 3, arbitrary: fc.record({ key: fc.constantFrom('ct', 'CT', 'kw'), values: words }) },
  fc.record({ urlParts: words }),
  fc.tuple(geoArea, fc.integer({ min: 1, max: 10_000_000 })).map(([at, metres]) => ({ near: { ...at, metres } })),
  fc.record({ dayPart: fc.record({ days: fc.subarray([...weekdays]), fromMinute: minute, toMinute: minute }) }),
);
const tree: fc.Arbitrary<Targeting> = fc.letrec<{ node: Targeting }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.record({ all: fc.array(tie('node'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ any: fc.array(tie('node'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ not: tie('node') }),
  ),
})).node;
const context = fc.record(
  {
    country: word,
    region: word,
    city: word,
    postalCode: word,
    device: fc.oneof(word, words),
    os: fc.oneof(word, words),
    browser: fc.oneof(word, words),
    language: fc.oneof(word, words),
    segments: words,
    consent: fc.constantFrom('granted', 'denied'),
    categories: words,
    keywords: words,
    products: words,
    venueTypes: words,
    pageUrl: fc.constantFrom('https://b.example/c-d', 'A', ''),
    coordinates: geoArea,
  },
  { requiredKeys: [] },
) as fc.Arbitrary<RequestContext>;
const screenFacts = fc.record(
  { venueType: words, chain: words, store: words, zone: words, audio: words },
  { requiredKeys: [] },
) as fc.Arbitrary<ScreenFacts>;
const parameters = fc
  .array(fc.tuple(fc.constantFrom('ct', 'kw', 'Kw', 'zz'), words), { maxLength: 3 })
  .map((entries) => new Map(entries));

test('compiled trees give the results of the source trees, and a failure has a description', () => {
  const seen = new Map<number, number>();
  fc.assert(
    fc.property(
      fc.array(tree, { minLength: 1, maxLength: 3 }),
      parameters,
      parameters,
      context,
      fc.constantFrom(...weekdays),
      fc.integer({ min: 0, max: 1439 }),
      screenFacts,
      (trees, ofSlot, ofAll, said, weekday, minuteOfDay, screen) => {
        const compiler = createTargetingCompiler();
        const geoAreas = trees.map((one) => compiler.replace(-1, one));
        const { index } = compiler;
        const local = { weekday, minuteOfDay, day: 0 };
        const ofRequest = withSlotParameters(index, readFacts(index, { parameters: ofAll, context: said }), ofSlot);
        const facts = withScreenFacts(index, ofRequest, screen);
        const entries = [...ofSlot, ...ofAll];
        const merged = new Map(entries.map(([key]) => [key, entries.flatMap(([k, list]) => (k === key ? list : []))]));
        for (const [number, one] of trees.entries()) {
          const answer = evaluateTargeting(index, geoAreas[number] as number, facts, local);
          const request = { parameters: merged, context: said };
          const expected = referenceTargeting(one, request, { clock: { weekday, minute: minuteOfDay }, screen });
          expect(['fails', 'unknown', 'holds'][answer]).toBe(expected);
          seen.set(answer, (seen.get(answer) ?? 0) + 1);
          if (answer !== 0) continue;
          const { expected: wanted, actual } = describeFailure(index, geoAreas[number] as number, facts, local);
          expect(wanted).not.toContain('undefined');
          expect(actual).not.toContain('undefined');
        }
      },
    ),
    { numRuns: 10_000, seed: 20261121 },
  );
  for (const answer of [0, 1, 2]) expect(seen.get(answer)).toBeGreaterThan(300);
});

test('a description of a request with many values is short', () => {
  const compiler = createTargetingCompiler();
  const trees: readonly Targeting[] = [{ key: 'kw', values: ['red'] }, { urlParts: ['/shop/'] }];
  const geoAreas = trees.map((one) => compiler.replace(-1, one));
  const { index } = compiler;
  const parameters = new Map([['kw', Array.from({ length: 100 }, (_, at) => `v${at}`)]]);
  const context = { pageUrl: `https://site.example/${'x'.repeat(1_900)}` };
  const facts = readFacts(index, { parameters, context });
  const [ofKey, ofPage] = geoAreas.map((geoArea) =>
    describeFailure(index, geoArea, facts, { weekday: 'mon', minuteOfDay: 0, day: 0 }),
  );
  expect(ofKey?.actual).toBe(
    'parameter kw v0 and v1 and v2 and v3 and v4 and v5 and v6 and v7 and v8 and v9 and 90 more',
  );
  expect(ofPage?.actual).toHaveLength(200);
  expect(ofPage?.actual).toMatch(/^page address https___site_example_x+…$/);
});

test('a tree of 800 leaves with thousands of values is evaluated by binary search', () => {
  const values = Array.from({ length: 1250 }, (_, index) => `code ${index}`);
  const wide: Targeting = { any: Array.from({ length: 8 }, () => ({ fact: 'postalCode', values })) };
  const compiler = createTargetingCompiler();
  const targetingAt = compiler.replace(-1, wide);
  const { index } = compiler;
  const local = { weekday: 'mon', minuteOfDay: 0, day: 0 } as const;
  const answer = (postalCode: string) =>
    evaluateTargeting(index, targetingAt, readFacts(index, { parameters: new Map(), context: { postalCode } }), local);
  expect(answer('CODE-1249')).toBe(2);
  expect(answer('code 1250')).toBe(0);
  expect(index.valueTexts).toHaveLength(1250);
});

test('a signature never rejects a request that meets its tree, and rejects most others', () => {
  const signatures = new Uint32Array(signatureWords);
  let refused = 0;
  let held = 0;
  fc.assert(
    fc.property(tree, parameters, context, fc.constantFrom(...weekdays), (one, ofAll, said, weekday) => {
      const { index, replace } = createTargetingCompiler();
      // A preceding tree ensures that no offset and no field is 0.
      replace(-1, { fact: 'city', values: ['ghent'] });
      const at = replace(-1, one);
      const facts = readFacts(index, { parameters: ofAll, context: said });
      const answer = evaluateTargeting(index, at, facts, { weekday, minuteOfDay: 600, day: 0 });
      writeSignatures(index, at, signatures, 0);
      const may = mayHold(signatures, 0, facts.masks);
      if (answer === 2) {
        expect(may).toBe(true);
        held += 1;
      } else if (!may) refused += 1;
    }),
    { numRuns: 10_000, seed: 20261121 },
  );
  expect(held).toBeGreaterThan(1_000);
  expect(refused).toBeGreaterThan(1_000);
});

test('counts a repeated value once, and accepts a long list like a short one', () => {
  const compiler = createTargetingCompiler();
  const { index } = compiler;
  const words = Array.from({ length: 400 }, (_, word) => `w${word}`);
  // Targets every word, so that each has a number.
  compiler.replace(-1, { key: 'kw', values: words });
  const sent = fc.array(fc.constantFrom(...words), { maxLength: 200, size: 'max' });
  const asked = fc.uniqueArray(fc.constantFrom(...words, 'never'), { minLength: 1, maxLength: 20 });
  const local = { weekday: 'mon', minuteOfDay: 600, day: 0 } as const;
  fc.assert(
    fc.property(sent, asked, (values, wanted) => {
      const at = compiler.replace(-1, { key: 'kw', values: wanted });
      const facts = readFacts(index, { parameters: new Map([['kw', [...values, ...values]]]), context: {} });
      const ids = facts.values[0] ?? [];
      expect(ids).toHaveLength(new Set(values).size);
      expect(ids.every((id, geoArea) => geoArea === 0 || (ids[geoArea - 1] as number) < id)).toBe(true);
      const holds = values.some((value) => wanted.includes(value));
      expect(evaluateTargeting(index, at, facts, local)).toBe(holds ? 2 : 0);
    }),
  );
});
