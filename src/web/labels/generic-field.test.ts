import { expect, test } from 'vitest';
import { genericField, plainText } from './generic-field.ts';

test('formats strings as they are and other values as JSON', () => {
  expect([null, undefined, 'a', [1, 2], { a: 1 }].map(plainText)).toEqual(['–', '–', 'a', '[ 1, 2 ]', '{ "a": 1 }']);
});

test('derives the label of a field from its name', () => {
  expect(genericField('poNumber', null)).toEqual({ label: 'po number', text: '–' });
});
