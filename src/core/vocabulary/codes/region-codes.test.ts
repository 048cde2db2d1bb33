import { expect, test } from 'vitest';
import { hasRegionForm, suggestedRegion } from './region-codes.ts';

const subdivisions = [
  { code: 'BE-BRU', name: 'Brussels' },
  { code: 'BE-VLG', name: 'Vlaams Gewest' },
  { code: 'BE-VOV', name: 'Oost-Vlaanderen' },
  { code: 'NL-UT', name: 'Utrecht' },
];

test.each([
  ['BE-OVL', 'BE-VOV'],
  ['be-bxl', 'BE-BRU'],
  ['NL-XX', 'NL-UT'],
  ['BE-VOV', null],
  ['be-vov', null],
  ['VA-XX', null],
])('suggests for %s the region %s', (text, expected) => {
  expect(suggestedRegion(text, subdivisions)).toBe(expected);
});

test('only texts in the form of a code are checked', () => {
  expect(['BE-VOV', 'us-ca', 'VOV', 'Oost-Vlaanderen', 'BE-'].map(hasRegionForm)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
