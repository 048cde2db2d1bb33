import { formatList, formatMoney, formatNumber, formatUnit } from '../i18n/formats.ts';

const bytesPerUnit = 1024;
const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

type Money = { readonly amount: string; readonly currency: string };

/** `12,345` */
export function countText(value: number): string {
  return formatNumber(value, 'count');
}

/** `12.3K`, for narrow columns. */
export function compactText(value: number): string {
  return formatNumber(value, 'compact');
}

/** A rate of 0..1 as `0.40%`, with two decimals; a dash when it is not defined. */
export function percentText(rate: number | null | undefined): string {
  return rate === null || rate === undefined ? '–' : formatNumber(rate, 'rate');
}

/** A number per person, with two decimals: `3.24`. */
export function frequencyText(value: number): string {
  return formatNumber(value, 'frequency');
}

/** A share of 0..1 as `42.3%`, with up to one decimal. */
export function shareText(share: number): string {
  return formatNumber(share, 'share');
}

/** A relative change with its sign: `+12.4%`. */
export function relativeChangeText(change: number): string {
  return formatNumber(change, 'change');
}

/** A change in percentage points, or of a frequency, with its sign: `+0.27`. */
export function pointChangeText(points: number): string {
  return formatNumber(points, 'points');
}

/** An amount with the decimals of its currency: `EUR 1,234.50`, `JPY 1,235`. */
export function moneyText(money: Money | null | undefined): string {
  return money === null || money === undefined ? '–' : formatMoney(money.amount, money.currency, 'total');
}

/** A price of one unit, with more decimals if it is small: `EUR 4.00`, `EUR 0.00625`. */
export function unitPriceText({ amount, currency }: Money): string {
  return formatMoney(amount, currency, 'price');
}

/** `1.4 MB` */
export function bytesText(bytes: number): string {
  const power = Math.min(byteUnits.length - 1, bytes < 1 ? 0 : Math.floor(Math.log(bytes) / Math.log(bytesPerUnit)));
  const value = bytes / bytesPerUnit ** power;
  const maximumFractionDigits = power > 0 && value < 10 ? 1 : 0;
  const unitDisplay = power === 0 ? 'narrow' : 'short';
  return formatUnit(value, byteUnits[power] ?? 'byte', { unitDisplay, maximumFractionDigits });
}

/** `Sport, News and Culture` */
export function conjunctionText(items: readonly string[]): string {
  return formatList(items, 'conjunction');
}

/** `Sport, News or Culture` */
export function disjunctionText(items: readonly string[]): string {
  return formatList(items, 'disjunction');
}

/** `Sport, News, Culture` */
export function enumerationText(items: readonly string[]): string {
  return formatList(items, 'unit');
}

/** A text with a capital first letter. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
