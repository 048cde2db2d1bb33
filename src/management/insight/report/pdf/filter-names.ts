import { type Kysely, sql } from 'kysely';
import { type ObjectDimension, objectDimensions, type ReportQuery } from '../../../../contract/insight/report.ts';
import { type RequestDimension, requestDimensions } from '../../../../core/reporting/value-dimensions.ts';
import type { Reach } from '../../../../platform/db/row-rules/reach.ts';
import type { Database } from '../../../../platform/db/schema.ts';
import { visibleRows } from '../../../records/visible-rows.ts';

/** Names of the objects, and values of requests, to which a report is limited, by dimension. */
export type FilterNames = { readonly [Dimension in ObjectDimension | RequestDimension]?: readonly string[] };

/** Reads the names and values of the filters of a report. Objects outside the reach of the caller appear as `#12`. */
export async function readFilterNames(
  database: Kysely<Database>,
  query: ReportQuery,
  reach: Reach,
): Promise<FilterNames> {
  const entries = await Promise.all(
    objectDimensions.map(async (dimension) => {
      const ids = query[`${dimension}Id`];
      if (ids === undefined) return [];
      const { rows } = await sql<{ id: number; name: string }>`
        select ${sql.ref(`${dimension}.id`)}, ${sql.ref(`${dimension}.name`)} from ${sql.table(dimension)}
        where ${sql.ref(`${dimension}.id`)} = any(${ids}::bigint[]) and ${visibleRows(dimension, reach)}
      `.execute(database);
      const names = new Map(rows.map(({ id, name }) => [id, name]));
      return [[dimension, ids.map((id) => names.get(id) ?? `#${id}`)] as const];
    }),
  );
  const values = requestDimensions.flatMap((dimension) => {
    const chosen = query[dimension];
    return chosen === undefined ? [] : [[dimension, chosen] as const];
  });
  return Object.fromEntries([...entries.flat(), ...values]);
}
