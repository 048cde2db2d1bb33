import { type Expression, type Kysely, sql } from 'kysely';
import type { ReportQuery } from '../../../contract/insight/report.ts';
import { buyerDimensions, inventoryDimensions } from '../../../core/reporting/inventory-table.ts';
import { maxReportRows } from '../../../core/vocabulary/limits/report-limits.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { InventoryImpressions } from '../raw-report/raw-report-task.ts';
import {
  columnOfDimension,
  fieldOf,
  reportConditions,
  type SummedDimension,
  type SummedRow,
  valuesOfRow,
} from './sum-rows.ts';
import type { SummedReport } from './summed-report.ts';
import { tooManyRows } from './too-many-rows.ts';

type InventoryDimension = Exclude<SummedDimension, (typeof buyerDimensions)[number]>;
type InventoryRow = SummedRow & { readonly inventoryImpressions: number };

/** Types of the values, which are passed as text. */
const typeOf: Readonly<Partial<Record<SummedDimension, 'text' | 'date' | 'timestamptz'>>> = {
  month: 'text',
  day: 'date',
  hour: 'timestamptz',
};

/**
 * Sums the impressions of all bookings in the inventory of the rows of a report, independent of what its reader may see.
 * Filters by buyers do not apply. Source: docs/decisions/0213-share-of-voice.md.
 * @throws TooManyRowsError
 */
export async function sumInventory(
  database: Kysely<Database>,
  query: ReportQuery,
  { rows, totals, other }: Pick<SummedReport, 'rows' | 'totals' | 'other'>,
): Promise<InventoryImpressions> {
  const dimensions = inventoryDimensions([...new Set(query.groupBy)]) as readonly InventoryDimension[];
  const filters = { ...query, ...Object.fromEntries(buyerDimensions.map((each) => [`${each}Id`, undefined])) };
  const keyOf = (row: SummedRow) => JSON.stringify(valuesOfRow(row, dimensions));
  const conditions = reportConditions(filters);
  const whole = await sumWhole(database, conditions);
  if (dimensions.length === 0) {
    return { rows: rows.map(() => whole), totals: whole, other: other.length === 0 ? null : whole };
  }
  const found = await sumByInventory(database, dimensions, { conditions, rows: totals });
  const impressions = new Map(found.map((row) => [keyOf(row), row.inventoryImpressions]));
  return {
    rows: rows.map((row) => impressions.get(keyOf(row)) ?? 0),
    totals: whole,
    other:
      other.length === 0
        ? null
        : [...new Set(other.map(keyOf))].reduce((sum, key) => sum + (impressions.get(key) ?? 0), 0),
  };
}

const countedInventory = sql`delivery_hour as counted
  left join position on position.id = counted.position_id
  left join location on location.id = position.location_id
  left join publication on publication.id = location.publication_id`;

async function sumWhole(database: Kysely<Database>, conditions: Expression<boolean>): Promise<number> {
  const { rows } = await sql<{ impressions: number }>`
    select coalesce(sum(counted.impressions), 0)::bigint as impressions from ${countedInventory} where ${conditions}
  `.execute(database);
  return rows[0]?.impressions ?? 0;
}

/** Limits the inventory to values of the rows, because a reader with few bookings may use a small part of it. */
async function sumByInventory(
  database: Kysely<Database>,
  dimensions: readonly InventoryDimension[],
  { conditions, rows }: { readonly conditions: Expression<boolean>; readonly rows: readonly SummedRow[] },
): Promise<readonly InventoryRow[]> {
  const values = rows.map((row) => valuesOfRow(row, dimensions));
  const limited = dimensions.map((dimension) => {
    const column = columnOfDimension[dimension];
    const given = [...new Set(values.map((row) => row[dimension]))].filter((value) => value !== null).map(String);
    const type = sql.raw(typeOf[dimension] ?? 'bigint');
    return sql`(${column} = any(${given}::text[]::${type}[]) or ${column} is null)`;
  });
  const named = dimensions.map((dimension) => sql`${columnOfDimension[dimension]} as ${sql.ref(fieldOf(dimension))}`);
  const found = await sql<InventoryRow>`
    select ${sql.join(named)}, sum(counted.impressions)::bigint as inventory_impressions
    from ${countedInventory} where ${conditions} and ${sql.join(limited, sql` and `)}
    group by ${sql.join(dimensions.map((dimension) => columnOfDimension[dimension]))}
    limit ${maxReportRows + 1}`.execute(database);
  if (found.rows.length > maxReportRows) throw tooManyRows();
  return found.rows;
}
