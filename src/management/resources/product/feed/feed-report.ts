import type { LineFaultCode } from '../../../../platform/csv/line-splitter.ts';

/** Most wrong rows stored with line and product. */
const maxNamedRows = 1_000;

/** Error code of a row. */
export type FeedRowFault =
  | LineFaultCode
  | 'wrong_columns'
  | 'json_invalid'
  | 'id_missing'
  | 'id_invalid'
  | 'repeated'
  | 'title_missing'
  | 'title_invalid'
  | 'link_missing'
  | 'link_invalid'
  | 'image_invalid'
  | 'price_invalid'
  | 'sale_price_invalid'
  | 'category_invalid'
  | 'availability_unknown'
  | 'action_unknown'
  | 'brand_missing'
  | 'brand_unknown';

export type BadFeedRow = { readonly line: number; readonly sku: string | null; readonly code: FeedRowFault };

/** Number of rows of a feed, and its wrong rows. */
export type FeedReport = {
  readonly rows: number;
  readonly badRows: number;
  readonly faults: Readonly<Record<string, number>>;
  /** The first wrong rows. */
  readonly named: readonly BadFeedRow[];
};

/** Receiver of events while a feed is read. */
export type FeedListener = {
  row(): void;
  bad(row: BadFeedRow): void;
};

export type FeedReporter = FeedListener & { report(): FeedReport };

export function createFeedReporter(): FeedReporter {
  let rows = 0;
  let badRows = 0;
  const faults: Record<string, number> = {};
  const named: BadFeedRow[] = [];
  return {
    row() {
      rows += 1;
    },
    bad(row) {
      badRows += 1;
      faults[row.code] = (faults[row.code] ?? 0) + 1;
      if (named.length < maxNamedRows) named.push(row);
    },
    report: () => ({ rows, badRows, faults: { ...faults }, named: [...named] }),
  };
}
