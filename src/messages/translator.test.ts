import { expect, test } from 'vitest';
import { translatorOf } from './translator.ts';

test('formats messages in the requested language', () => {
  expect(translatorOf('en')('common.action.save')).toBe('Save');
  expect(translatorOf('nl')('common.action.save')).toBe('Opslaan');
  expect(translatorOf('de')('common.label.withTimeZone', { label: 'Beginn', timeZone: 'UTC' })).toBe('Beginn (UTC)');
});
