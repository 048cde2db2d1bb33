import type { GetReportData, ReportRow } from '../../client/generated/types.gen.ts';
import { billableByCounter, eachCounter } from '../../core/pricing/billable-events.ts';
import { countText, moneyText } from '../labels/figures.ts';

type Query = NonNullable<GetReportData['query']>;
/** What a report can be grouped by. */
export type Dimension = NonNullable<Query['groupBy']>[number];

/** Dimensions in words. */
export const dimensionLabels: Readonly<Record<Dimension, string>> = {
  day: 'Day',
  hour: 'Hour (UTC)',
  campaign: 'Campaign',
  booking: 'Booking',
  creative: 'Creative',
  brand: 'Brand',
  mediaPartner: 'Advertiser',
  publisher: 'Publisher',
  publication: 'Publication',
  location: 'Location',
  position: 'Position',
};

type Counts = Omit<ReportRow, `${string}Id` | `${string}Name` | 'day' | 'hour'>;

/** One measure: its figure, how it reads, and whether it can be drawn. */
export type Measure = {
  readonly text: string;
  readonly figure: (counts: Counts) => number | null;
  readonly read: (counts: Counts) => string;
};

const counted = (text: string, figure: (counts: Counts) => number): Measure => ({
  text,
  figure,
  read: (counts) => countText(figure(counts)),
});
const percent = (text: string, figure: (counts: Counts) => number | null): Measure => ({
  text,
  figure,
  read: (counts) => {
    const value = figure(counts);
    return value === null ? '–' : `${value.toFixed(2)} %`;
  },
});

/** An amount for each currency, which no one figure sums up. */
const money = (text: string, amounts: (counts: Counts) => Counts['spend']): Measure => ({
  text,
  figure: () => null,
  read: (counts) => amounts(counts).map(moneyText).join(', ') || '–',
});

/** Measures of a report in the order in which they are offered. */
export const measures = {
  ...eachCounter((counter) => counted(billableByCounter[counter].label, (counts) => counts[counter])),
  ctr: percent('Click rate', (counts) => counts.ctrPercent),
  viewability: percent('Viewability', (counts) => counts.viewabilityPercent),
  spend: money('Spend', (counts) => counts.spend),
  plays: counted('Plays', (counts) => counts.plays),
  audience: counted('Audience of screens', (counts) => Math.round(counts.audience)),
  conversions: counted('Conversions', (counts) => counts.conversions),
  units: counted('Units ordered', (counts) => counts.units),
  revenue: money('Revenue', (counts) => counts.revenue),
  starts: counted('Video starts', (counts) => counts.video.starts),
  completes: counted('Video completes', (counts) => counts.video.completes),
  completion: percent('Completion rate', (counts) => counts.completionPercent),
  filtered: counted('Filtered', (counts) =>
    Object.values(counts.filtered)
      .flatMap((byName) => Object.values(byName))
      .reduce((sum, count) => sum + count, 0),
  ),
} as const satisfies Record<string, Measure>;

/** One of `measures`. */
export type MeasureName = keyof typeof measures;

/** What a row is about, along one dimension. */
export function chartKeyOf(row: ReportRow, dimension: Dimension): string {
  if (dimension === 'day') return row.day ?? '–';
  if (dimension === 'hour') return row.hour?.slice(0, 16).replace('T', ' ') ?? '–';
  const id = row[`${dimension}Id`];
  return row[`${dimension}Name`] ?? (id === null || id === undefined ? '–' : `#${id}`);
}
