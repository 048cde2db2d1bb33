import { i18n } from '@lingui/core';
import { afterEach, expect, test } from 'vitest';
import { formatMoney, formatNumber } from '../../i18n/formats.ts';
import { enumerationText, moneyText, percentText, shareText, unitPriceText } from '../../labels/figures.ts';
import { dayRangeText, instantText, monthText } from './zoned-time.ts';

const activate = (locales: string) => i18n.loadAndActivate({ locale: 'en', locales, messages: i18n.messages });
/** Locales separate units with different spaces. */
const plain = (text: string) => text.replace(/[\u00A0\u2009\u202F]/g, ' ');

afterEach(() => activate('en-GB'));

test.each([
  ['en-GB', 'EUR 1,234.50', '0.40%', '16 – 22 Nov 2026'],
  ['nl', 'EUR 1.234,50', '0,40%', '16–22 nov 2026'],
  ['fr', '1 234,50 EUR', '0,40 %', '16–22 nov. 2026'],
  ['de', '1.234,50 EUR', '0,40 %', '16.–22.11.2026'],
])('formats money, rates and periods in %s', (locale, money, rate, period) => {
  activate(locale);
  expect(plain(moneyText({ amount: '1234.5', currency: 'EUR' }))).toBe(money);
  expect(plain(percentText(0.004))).toBe(rate);
  expect(plain(dayRangeText('2026-11-16', '2026-11-22'))).toBe(period);
});

test('uses the decimals of the currency, and keeps all digits of large amounts', () => {
  expect(plain(moneyText({ amount: '1234.56', currency: 'JPY' }))).toBe('JPY 1,235');
  expect(plain(moneyText({ amount: '1.2345', currency: 'KWD' }))).toBe('KWD 1.235');
  expect(plain(moneyText({ amount: '12345678901234567.89', currency: 'EUR' }))).toBe('EUR 12,345,678,901,234,567.89');
  expect(moneyText(null)).toBe('–');
});

test.each([
  ['4', 'EUR 4.00'],
  ['2.5', 'EUR 2.50'],
  ['0.00625', 'EUR 0.00625'],
  ['0.00123456', 'EUR 0.001235'],
  ['12.34567', 'EUR 12.3457'],
  ['0', 'EUR 0.00'],
])('formats the unit price %s with up to 4 significant decimals', (amount, text) => {
  expect(plain(unitPriceText({ amount, currency: 'EUR' }))).toBe(text);
});

test('formats rates with two decimals, shares with up to one, and changes with a sign', () => {
  expect([0, 0.0042, 1].map(percentText)).toEqual(['0.00%', '0.42%', '100.00%']);
  expect(percentText(null)).toBe('–');
  expect([0.3, 0.4255].map(shareText)).toEqual(['30%', '42.6%']);
  expect([0.125, -0.03, 0].map((value) => formatNumber(value, 'change'))).toEqual(['+12.5%', '-3.0%', '0.0%']);
  expect(plain(formatMoney('-1.5', 'EUR', 'difference'))).toBe('-EUR 1.50');
});

test('names the time zone of an instant, and formats months and lists', () => {
  expect(instantText('2026-11-22T08:30:00Z', 'Europe/Brussels')).toBe('22 Nov 2026, 09:30 CET');
  expect(monthText('2026-11')).toBe('Nov 2026');
  expect(enumerationText(['a', 'b'])).toBe('a, b');
});
