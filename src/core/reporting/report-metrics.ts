import { eachGeneralCounter, type GeneralCounter, generalCounters } from '../pricing/billable-events.ts';

type Amount = { readonly amount: string; readonly currency: string };

/** The counts of a row or of the totals of a report. */
export type ReportCounts = Readonly<Record<GeneralCounter, number>> & {
  readonly plays: number;
  readonly audience: number;
  readonly video: Readonly<Record<VideoMetric, number>>;
  readonly spend: readonly Amount[];
  readonly conversions: number;
  readonly units: number;
  readonly revenue: readonly Amount[];
  readonly filtered: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Different viewers with impressions. null: too few to be shown. Omitted: not counted, as the next two. */
  readonly reach?: number | null | undefined;
  readonly frequency?: number | null | undefined;
  readonly knownImpressions?: number | undefined;
  /** Impressions of all bookings in the inventory of the row. undefined: the report has no share of voice. */
  readonly inventoryImpressions?: number | undefined;
};

type VideoMetric = 'starts' | 'firstQuartiles' | 'midpoints' | 'thirdQuartiles' | 'completes';
type Declared =
  | { readonly kind: 'count'; readonly count: (counts: ReportCounts) => number }
  /** In percent. */
  | { readonly kind: 'rate'; readonly part: (c: ReportCounts) => number; readonly whole: (c: ReportCounts) => number }
  /** Different people, and impressions per person: the groups of two rows can have people in common. */
  | { readonly kind: 'people'; readonly people: (c: ReportCounts) => number | null | undefined }
  | {
      readonly kind: 'frequency';
      readonly part: (c: ReportCounts) => number | undefined;
      readonly people: (c: ReportCounts) => number | null | undefined;
    }
  /** In the units of a currency. */
  | { readonly kind: 'money'; readonly amounts: (counts: ReportCounts) => readonly Amount[] };

const count = (read: (counts: ReportCounts) => number): Declared => ({ kind: 'count', count: read });

const declared = {
  ...(eachGeneralCounter((counter) => count((counts) => counts[counter])) as Record<GeneralCounter, Declared>),
  ctrPercent: { kind: 'rate', part: ({ clicks }) => clicks, whole: ({ impressions }) => impressions },
  viewabilityPercent: { kind: 'rate', part: ({ viewables }) => viewables, whole: ({ impressions }) => impressions },
  spend: { kind: 'money', amounts: ({ spend }) => spend },
  plays: count(({ plays }) => plays),
  audience: count(({ audience }) => audience),
  conversions: count(({ conversions }) => conversions),
  units: count(({ units }) => units),
  revenue: { kind: 'money', amounts: ({ revenue }) => revenue },
  starts: count(({ video }) => video.starts),
  firstQuartiles: count(({ video }) => video.firstQuartiles),
  midpoints: count(({ video }) => video.midpoints),
  thirdQuartiles: count(({ video }) => video.thirdQuartiles),
  completes: count(({ video }) => video.completes),
  completionPercent: { kind: 'rate', part: ({ video }) => video.completes, whole: ({ video }) => video.starts },
  // The impressions of several rows are a part of the same whole: see `inventory-table.ts`.
  shareOfVoicePercent: {
    kind: 'rate',
    part: ({ impressions }) => impressions,
    whole: ({ inventoryImpressions }) => inventoryImpressions ?? 0,
  },
  filtered: count(({ filtered }) =>
    Object.values(filtered)
      .flatMap(Object.values<number>)
      .reduce(add, 0),
  ),
  reach: { kind: 'people', people: ({ reach }) => reach },
  frequency: { kind: 'frequency', part: ({ knownImpressions }) => knownImpressions, people: ({ reach }) => reach },
  knownImpressions: count(({ knownImpressions }) => knownImpressions ?? 0),
} as const satisfies Readonly<Record<string, Declared>>;

/** A metric that a report shows. */
export type ReportMetric = keyof typeof declared;
/** All metrics, in the order of selects. */
export const reportMetrics = Object.keys(declared) as unknown as readonly [ReportMetric, ...ReportMetric[]];
/** Metrics of a report whose definition has none. */
export const defaultReportMetrics: readonly ReportMetric[] = [...generalCounters, 'ctrPercent', 'spend'];

/** Metrics of viewers. */
const reachMetrics: readonly ReportMetric[] = ['reach', 'frequency', 'knownImpressions'];

type Asked = { readonly metrics?: readonly string[] | undefined };

/** Whether the viewers of a report are counted. */
export function hasReach({ metrics }: Asked): boolean {
  return reachMetrics.some((metric) => metrics?.includes(metric) === true);
}

/** Whether the impressions of all bookings in the inventory of a report are counted. */
export function hasShareOfVoice({ metrics }: Asked): boolean {
  return metrics?.includes('shareOfVoicePercent') === true;
}

