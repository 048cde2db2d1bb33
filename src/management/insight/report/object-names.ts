import { type Kysely, sql } from 'kysely';
import { type ObjectDimension, objectDimensions } from '../../../contract/insight/report.ts';
import type { ReportDimension } from '../../../contract/insight/report-table-fields.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { SummedRow } from './sum-rows.ts';

/** Returns the name of an object in a row. null if it is unknown or no longer exists. */
export type NameOf = (dimension: ObjectDimension, id: number | null) => string | null;

const tableOf = {
  campaign: 'campaign',
  booking: 'booking',
  creative: 'creative',
  position: 'position',
  location: 'location',
  publication: 'publication',
  publisher: 'publisher',
  brand: 'brand',
  mediaPartner: 'mediaPartner',
} as const satisfies Record<ObjectDimension, keyof Database>;

/** Reads the names of all objects that the rows are grouped by, with one query per dimension. */
export async function readNames(
  database: Kysely<Database>,
  groupBy: readonly ReportDimension[],
  rows: readonly SummedRow[],
): Promise<NameOf> {
  const names = new Map<ObjectDimension, ReadonlyMap<number, string>>();
  for (const dimension of objectDimensions.filter((each) => groupBy.includes(each))) {
    const ids = [...new Set(rows.flatMap((row) => row[`${dimension}Id`] ?? []))];
    const table = tableOf[dimension];
    const found = await sql<{ id: number; name: string }>`
      select ${sql.ref(`${table}.id`)}, ${sql.ref(`${table}.name`)} from ${sql.table(table)}
      where ${sql.ref(`${table}.id`)} = any(${ids}::bigint[])`.execute(database);
    names.set(dimension, new Map(found.rows.map(({ id, name }) => [id, name])));
  }
  return (dimension, id) => (id === null ? null : (names.get(dimension)?.get(id) ?? null));
}
