import { expect, test } from 'vitest';
import { accentContrast, accentShades, defaultAccentColor, isReadableAccent, nearestAccent } from './accent-color.ts';

test.each(['#000000', '#0b57a4', '#b3261e', '#1d6b40', '#6d28d9'])('accepts %s', (color) => {
  expect(isReadableAccent(color)).toBe(true);
  expect(nearestAccent(color)).toBe(color);
});

test.each(['#ffffff', '#ffcc00', '#ff6600', '#3d8de0', '#777777'])('refuses %s and finds a darker one', (color) => {
  expect(isReadableAccent(color)).toBe(false);
  const nearest = nearestAccent(color);
  expect(isReadableAccent(nearest)).toBe(true);
  expect(accentContrast(nearest).background).toBeLessThan(4.7);
});

test('measures the contrast with white text and with the background of the page', () => {
  const { whiteText, background } = accentContrast('#777777');
  expect(whiteText).toBeCloseTo(4.48, 2);
  expect(background).toBeCloseTo(4.14, 2);
});

test('derives ten shades from light to dark around the color', () => {
  for (const color of [defaultAccentColor, '#000000', '#b3261e', nearestAccent('#ffff00')]) {
    const shades = accentShades(color);
    expect(shades).toHaveLength(10);
    expect(shades[6]).toBe(color);
    expect(accentContrast(shades[5] as string).whiteText).toBeGreaterThanOrEqual(4.5);
    const onWhite = shades.map((shade) => accentContrast(shade).whiteText);
    expect(onWhite).toEqual(onWhite.toSorted((one, other) => one - other));
  }
});
