// All formats of the interface. No other module creates a formatter: `test/walls/web-formats.test.ts`. Components call
// the functions of `labels/figures.ts` (numbers, money, rates, lists) and `ui/time/zoned-time.ts` (dates, times).

import { formatLocale } from './format-locale.ts';

/** Significant decimals of a unit price, such as 0.01235. */
const priceDecimals = 4;

const numberFormats = {
  /** `12,345` */
  count: { maximumFractionDigits: 0 },
  /** `12.3K` */
  compact: { notation: 'compact', maximumSignificantDigits: 3 },
  /** `0.40%`: a measured rate. */
  rate: { style: 'percent', minimumFractionDigits: 2, maximumFractionDigits: 2 },
  /** `3.24`: a number per person. */
  frequency: { minimumFractionDigits: 2, maximumFractionDigits: 2 },
  /** `42.5%`, `30%`: a share that was entered or measured. */
  share: { style: 'percent', maximumFractionDigits: 1 },
  /** `+12.5%`, `-3.0%`, `0.0%` */
  change: { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'exceptZero' },
  /** `+1,200`, `-3`, `0` */
  difference: { maximumFractionDigits: 0, signDisplay: 'exceptZero' },
  /** `+0.25`: a difference of two rates in percentage points, or of two frequencies. */
  points: { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: 'exceptZero' },
} as const satisfies Record<string, Intl.NumberFormatOptions>;

