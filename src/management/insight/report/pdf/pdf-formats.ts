import type { ReportRow } from '../../../../contract/insight/report.ts';
import { changeOf } from '../../../../core/reporting/comparison.ts';
import type { GridCell } from '../../../../core/reporting/grid-shape.ts';
import { type Measure, measureKind } from '../../../../core/reporting/report-metrics.ts';
import { dayMs } from '../../../../core/time/durations.ts';
import { formatTags, type Locale } from '../../../../messages/locales.ts';
import { rowText } from '../report-view.ts';

/** Texts of values in a language. */
export type PdfFormats = {
  value(value: number | null, measure: Measure): string;
  /** The change from the earlier value, such as `+12.5%`. Empty if there is no comparison. */
  change(cell: GridCell): string;
  /** A period with an exclusive end. */
  days(from: string | undefined, to: string | undefined): string;
  instant(time: string): string;
  dimension(row: ReportRow, dimension: string): string;
};

const times = {
  month: { month: 'short', year: 'numeric' },
  day: { dateStyle: 'medium' },
  hour: { dateStyle: 'medium', timeStyle: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Returns the formats of a language. Times are in UTC: days have no time zone. */
export function pdfFormats(language: Locale): PdfFormats {
  const tag = formatTags[language];
  const number = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(tag, options);
  const date = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' });
  const counts = number({ maximumFractionDigits: 0 });
  const frequencies = number({ maximumFractionDigits: 2 });
  const rates = number({ style: 'percent', minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const changes = number({
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  });
  const [days, hours, months] = [date(times.day), date(times.hour), date(times.month)];
  const dayText = (day: string) => days.format(new Date(`${day}T00:00:00Z`));
  return {
    value(value, measure) {
      if (value === null) return '–';
      if (measureKind(measure) === 'frequency') return printable(frequencies.format(value));
      if (measureKind(measure) === 'rate') return printable(rates.format(value / 100));
      const { currency } = measure;
      if (currency === null) return printable(counts.format(value));
      return printable(number({ style: 'currency', currency, currencyDisplay: 'code' }).format(value));
    },
    change({ value, before }) {
      const { difference, ratio } = changeOf(value, before);
      if (difference === null) return '';
      return ratio === null ? '–' : printable(changes.format(ratio));
    },
    days(from, to) {
      const until = to === undefined ? undefined : new Date(Date.parse(to) - dayMs).toISOString().slice(0, 10);
      return [from, until].map((day) => (day === undefined ? '…' : dayText(day))).join(' – ');
    },
    instant: (time) => `${hours.format(new Date(time))} UTC`,
    dimension(row, dimension) {
      const text = rowText(row, dimension);
      if (text === '' || text === '-') return '–';
      if (dimension === 'month') return months.format(new Date(`${text}-01T00:00:00Z`));
      if (dimension === 'day') return dayText(text);
      return dimension === 'hour' ? hours.format(new Date(text)) : text;
    },
  };
}

/** Replaces spaces that the font does not have. */
function printable(text: string): string {
  return text.replaceAll(/[\u2009\u202F]/g, '\u00A0');
}
