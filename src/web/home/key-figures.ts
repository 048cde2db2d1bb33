import type { DailyDelivery } from '../../client/generated/types.gen.ts';

type Day = Pick<DailyDelivery['days'][number], 'day' | 'impressions' | 'viewables' | 'clicks' | 'spend'>;

/** Sums of one week. */
export type WeekFigures = {
  readonly impressions: number;
  readonly clicks: number;
  /** Clicks per impression, 0 to 1. null without impressions. */
  readonly ctr: number | null;
  /** Viewable impressions per impression, 0 to 1. null without impressions. */
  readonly viewability: number | null;
  /** In the currency. */
  readonly spend: number;
};

/** The last complete week compared with the week before. */
export type WeekComparison = {
  readonly current: WeekFigures;
  readonly previous: WeekFigures;
  /** Currency with the highest spend. null without spend. */
  readonly currency: string | null;
};

/**
 * @param current days of the last complete week
 * @param previous days of the week before
 */
export function compareWeeks(
  rows: readonly Day[],
  current: readonly string[],
  previous: readonly string[],
): WeekComparison {
  const currency = mainCurrency(rows);
  const ofDays = (days: readonly string[]) => rows.filter(({ day }) => days.includes(day));
  return { current: figuresOf(ofDays(current), currency), previous: figuresOf(ofDays(previous), currency), currency };
}

/** The relative change: 0.1 for 110 after 100. null: nothing to compare with. */
export function weekChangeOf(current: number | null, previous: number | null): number | null {
  return current === null || previous === null || previous === 0 ? null : current / previous - 1;
}

/** The change in percentage points: 0.27 for 0.0063 after 0.0036. null: nothing to compare with. */
export function pointChangeOf(current: number | null, previous: number | null): number | null {
  return current === null || previous === null ? null : (current - previous) * 100;
}

function figuresOf(days: readonly Day[], currency: string | null): WeekFigures {
  const sum = (counter: 'impressions' | 'viewables' | 'clicks') => days.reduce((total, day) => total + day[counter], 0);
  const impressions = sum('impressions');
  const clicks = sum('clicks');
  return {
    impressions,
    clicks,
    ctr: impressions === 0 ? null : clicks / impressions,
    viewability: impressions === 0 ? null : sum('viewables') / impressions,
    spend: days.reduce((total, { spend }) => total + amountIn(spend, currency), 0),
  };
}

function amountIn(spend: Day['spend'], currency: string | null): number {
  return Number(spend.find((money) => money.currency === currency)?.amount ?? 0);
}

function mainCurrency(rows: readonly Day[]): string | null {
  const totals = new Map<string, number>();
  for (const { amount, currency } of rows.flatMap(({ spend }) => spend))
    totals.set(currency, (totals.get(currency) ?? 0) + Number(amount));
  return [...totals].sort(([, a], [, b]) => b - a)[0]?.[0] ?? null;
}
