import { ticksUpTo } from '../display/trend-scale.ts';

/** A series of a chart. */
export type DrawnSeries = {
  readonly key: string;
  readonly label: string;
  readonly values: readonly (number | null)[];
  /** `comparison`: earlier values, a dashed gray line. `other`: several values together, in gray. null: one of the colors. */
  readonly tone: 'comparison' | 'other' | null;
};

/** What a chart shows, and how. */
export type Drawing = {
  readonly kind: 'line' | 'bar' | 'stacked';
  /** `time`: from left to right. `list`: one below the other, with space for names. */
  readonly direction: 'time' | 'list';
  readonly categories: readonly {
    readonly key: string;
    readonly label: string;
    readonly title: string;
    /** The time is not complete: its values still grow. Only the last category. */
    readonly isPartial?: boolean;
  }[];
  /** Name of a category that is not complete. */
  readonly partialLabel: string;
  readonly series: readonly DrawnSeries[];
  readonly valueText: (value: number | null) => string;
  readonly axisText: (value: number) => string;
};

/** Sizes in pixels. */
export const chartMargin = { top: 8, right: 24, bottom: 24 };
export const labelWidth = 60;
export const chartHeight = 260;
export const listRowHeight = 30;
export const nameWidth = { wide: 200, narrow: 110 };
export const narrow = 500;
export const letterWidth = 7;

/** The color and dashes of a series, as an attribute. */
export function toneOf({ tone }: DrawnSeries, index: number): string {
  return tone ?? String(index);
}

/** Round ticks up to the largest value or stack. Rates can be below 1. */
export function scaleOf({ series, kind, categories }: Drawing) {
  const values = categories.flatMap((_, category) =>
    kind === 'stacked'
      ? [series.reduce((sum, one) => sum + (one.tone === 'comparison' ? 0 : (one.values[category] ?? 0)), 0)]
      : series.map((one) => one.values[category] ?? 0),
  );
  const most = Math.max(0, ...values);
  // `ticksUpTo` returns integers.
  const factor = most > 0 && most < 10 ? 1000 : 1;
  const ticks = ticksUpTo(most * factor).map((tick) => tick / factor);
  return { ticks, top: ticks.at(-1) ?? 1 };
}

/** The sum of the series below one in a stack. */
export function stackBelow(series: readonly DrawnSeries[], index: number, category: number): number {
  return series
    .slice(0, index)
    .reduce((sum, one) => sum + (one.tone === 'comparison' ? 0 : (one.values[category] ?? 0)), 0);
}

/** The texts at the ends of the bars of a list: of the whole stack, or of the only series. null: none. */
export function endTextsOf({ series, kind, categories, valueText }: Drawing): readonly string[] | null {
  const [first, ...others] = series;
  if (first === undefined) return null;
  if (kind === 'stacked')
    return categories.map((_, category) => valueText(stackBelow(series, series.length, category)));
  return others.length === 0 ? first.values.map((value) => valueText(value)) : null;
}

/** The width of the axis with the widest tick. */
export function axisWidthOf({ axisText }: Drawing, ticks: readonly number[]): number {
  return 16 + letterWidth * Math.max(3, ...ticks.map((tick) => axisText(tick).length));
}
