import { formatLocale } from '../i18n/format-locale.ts';

const bytesPerUnit = 1024;
const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
const formats = new Map<string, Intl.NumberFormat>();

/** `12,345` */
export function countText(value: number): string {
  return formatted(value, { maximumFractionDigits: 0 });
}

/** `12.3K`, for narrow columns. */
export function compactText(value: number): string {
  return formatted(value, { notation: 'compact', maximumSignificantDigits: 3 });
}

/** A rate of 0..1 as `0.42%`; a dash when it is not defined. */
export function percentText(rate: number | null | undefined): string {
  return rate === null || rate === undefined ? '–' : formatted(rate, { style: 'percent', maximumFractionDigits: 2 });
}

/** A share of 0..1 as `42.3%`. */
export function shareText(share: number): string {
  return formatted(share, { style: 'percent', maximumFractionDigits: 1 });
}

/** A relative change with its sign: `+12.4%`. */
export function changeText(change: number): string {
  return formatted(change, { style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' });
}

/** An amount with its currency, without rounding: `EUR 1,234.50`. */
export function moneyText(money: { readonly amount: string; readonly currency: string } | null | undefined): string {
  if (money === null || money === undefined) return '–';
  const decimals = money.amount.split('.')[1]?.length ?? 0;
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const format = formatOf({ style: 'currency', currency: money.currency, currencyDisplay: 'code', ...digits });
  // The decimal text, because a number would lose digits of large amounts.
  return format.format(money.amount as Intl.StringNumericLiteral);
}

/** An amount without decimals: `EUR 1,235`. */
export function wholeMoneyText({ amount, currency }: { readonly amount: number; readonly currency: string }): string {
  return formatted(amount, { style: 'currency', currency, currencyDisplay: 'code', maximumFractionDigits: 0 });
}

/** `1.4 MB` */
export function bytesText(bytes: number): string {
  const power = Math.min(byteUnits.length - 1, bytes < 1 ? 0 : Math.floor(Math.log(bytes) / Math.log(bytesPerUnit)));
  const value = bytes / bytesPerUnit ** power;
  const maximumFractionDigits = power > 0 && value < 10 ? 1 : 0;
  const unit = byteUnits[power] ?? 'byte';
  return formatted(value, {
    style: 'unit',
    unit,
    unitDisplay: power === 0 ? 'narrow' : 'short',
    maximumFractionDigits,
  });
}

function formatted(value: number, options: Intl.NumberFormatOptions): string {
  return formatOf(options).format(value);
}

function formatOf(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${formatLocale()} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(formatLocale(), options);
  formats.set(key, format);
  return format;
}

/** `Sport, News and Culture` */
export function conjunctionText(items: readonly string[]): string {
  return new Intl.ListFormat(formatLocale(), { type: 'conjunction' }).format(items);
}
