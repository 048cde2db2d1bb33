import { GVL, TCModel, TCString } from '@iabtechlabtcf/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { consentTable, consentUses, everyUse, hasUse, noUse, usesOf } from './consent-table.ts';
import { readTcfString } from './tcf-string.ts';

const lastVendor = 400;

/** Vendor list that the IAB library requires to encode a string. */
const vendorList = new GVL({
  gvlSpecificationVersion: 3,
  vendorListVersion: 100,
  tcfPolicyVersion: 5,
  lastUpdated: '2026-01-01T00:00:00Z',
  purposes: numbered(11, (id) => ({ id, name: 'purpose', description: '', illustrations: [] })),
  specialPurposes: {},
  features: {},
  specialFeatures: numbered(2, (id) => ({ id, name: 'feature', description: '', illustrations: [] })),
  stacks: {},
  vendors: numbered(lastVendor, (id) => ({
    id,
    name: 'vendor',
    purposes: [1, 3, 4],
    legIntPurposes: [2, 7],
    flexiblePurposes: [],
    specialPurposes: [],
    features: [],
    specialFeatures: [],
  })),
} as never);

function numbered(count: number, entry: (id: number) => object) {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [index + 1, entry(index + 1)]));
}

type Said = {
  readonly purposes: readonly number[];
  readonly specialFeatures: readonly number[];
  readonly vendors: readonly number[];
  readonly disclosed: boolean;
};

/** Encodes a string like a TCF 2.2 consent platform, or like TCF 2.3 with disclosed vendors. */
function encode({ purposes, specialFeatures, vendors, disclosed }: Said): string {
  const model = new TCModel(vendorList);
  model.cmpId = 10;
  model.cmpVersion = 1;
  model.consentLanguage = 'NL';
  model.publisherCountryCode = 'BE';
  for (const id of purposes) model.purposeConsents.set(id);
  for (const id of specialFeatures) model.specialFeatureOptins.set(id);
  for (const id of vendors) model.vendorConsents.set(id);
  if (disclosed) for (let id = 1; id <= lastVendor; id += 3) model.vendorsDisclosed.set(id);
  model.purposeLegitimateInterests.set([2, 7]);
  return TCString.encode(model, {
    segments: disclosed ? ['core', 'vendorsDisclosed', 'publisherTC'] : ['core'],
  } as never);
}

function bits(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all | (1 << (number - 1)), 0);
}

const said = fc.record<Said>({
  purposes: fc.uniqueArray(fc.integer({ min: 1, max: 11 })),
  specialFeatures: fc.uniqueArray(fc.integer({ min: 1, max: 2 })),
  // A few vendors are encoded as ranges, many as bits.
  vendors: fc.oneof(
    fc.uniqueArray(fc.integer({ min: 1, max: lastVendor }), { maxLength: 4 }),
    fc.uniqueArray(fc.integer({ min: 1, max: lastVendor }), { minLength: 100, maxLength: 300 }),
    fc
      .tuple(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 200 }))
      .map(([first, more]) => Array.from({ length: more }, (_, index) => first + index)),
  ),
  disclosed: fc.boolean(),
});

describe('TCF string', () => {
  test('decodes a string that the IAB library encoded', () => {
    fc.assert(
      fc.property(said, fc.integer({ min: 1, max: lastVendor + 9 }), (given, vendor) => {
        expect(readTcfString(encode(given), vendor)).toEqual({
          purposes: bits(given.purposes),
          specialFeatures: bits(given.specialFeatures),
          hasVendor: given.vendors.includes(vendor),
        });
      }),
      { numRuns: 300 },
    );
  });

  const whole = encode({ purposes: [1, 2, 3, 4], specialFeatures: [1], vendors: [7], disclosed: true });

  test('requires no vendor consent when the ad server belongs to the publisher', () => {
    expect(readTcfString(whole, null)).toMatchObject({ hasVendor: true });
    expect(readTcfString(whole, 8)).toMatchObject({ hasVendor: false });
  });

  test.each([
    ['nothing', ''],
    ['a TCF 1 string', 'BOEFEAyOEFEAyAHABDENAI4AAAB9vABAASA'],
    ['a string folded by the TypeScript SDK', whole.toLowerCase().replace(/[^a-z0-9]/g, '_')],
    ['cut off', whole.slice(0, 38)],
    ['with other characters', `C${'!'.repeat(60)}`],
    ['with an encoded character', `${whole.slice(0, 38)}%2E`],
    ['an overlong string', `C${'A'.repeat(9_000)}`],
    ['all', 'all'],
  ])('returns null for %s', (_, text) => {
    expect(readTcfString(text, null)).toBeNull();
  });

  test('never throws for arbitrary input', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.base64String()),
        fc.nat(70_000),
        (text, id) => {
          for (const given of [text, `C${text}`, `${whole.slice(0, 40)}${text}`]) readTcfString(given, id + 1);
        },
      ),
    );
  });
});

describe('consent table', () => {
  test('allows a use exactly when all its purposes and special features are allowed', () => {
    for (let purposes = 0; purposes < 2 ** 8; purposes += 1) {
      for (const specialFeatures of [0, 1]) {
        const set = usesOf({ purposes, specialFeatures });
        for (const use of consentUses) {
          const needs = consentTable[use];
          const isMet =
            needs.purposes.every((purpose) => (purposes >> (purpose - 1)) % 2 === 1) &&
            needs.specialFeatures.every((feature) => (specialFeatures >> (feature - 1)) % 2 === 1);
          expect(hasUse(set, use)).toBe(isMet);
        }
      }
    }
    expect([usesOf({ purposes: 0, specialFeatures: 0 }), usesOf({ purposes: 0b100_1111, specialFeatures: 1 })]).toEqual(
      [noUse, everyUse],
    );
  });
});
