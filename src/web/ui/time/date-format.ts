import { formatLocale } from '../../i18n/format-locale.ts';
import { datePartsIn } from '../../i18n/formats.ts';

const monday = 1;
const daysPerWeek = 7;
const twoDigitYearBase = 2000;

type DatePart = 'day' | 'month' | 'year';

const tokens: Readonly<Record<DatePart, string>> = { day: 'DD', month: 'MM', year: 'YYYY' };

/** The format of date inputs as dayjs pattern, such as `DD/MM/YYYY`. */
export function dateInputFormat(): string {
  return numericDateParts()
    .map(({ type, value }) => (isDatePart(type) ? tokens[type] : value))
    .join('');
}

/** The format of date and time inputs as dayjs pattern, such as `D MMM YYYY, HH:mm`. */
export function momentInputFormat(): string {
  return partOrder()[0] === 'month' ? 'MMM D, YYYY, HH:mm' : 'D MMM YYYY, HH:mm';
}

/**
 * Reads a typed date: in the order of the locale, or as YYYY-MM-DD. Without a year it is in the year of `today`.
 * @example parseDay('1.12.26', '2026-11-24') // '2026-12-01'
 * @returns YYYY-MM-DD; null: the text is no date
 */
export function parseDay(text: string, today: string): string | null {
  const numbers = text.split(/\D+/).filter((digits) => digits !== '');
  const isIso = numbers[0]?.length === 4;
  const order = isIso ? (['year', 'month', 'day'] as const) : partOrder();
  if (numbers.length < 2 || numbers.length > 3) return null;
  const given = numbers.length === 3 ? order : order.filter((part) => part !== 'year');
  const {
    day = 0,
    month = 0,
    year = Number(today.slice(0, 4)),
  } = Object.fromEntries(given.map((part, index) => [part, Number(numbers[index])]));
  const fullYear = year < 100 ? year + twoDigitYearBase : year;
  const date = new Date(Date.UTC(fullYear, month - 1, day));
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? date.toISOString().slice(0, 10) : null;
}

/** A day such as `2026-12-01` in the format of date inputs. */
export function dayInputText(day: string): string {
  const { day: dd = '', month = '', year = '' } = datePartsOf(day);
  return dateInputFormat().replace('DD', dd).replace('MM', month).replace('YYYY', year);
}

/** The first day of the week: 0 Sunday, 1 Monday. */
export function firstDayOfWeek(): 0 | 1 | 2 | 3 | 4 | 5 | 6 {
  // Some browsers have neither the method nor the older property.
  const locale = new Intl.Locale(formatLocale()) as Intl.Locale & {
    getWeekInfo?: () => { readonly firstDay: number };
    readonly weekInfo?: { readonly firstDay: number };
  };
  const { firstDay } = locale.getWeekInfo?.() ?? locale.weekInfo ?? { firstDay: monday };
  return (firstDay % daysPerWeek) as 0 | 1 | 2 | 3 | 4 | 5 | 6;
}

function datePartsOf(day: string) {
  const [year, month, dd] = day.split('-');
  return { year, month, day: dd };
}

function partOrder(): readonly DatePart[] {
  return numericDateParts().flatMap(({ type }) => (isDatePart(type) ? [type] : []));
}

function numericDateParts() {
  return datePartsIn(new Date(0), 'input', 'UTC');
}

function isDatePart(type: string): type is DatePart {
  return type in tokens;
}
