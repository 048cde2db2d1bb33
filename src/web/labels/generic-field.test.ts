import { expect, test } from 'vitest';
import { genericField, plainText } from './generic-field.ts';

test('values are read as texts', () => {
  expect([null, undefined, 'a', [1, 2], { a: 1 }].map(plainText)).toEqual(['–', '–', 'a', '[ 1, 2 ]', '{ "a": 1 }']);
});

test('a field is named by the words of its name', () => {
  expect(genericField('poNumber', null)).toEqual({ label: 'po number', text: '–' });
});
