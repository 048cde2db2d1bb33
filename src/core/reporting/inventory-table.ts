import { type GridRow, rowKey } from './grid-shape.ts';

/**
 * Dimensions of what was bought. The others describe the inventory: where and when ads were shown, and to which requests.
 * A share of voice compares buyers of the same inventory. Source: docs/decisions/0213-share-of-voice.md.
 */
export const buyerDimensions = ['campaign', 'booking', 'creative', 'brand', 'mediaPartner'] as const;

/** Returns the dimensions of the inventory among those of a report. */
export function inventoryDimensions<Dimension extends string>(
  groupBy: readonly Dimension[],
): readonly Exclude<Dimension, (typeof buyerDimensions)[number]>[] {
  return groupBy.filter(
    (dimension): dimension is Exclude<Dimension, (typeof buyerDimensions)[number]> => !isBuyerDimension(dimension),
  );
}

export function isBuyerDimension(dimension: string): boolean {
  return buyerDimensions.some((known) => known === dimension);
}

/** Impressions of all bookings in the inventory of some lines. null: of all lines of the report. */
export type WholeOf<Row> = (lines: readonly Row[] | null) => number;

/**
 * Prepares the denominators of shares of several rows. Each inventory counts once, however many rows it has, and in each
 * line. Inventory without a row is unknown, so the sum refers to the inventory that has rows.
 * @param options.lines dimensions of the lines. `columns`: those of the columns
 * @returns the denominators for a group of columns. null: of all columns
 */
export function inventoryTable<Row extends GridRow>(
  rows: readonly Row[],
  options: {
    readonly groupBy: readonly string[];
    readonly lines: readonly string[];
    readonly columns: readonly string[];
  },
): (columns: readonly Row[] | null) => WholeOf<Row> {
  const [all, ofLine, ofColumn] = [options.groupBy, options.lines, options.columns].map(inventoryDimensions) as [
    readonly string[],
    readonly string[],
    readonly string[],
  ];
  const sums = new Map<string, Map<string, number>>();
  const known = new Set<string>();
  for (const row of rows) {
    const key = rowKey(row, all);
    if (known.has(key)) continue;
    known.add(key);
    const byColumn = sums.get(rowKey(row, ofLine)) ?? new Map<string, number>();
    sums.set(rowKey(row, ofLine), byColumn);
    const column = rowKey(row, ofColumn);
    byColumn.set(column, (byColumn.get(column) ?? 0) + (row.inventoryImpressions ?? 0));
  }
  return (columns) => {
    const keys = columns === null ? null : new Set(columns.map((row) => rowKey(row, ofColumn)));
    const wholes = new Map<string, number>();
    const wholeOf = (line: string): number => {
      const found = wholes.get(line);
      if (found !== undefined) return found;
      let whole = 0;
      for (const [column, impressions] of sums.get(line) ?? []) {
        if (keys === null || keys.has(column)) whole += impressions;
      }
      wholes.set(line, whole);
      return whole;
    };
    return (lines) => {
      const asked = lines === null ? sums.keys() : new Set(lines.map((row) => rowKey(row, ofLine)));
      return [...asked].reduce((sum, line) => sum + wholeOf(line), 0);
    };
  };
}
