import { inventoryDimensions, isBuyerDimension } from '../../../core/reporting/inventory-table.ts';
import { isInSeveralRows } from '../../../core/reporting/value-dimensions.ts';
import { type ParquetSession, sqlName } from '../../../exchange/open-data/parquet-session.ts';
import { rawValuesOf } from './raw-report-rows.ts';
import { sameValues } from './raw-report-sql.ts';
import type { InventoryImpressions, RawReportTask, RawValues } from './raw-report-task.ts';

/**
 * Returns the task of the denominators of the share of voice: all bookings by the dimensions of the inventory, without
 * filters by buyers. Source: docs/decisions/0213-share-of-voice.md.
 */
export function inventoryTaskOf(task: RawReportTask): RawReportTask {
  return {
    ...task,
    groupBy: inventoryDimensions(task.groupBy),
    ids: Object.fromEntries(Object.entries(task.ids).filter(([dimension]) => !isBuyerDimension(dimension))),
    bookingIds: null,
    screens: [],
    top: null,
    selected: null,
    hasInventory: false,
    hasViewers: false,
  };
}

/**
 * Stores the denominators, before the report itself is scanned.
 * @param scan creates `report_part` of the task of the denominators, by its dimensions or in total
 * @returns their total
 */
export async function storeInventory(
  session: ParquetSession,
  { groupBy }: Pick<RawReportTask, 'groupBy'>,
  scan: (options: { readonly isTotal: boolean }) => Promise<unknown>,
): Promise<number> {
  await scan({ isTotal: false });
  const sum = 'coalesce(sum(impressions), 0)::bigint as inventory_impressions';
  const columns = [...groupBy.map(sqlName), sum].join(', ');
  await session.run(`create or replace temp table inventory as select ${columns} from report_part group by all`);
  // An event with several values is in several rows.
  const isRepeated = isInSeveralRows({ groupBy });
  if (isRepeated) await scan({ isTotal: true });
  const [total] = await session.rows(`select ${sum} from report_part`);
  return Number(total?.['inventory_impressions'] ?? 0);
}

/** Reads the denominators of the rows of `report_row`. @param rows values of the shown rows */
export async function readInventory(
  session: ParquetSession,
  task: RawReportTask,
  {
    rows,
    totals,
    hasOther,
  }: { readonly rows: readonly RawValues[]; readonly totals: number; readonly hasOther: boolean },
): Promise<InventoryImpressions> {
  const dimensions = inventoryDimensions(task.groupBy);
  const of = (condition: string) =>
    `inventory semi join (select * from report_row where ${condition}) wanted on ${sameValues(dimensions, 'inventory', 'wanted')}`;
  const found = await session.rows(`select * from ${of('is_shown')}`);
  const keyOf = (values: RawValues) => JSON.stringify(dimensions.map((dimension) => values[dimension] ?? null));
  const impressions = new Map(
    found.map((row) => [keyOf(rawValuesOf(row, dimensions)), Number(row['inventory_impressions'])]),
  );
  const [other] = hasOther
    ? await session.rows(`select coalesce(sum(inventory_impressions), 0)::bigint as n from ${of('not is_shown')}`)
    : [];
  return {
    rows: rows.map((values) => impressions.get(keyOf(values)) ?? 0),
    totals,
    other: other === undefined ? null : Number(other['n']),
  };
}
