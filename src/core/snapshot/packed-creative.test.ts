import { expect, test } from 'vitest';
import { packCreative, unpackCreative } from './packed-creative.ts';
import type { CreativeRow } from './snapshot-rows.ts';

const row = {
  id: 3,
  name: 'Été\t"2026"',
  kind: 'image',
  formatId: 2,
  brandId: 1,
  width: 728,
  height: null,
  html: null,
  file: { path: 'media/ab/banner.png', mime: 'image/png' },
  clickUrl: 'https://shop.example/',
  altText: null,
  domains: ['shop.example'],
  updatedAtMs: 5,
} as unknown as CreativeRow;

test('a creative is restored completely from one line of text without tabs or field names', () => {
  const packed = packCreative(row);
  expect(packed).toMatchObject({ id: 3, formatId: 2 });
  expect(packed.text).not.toMatch(/[\t\n]|altText/);
  expect(unpackCreative(packed)).toEqual(row);
  expect(packCreative(packed)).toEqual(packed);
});

test.each([
  ['a few', `${'plain '.repeat(20)}… – 😀`, true],
  ['mostly', 'Реклама', false],
])('%s characters beyond Latin-1', (_how, name, escaped) => {
  const packed = packCreative({ ...row, name, html: name.repeat(20) });
  expect(/[\u0100-\uffff]/.test(packed.text)).toBe(!escaped);
  expect(unpackCreative(packed)).toMatchObject({ name, html: name.repeat(20) });
});

test('a creative with additional or missing fields is restored completely', () => {
  const { altText: _, ...less } = row;
  for (const odd of [{ ...row, later: [1] }, less, { id: 9, formatId: 1 }]) {
    expect(unpackCreative(packCreative(odd as CreativeRow))).toEqual(odd);
  }
});

test('equal rows have equal texts for any order of fields', () => {
  const turned = Object.fromEntries(Object.entries(row).toReversed()) as unknown as CreativeRow;
  expect(packCreative(turned).text).toBe(packCreative(row).text);
});
