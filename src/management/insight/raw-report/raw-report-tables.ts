import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReportDimension } from '../../../contract/insight/report-table-fields.ts';
import { isTimeDimension } from '../../../core/reporting/comparison.ts';
import { isRequestDimension } from '../../../core/reporting/value-dimensions.ts';
import type { OpenDataStore } from '../../../exchange/open-data/open-data-files.ts';
import { type ParquetSession, sqlName, sqlText } from '../../../exchange/open-data/parquet-session.ts';
import { parentsOf, type RawParents } from './raw-columns.ts';
import type { RawReportTask, RawValues } from './raw-report-task.ts';

type TableSource = { readonly session: ParquetSession; readonly store: OpenDataStore };

/** Creates the tables that the queries of a report read besides its files. */
export async function createTables({ session, store }: TableSource, task: RawReportTask): Promise<void> {
  await createParents({ session, store }, parentsOf(task));
  const { bookingIds, screens, selected } = task;
  if (selected !== null) await createSelected(session, { groupBy: task.groupBy, selected });
  const ids = (bookingIds ?? []).join(', ');
  await session.run(`create or replace temp table visible as select unnest([${ids}]::bigint[]) as id`);
  const rows = screens.map(({ positionId, timeZone, multipliers }) => {
    const list = multipliers === null ? 'null' : `[${multipliers.join(', ')}]`;
    return `(${positionId}, ${sqlText(timeZone)}, ${list})`;
  });
  const values = rows.length === 0 ? '(null, null, null)' : rows.join(', ');
  await session.run(`create or replace temp table reported_screen as
    select position_id::bigint as position_id, time_zone::varchar as time_zone, multipliers::bigint[] as multipliers
    from (values ${values}) as given(position_id, time_zone, multipliers)`);
}

/** Creates the table of the values of the rows to show. */
async function createSelected(
  session: ParquetSession,
  { groupBy, selected }: { readonly groupBy: RawReportTask['groupBy']; readonly selected: readonly RawValues[] },
): Promise<void> {
  const typeOf = (dimension: ReportDimension) =>
    isTimeDimension(dimension) || isRequestDimension(dimension) ? 'varchar' : 'bigint';
  const columns = groupBy.map((dimension) => `${sqlName(dimension)}::${typeOf(dimension)} as ${sqlName(dimension)}`);
  const rowOf = (values: RawValues) => `(${groupBy.map((one) => sqlValue(values[one] ?? null)).join(', ')})`;
  // An empty table has columns as well.
  const rows = (selected.length === 0 ? [{}] : selected).map(rowOf);
  await session.run(`create or replace temp table selected as select ${columns.join(', ')}
    from (values ${rows.join(', ')}) as given(${groupBy.map(sqlName).join(', ')}) where ${selected.length > 0}`);
}

function sqlValue(value: string | number | null): string {
  if (value === null) return 'null';
  return typeof value === 'number' ? String(value) : sqlText(value);
}

const parentColumns: Readonly<Record<RawParents, string>> = {
  bookings: 'booking_id bigint, campaign_id bigint, advertiser_id bigint',
  creatives: 'creative_id bigint, brand_id bigint',
  positions: 'position_id bigint, location_id bigint, publication_id bigint, publisher_id bigint, time_zone varchar',
};

/** Creates tables with the parents of objects from the tables of names. */
async function createParents({ session, store }: TableSource, tables: readonly RawParents[]): Promise<void> {
  for (const table of tables) {
    const name = `names/${table}.parquet`;
    const copy = join(session.folder, `${table}.parquet`);
    const local = store.localPath(name);
    const path = local ?? copy;
    const exists =
      local === null
        ? await store.fetch(name, copy)
        : await stat(local).then(
            () => true,
            () => false,
          );
    const columns = parentColumns[table];
    const names = columns.replaceAll(/ (bigint|varchar)/g, '');
    await session.run(`create or replace temp table ${table} (${columns})`);
    if (exists) await session.run(`insert into ${table} select ${names} from read_parquet(${sqlText(path)})`);
    await rm(copy, { force: true });
  }
}
