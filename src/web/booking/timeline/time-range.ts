import { dayMs, hourMs } from '../../../core/time/durations.ts';
import { formatLocale } from '../../i18n/format-locale.ts';
import { type DateFormat, formatDate, formatDateRange } from '../../i18n/formats.ts';
import { t } from '../../i18n/t.ts';

export const zooms = ['day', 'week', 'month', 'quarter', 'year'] as const;
/** The length of the visible period. */
export type Zoom = (typeof zooms)[number];

/**
 * The visible period in local time, which the timeline stores as if it were UTC: each booking has its own time zone, and a
 * day is the same column for all of them.
 */
export type TimeRange = { readonly zoom: Zoom; readonly fromMs: number; readonly toMs: number };

/** A mark of the time axis. */
export type Tick = {
  readonly atMs: number;
  readonly label: string;
  /** Others have no label on narrow screens. */
  readonly isMajor: boolean;
  /** The month above the label, at the first mark and at each mark that begins a month. */
  readonly month?: string | undefined;
  /** Length of the column whose center shows the label, in milliseconds. Absent: the label follows the mark. */
  readonly spanMs?: number;
};

const monthsPerQuarter = 3;
const daysPerWeek = 7;
/** Days of the week begin on Monday; 1970-01-01 was a Thursday. */
const mondayOffset = 3;
const labelledHours = 6;
const labelledDays = 7;
/** The zoom `month` shows the past week, this week and three more, and moves by four weeks. */
const monthZoom = { days: 35, pastDays: 7, movedDays: 28 };

/** The period of a zoom that contains a local time. A month begins on the Monday of the week before. */
export function rangeAt(zoom: Zoom, atMs: number): TimeRange {
  if (zoom === 'month') {
    const fromMs = startOf('week', atMs, 0) - monthZoom.pastDays * dayMs;
    return { zoom, fromMs, toMs: fromMs + monthZoom.days * dayMs };
  }
  return { zoom, fromMs: startOf(zoom, atMs, 0), toMs: startOf(zoom, atMs, 1) };
}

/** The period before (-1) or after (1). */
export function shiftedRange(range: TimeRange, by: -1 | 1): TimeRange {
  const { zoom, fromMs } = range;
  if (zoom === 'month') return rangeAt(zoom, anchorOf(range) + by * monthZoom.movedDays * dayMs);
  return rangeAt(zoom, startOf(zoom, fromMs, by));
}

/** The time for which `rangeAt` returns the period. */
export function anchorOf({ zoom, fromMs }: TimeRange): number {
  return zoom === 'month' ? fromMs + monthZoom.pastDays * dayMs : fromMs;
}

/** The start of the period that contains a time, or of one of the periods after it. */
function startOf(zoom: Exclude<Zoom, 'month'>, atMs: number, periods: number): number {
  const at = new Date(atMs);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  const day = Math.floor(atMs / dayMs);
  switch (zoom) {
    case 'day':
      return (day + periods) * dayMs;
    case 'week':
      return (day - ((day + mondayOffset) % daysPerWeek) + periods * daysPerWeek) * dayMs;
    case 'quarter':
      return Date.UTC(year, month - (month % monthsPerQuarter) + periods * monthsPerQuarter);
    case 'year':
      return Date.UTC(year + periods, 0);
  }
}

/** The smallest change of a booking. */
export function stepOf(zoom: Zoom): number {
  return zoom === 'day' ? hourMs : zoom === 'year' ? daysPerWeek * dayMs : dayMs;
}

