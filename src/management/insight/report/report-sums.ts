import type { Report } from '../../../contract/insight/report.ts';
import { counters, type EventCounter, eachGeneralCounter, noCounts } from '../../../core/pricing/billable-events.ts';
import { inPercent, percentInterval } from '../../../core/reporting/confidence-interval.ts';
import { amountsOf } from './amounts-of.ts';
import type { SummedRow } from './sum-rows.ts';

type Counts = Report['totals'];
/** Summed values. All other metrics are derived from them. */
type Sums = Record<EventCounter, number> & {
  plays: number;
  audienceThousandths: number;
  /** Micro-units by currency. */
  readonly spend: Record<string, number>;
  conversions: number;
  units: number;
  /** The same. */
  readonly revenue: Record<string, number>;
  readonly events: Record<string, number>;
  readonly filtered: Record<string, Record<string, number>>;
};

/**
 * Returns the metrics of some rows together.
 * @param inventoryImpressions denominator of their share of voice. undefined: not requested
 */
export function metricsOfRows(rows: readonly SummedRow[], inventoryImpressions: number | undefined): Counts {
  const counts = countsOf(sumsOf(rows));
  if (inventoryImpressions === undefined) return counts;
  const shareOfVoicePercent = percentOf(counts.impressions, inventoryImpressions);
  return { ...counts, shareOfVoicePercent, inventoryImpressions };
}

function sumsOf(rows: readonly SummedRow[]): Sums {
  const sums = emptySums();
  for (const row of rows) addTo(sums, row);
  return sums;
}

function emptySums(): Sums {
  return {
    ...noCounts(),
    plays: 0,
    audienceThousandths: 0,
    spend: emptyRecord(),
    conversions: 0,
    units: 0,
    revenue: emptyRecord(),
    events: emptyRecord(),
    filtered: {},
  };
}

function addTo(sums: Sums, row: SummedRow): void {
  for (const counter of counters) sums[counter] += row[counter];
  sums.plays += row.plays;
  sums.audienceThousandths += row.audienceThousandths;
  addCounts(sums.spend, row.spend);
  sums.conversions += row.conversions;
  sums.units += row.units;
  addCounts(sums.revenue, row.revenue);
  addCounts(sums.events, row.events);
  for (const { reason, kind, events } of row.apart) {
    sums.filtered[reason] ??= emptyRecord();
    addCounts(sums.filtered[reason], { [kind]: events });
  }
}

function countsOf({ spend, revenue, ...sums }: Sums): Counts {
  const { conversions, units, impressions, viewables, clicks, plays, audienceThousandths, events, filtered } = sums;
  const named = (name: string): number => events[name] ?? 0;
  return {
    ...eachGeneralCounter((counter) => sums[counter]),
    plays,
    audience: audienceThousandths / 1000,
    video: {
      starts: named('start'),
      firstQuartiles: named('firstQuartile'),
      midpoints: named('midpoint'),
      thirdQuartiles: named('thirdQuartile'),
      completes: named('complete'),
    },
    spend: amountsOf(spend),
    conversions,
    units,
    revenue: amountsOf(revenue),
    ctrPercent: percentOf(clicks, impressions),
    viewabilityPercent: percentOf(viewables, impressions),
    completionPercent: percentOf(named('complete'), named('start')),
    intervals: {
      ctrPercent: percentInterval(clicks, impressions),
      viewabilityPercent: percentInterval(viewables, impressions),
      completionPercent: percentInterval(named('complete'), named('start')),
    },
    events,
    filtered,
  };
}

/** Returns a percentage with four decimals. null if the divisor is 0. */
function percentOf(part: number, whole: number): number | null {
  return whole === 0 ? null : inPercent(part / whole);
}

/** Created without a prototype, because an event can have the name of an object property. */
function emptyRecord(): Record<string, number> {
  return Object.create(null) as Record<string, number>;
}

function addCounts(sums: Record<string, number>, counts: Readonly<Record<string, number>>): void {
  for (const [name, count] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + count;
}