/** Metrics that are computed only for reports that list them. */
export const optionalReportMetrics: readonly ReportMetric[] = ['shareOfVoicePercent', ...reachMetrics];

/** Metrics of prices and orders, which reports from raw events do not have. */
const pricedMetrics: readonly ReportMetric[] = ['spend', 'conversions', 'units', 'revenue'];

/** Returns the metrics that a report from raw events has: impressions if it has none of the given ones. */
export function rawMetrics(metrics: readonly ReportMetric[]): readonly ReportMetric[] {
  const counted = metrics.filter((metric) => !pricedMetrics.includes(metric));
  return counted.length === 0 ? ['impressions'] : counted;
}

/** A metric, and the currency of an amount. null: not an amount, or no amounts exist. */
export type Measure = { readonly metric: ReportMetric; readonly currency: string | null };

/** Sums of which a value is made: of a rate or frequency, `part` and `whole`; otherwise `part` only. */
export type MeasureSums = {
  readonly part: number;
  readonly whole: number | null;
  /** Only of people and frequencies. `unknown`: `part` and `whole` are not those of different people. */
  readonly people?: 'known' | 'unknown';
};

/** Text form of a measure, such as `clicks` or `spend:EUR`. */
export function measureId({ metric, currency }: Measure): string {
  return currency === null ? metric : `${metric}:${currency}`;
}

export function measureKind({ metric }: Measure): Declared['kind'] {
  return declared[metric].kind;
}

/** Whether several rows have the same denominator, which is also that of their sum. */
export function isShareOfInventory({ metric }: Measure): boolean {
  return metric === 'shareOfVoicePercent';
}

/** Returns the measures of metrics: one for each currency that occurs in the totals. */
export function measuresOf(metrics: readonly ReportMetric[], totals: readonly ReportCounts[]): readonly Measure[] {
  return metrics.flatMap((metric): readonly Measure[] => {
    const one: Declared = declared[metric];
    if (one.kind !== 'money') return [{ metric, currency: null }];
    const currencies = [...new Set(totals.flatMap((counts) => one.amounts(counts).map(({ currency }) => currency)))];
    if (currencies.length === 0) return [{ metric, currency: null }];
    return currencies.toSorted().map((currency) => ({ metric, currency }));
  });
}

/** Reads a measure from counts. */
export function sumsOf({ metric, currency }: Measure, counts: ReportCounts): MeasureSums {
  const one: Declared = declared[metric];
  if (one.kind === 'count') return { part: one.count(counts), whole: null };
  if (one.kind === 'rate') return { part: one.part(counts), whole: one.whole(counts) };
  if (one.kind === 'people' || one.kind === 'frequency') {
    const people = one.people(counts);
    const known = people === null || people === undefined ? 'unknown' : 'known';
    if (one.kind === 'people') return { part: people ?? 0, whole: null, people: known };
    return { part: one.part(counts) ?? 0, whole: people ?? 0, people: known };
  }
  const amounts = one.amounts(counts).filter((amount) => amount.currency === currency);
  return { part: amounts.map(({ amount }) => Number(amount)).reduce(add, 0), whole: null };
}

/** Returns the sums of no rows. */
export function noSums(measure: Measure): MeasureSums {
  const kind = measureKind(measure);
  if (kind === 'people') return { part: 0, whole: null, people: 'known' };
  if (kind === 'frequency') return { part: 0, whole: 0, people: 'known' };
  return { part: 0, whole: kind === 'rate' ? 0 : null };
}

/** Returns the sums of two rows. Those of different people are known only if one row has none. */
export function addSums(one: MeasureSums, other: MeasureSums): MeasureSums {
  if (isEmpty(one)) return other;
  if (isEmpty(other)) return one;
  const sums = { part: one.part + other.part, whole: one.whole === null ? null : one.whole + (other.whole ?? 0) };
  return one.people === undefined ? sums : { ...sums, people: 'unknown' };
}

function isEmpty({ part, whole, people }: MeasureSums): boolean {
  return people === 'known' && part === 0 && (whole ?? 0) === 0;
}

/** Whether the values of rows can be added up. */
export function isAdditive(measure: Measure): boolean {
  return ['count', 'money'].includes(measureKind(measure));
}

/**
 * Returns the value of sums: a number, percent or a frequency with up to four decimals, or units of a currency with up to
 * six.
 * @returns null: a rate or frequency without a denominator, or an unknown number of people
 */
export function measureValue({ part, whole, people }: MeasureSums): number | null {
  if (people === 'unknown') return null;
  if (people === 'known' && whole !== null) return whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000;
  if (whole === null) return Math.round(part * 1_000_000) / 1_000_000;
  return whole === 0 ? null : Math.round((part / whole) * 1_000_000) / 10_000;
}

function add(sum: number, value: number): number {
  return sum + value;
}
