import { i18n } from '@lingui/core';
import { afterEach, expect, test } from 'vitest';
import { dateInputFormat, dayInputText, firstDayOfWeek, parseDay } from './date-format.ts';

const today = '2026-11-24';
const activate = (locales: string) => i18n.loadAndActivate({ locale: 'en', locales, messages: i18n.messages });

afterEach(() => i18n.loadAndActivate({ locale: 'en', locales: 'en-GB', messages: i18n.messages }));

test.each([
  ['en-GB', 'DD/MM/YYYY', 1],
  ['en-US', 'MM/DD/YYYY', 0],
  ['nl', 'DD-MM-YYYY', 1],
  ['fr-BE', 'DD/MM/YYYY', 1],
  ['de', 'DD.MM.YYYY', 1],
])('uses the date format and first day of the week of %s', (locale, format, firstDay) => {
  activate(locale);
  expect(dateInputFormat()).toBe(format);
  expect(firstDayOfWeek()).toBe(firstDay);
  expect(parseDay(dayInputText('2026-02-03'), today)).toBe('2026-02-03');
});

test.each([
  ['en-GB', '3/2/26', '2026-02-03'],
  ['en-US', '2/3/2026', '2026-02-03'],
  ['de', '3.2.', '2026-02-03'],
  ['nl', '3-2-2027', '2027-02-03'],
  ['nl', '2027-02-03', '2027-02-03'],
])('reads a date that is typed in %s: %s', (locale, text, day) => {
  activate(locale);
  expect(parseDay(text, today)).toBe(day);
});

test.each(['', 'tomorrow', '30/02/2026', '1/13/2026', '5', '1/2/3/4'])('returns null for %j', (text) => {
  expect(parseDay(text, today)).toBeNull();
});