/** The marks of the time axis. */
export function ticksOf(range: TimeRange): readonly Tick[] {
  const { zoom, fromMs, toMs } = range;
  if (zoom === 'day') {
    return stepsOf(fromMs, toMs, hourMs).map((atMs, index) => ({
      atMs,
      label: text(atMs, 'time'),
      isMajor: index % labelledHours === 0,
    }));
  }
  if (zoom === 'week') {
    return stepsOf(fromMs, toMs, dayMs).map((atMs, index, all) => ({
      atMs,
      label: text(atMs, 'weekday'),
      isMajor: true,
      month: monthAt(all, index),
      spanMs: dayMs,
    }));
  }
  if (zoom === 'month') {
    return stepsOf(fromMs, toMs, dayMs).map((atMs, index, all) => ({
      atMs,
      label: text(atMs, 'dayOfMonth'),
      isMajor: index % labelledDays === 0,
      month: monthAt(all, index),
      spanMs: dayMs,
    }));
  }
  if (zoom === 'quarter') {
    const firstWeek = startOf('week', fromMs + (daysPerWeek - 1) * dayMs, 0);
    return stepsOf(firstWeek, toMs, daysPerWeek * dayMs).map((atMs, index, all) => ({
      atMs,
      label: text(atMs, 'dayOfMonth'),
      isMajor: index % 2 === 0,
      month: monthAt(all, index),
    }));
  }
  const year = new Date(fromMs).getUTCFullYear();
  return Array.from({ length: 12 }, (_, month) => {
    const atMs = Date.UTC(year, month);
    const spanMs = Date.UTC(year, month + 1) - atMs;
    return { atMs, label: text(atMs, 'shortMonth'), isMajor: month % monthsPerQuarter === 0, spanMs };
  });
}

/** The month of a mark, if the mark before it is in another month: `Nov 2026`. */
function monthAt(marks: readonly number[], index: number): string | undefined {
  const month = text(marks[index] ?? 0, 'month');
  const before = marks[index - 1];
  return before !== undefined && text(before, 'month') === month ? undefined : month;
}

/** Whether a mark is a day of the weekend. */
export function isWeekend({ atMs, spanMs }: Tick): boolean {
  const day = new Date(atMs).getUTCDay();
  return spanMs === dayMs && (day === 0 || day === 6);
}

function stepsOf(fromMs: number, toMs: number, stepMs: number): readonly number[] {
  return Array.from({ length: Math.ceil((toMs - fromMs) / stepMs) }, (_, index) => fromMs + index * stepMs);
}

/** The name of the period, such as `Q4 2026` or `16 Nov – 20 Dec 2026`. */
export function rangeText({ zoom, fromMs, toMs }: TimeRange): string {
  switch (zoom) {
    case 'day':
      return text(fromMs, 'fullDay');
    case 'week':
    case 'month':
      return formatDateRange(new Date(fromMs), new Date(toMs - 1), 'UTC');
    case 'quarter': {
      const quarter = new Date(fromMs).getUTCMonth() / monthsPerQuarter + 1;
      return t('timeline.format.quarter', { quarter, year: text(fromMs, 'year') });
    }
    case 'year':
      return text(fromMs, 'year');
  }
}

/** `1 Dec 2026 – 31 Dec 2026`: the last day, or the time of an end that is not at midnight. */
export function periodText(startMs: number, endMs: number | null): string {
  const from = timeText(startMs);
  if (endMs === null) return t('timeline.format.openEnd', { from });
  return t('timeline.format.range', { from, to: endMs % dayMs === 0 ? dayTextOf(endMs - 1) : timeText(endMs) });
}

function timeText(atMs: number): string {
  return atMs % dayMs === 0 ? dayTextOf(atMs) : text(atMs, 'instant');
}

const dayTexts = { locale: '', texts: new Map<number, string>() };

/** `1 Dec 2026`. Bars that are rendered while scrolling have few different days, so their texts are kept. */
export function dayTextOf(atMs: number): string {
  const locale = formatLocale();
  if (dayTexts.locale !== locale) {
    dayTexts.locale = locale;
    dayTexts.texts.clear();
  }
  const day = Math.floor(atMs / dayMs);
  const found = dayTexts.texts.get(day) ?? text(atMs, 'day');
  dayTexts.texts.set(day, found);
  return found;
}

/** Times of the timeline are local times of the publication, as UTC. */
function text(atMs: number, format: DateFormat): string {
  return formatDate(new Date(atMs), format, 'UTC');
}