const dateFormats = {
  /** `22 Nov 2026` */
  day: { dateStyle: 'medium' },
  /** `22 Nov 2026, 09:30` */
  instant: { dateStyle: 'medium', timeStyle: 'short' },
  /** `22 Nov 2026, 09:30:05` */
  second: { dateStyle: 'medium', timeStyle: 'medium' },
  /** `Sunday 22 November 2026` */
  fullDay: { dateStyle: 'full' },
  /** `2026` */
  year: { year: 'numeric' },
  /** `Sun 22` */
  weekday: { weekday: 'short', day: 'numeric' },
  /** `22 Nov` */
  dayAndMonth: { day: 'numeric', month: 'short' },
  /** `22` */
  dayOfMonth: { day: 'numeric' },
  /** `Nov` */
  shortMonth: { month: 'short' },
  /** `09:30` */
  time: { hour: '2-digit', minute: '2-digit' },
  /** `Nov 2026` */
  month: { month: 'short', year: 'numeric' },
  /** `22 Nov, 14:00` */
  shortHour: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  /** `Sun 14:00` */
  weekdayHour: { weekday: 'short', hour: '2-digit', minute: '2-digit' },
  /** `22/11/2026` */
  input: { day: '2-digit', month: '2-digit', year: 'numeric' },
  /** The name of the time zone. */
  zone: { timeZoneName: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Name of a date format. */
export type DateFormat = keyof typeof dateFormats;

const listFormats = {
  /** `News and Sport` */
  conjunction: { type: 'conjunction' },
  /** `News or Sport` */
  disjunction: { type: 'disjunction' },
  /** `News, Sport` */
  unit: { type: 'unit', style: 'short' },
} as const satisfies Record<string, Intl.ListFormatOptions>;

const formatters = new Map<string, unknown>();

/** Formats a number. */
export function formatNumber(value: number, format: keyof typeof numberFormats): string {
  return numberFormat(numberFormats[format]).format(value);
}

/** Formats a number with its unit, such as `1.4 MB`. */
export function formatUnit(value: number, unit: string, options: Intl.NumberFormatOptions): string {
  return numberFormat({ style: 'unit', unit, ...options }).format(value);
}

/**
 * Formats an amount with its currency.
 * @param amount a decimal text, because a number would lose digits of large amounts
 * @param kind `total`: the decimals of the currency. `price`: more decimals for small prices, up to 4 significant ones.
 * `difference`: as a total, with a sign.
 * `amount`: as a total, without the currency
 * @example formatMoney('0.00625', 'EUR', 'price') // 'EUR 0.00625'
 */
export function formatMoney(
  amount: string,
  currency: string,
  kind: 'total' | 'price' | 'difference' | 'amount',
): string {
  const style = { style: 'currency', currency, currencyDisplay: 'code' } as const;
  const options = {
    total: style,
    price: { ...style, ...priceDigits(amount, currency) },
    difference: { ...style, signDisplay: 'exceptZero' as const },
    amount: style,
  };
  if (kind === 'amount') {
    const parts = numberFormat(style).formatToParts(amount as Intl.StringNumericLiteral);
    const number = parts.filter(({ type }) => type !== 'currency' && type !== 'literal');
    return number.map(({ value }) => value).join('');
  }
  return numberFormat(options[kind]).format(amount as Intl.StringNumericLiteral);
}

/** Formats an instant in a time zone. */
export function formatDate(instant: Date, format: DateFormat, timeZone: string): string {
  return dateFormat({ ...dateFormats[format], timeZone }).format(instant);
}

/** Returns the parts of a formatted instant. */
export function datePartsIn(instant: Date, format: DateFormat, timeZone: string) {
  return dateFormat({ ...dateFormats[format], timeZone }).formatToParts(instant);
}

/** Formats a period. Equal parts appear once: `16 – 22 Nov 2026`. */
export function formatDateRange(from: Date, until: Date, timeZone: string): string {
  return dateFormat({ ...dateFormats.day, timeZone }).formatRange(from, until);
}

/** Formats a duration from now: `3 hours ago`, `yesterday`, `now`. */
export function formatRelative(value: number, unit: Intl.RelativeTimeFormatUnit): string {
  const create = (locale: string, options: Intl.RelativeTimeFormatOptions) =>
    new Intl.RelativeTimeFormat(locale, options);
  return cached('relative', { numeric: 'auto' } as const, create).format(value, unit);
}

/** Formats a list of texts. */
export function formatList(items: readonly string[], format: keyof typeof listFormats): string {
  return cached('list', listFormats[format], (locale, options) => new Intl.ListFormat(locale, options)).format(items);
}

/** The name of a country (`BE`) or language (`nl`, `nl-BE`); the code itself if it has no name. */
export function formatCode(code: string, type: 'region' | 'language'): string {
  const options = { type, fallback: 'none' } as const;
  const names = cached('name', options, (locale, given) => new Intl.DisplayNames(locale, given));
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}

/** The local time of an instant in a time zone, as `2026-11-22 09:30:00`, in every language. */
export function isoTimeIn(instant: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('sv-SE', { ...isoParts, timeZone });
  return format.format(instant);
}

/** The time zone of the device. */
export const deviceTimeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

const isoParts = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
} as const;

/** Returns the decimals of a unit price: those of the currency, or up to 4 significant ones. */
function priceDigits(amount: string, currency: string): Intl.NumberFormatOptions {
  const minimumFractionDigits = numberFormat({ style: 'currency', currency }).resolvedOptions().minimumFractionDigits;
  const zeros = /^-?0?\.(?<zeros>0*)/.exec(amount)?.groups?.['zeros']?.length ?? 0;
  return { minimumFractionDigits, maximumFractionDigits: Math.min(20, priceDecimals + zeros) };
}

function numberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return cached('number', options, (locale, given) => new Intl.NumberFormat(locale, given));
}

function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return cached('date', options, (locale, given) => new Intl.DateTimeFormat(locale, given));
}

/** Creating a formatter takes longer than formatting, so each is kept. */
function cached<Options, Format>(
  kind: string,
  options: Options,
  create: (locale: string, options: Options) => Format,
): Format {
  const key = `${kind} ${formatLocale()} ${JSON.stringify(options)}`;
  const format = (formatters.get(key) as Format | undefined) ?? create(formatLocale(), options);
  formatters.set(key, format);
  return format;
}
