import { type RawBuilder, sql, type Transaction } from 'kysely';
import { counters } from '../../../core/pricing/billable-events.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { recounted } from './shadow-tables.ts';

/** Differences in one table on one local day, or in total for a table without days. */
export type SumDifference = {
  readonly table: string;
  /** `2026-11-21`; null: the table has no days. */
  readonly day: string | null;
  readonly rows: number;
  /** By column name, over the differing rows. */
  readonly sums: readonly { readonly name: string; readonly stored: number; readonly recounted: number }[];
};

type SumTable = {
  readonly name: string;
  readonly keys: readonly string[];
  readonly sums: readonly string[];
};

const hourKeys = ['hour_at', 'local_day', 'booking_id', 'creative_id', 'position_id'];
const hourTables: readonly SumTable[] = [
  { name: 'delivery_hour', keys: hourKeys, sums: counters },
  { name: 'event_hour', keys: [...hourKeys, 'event'], sums: ['events'] },
  { name: 'filtered_hour', keys: [...hourKeys, 'kind', 'reason'], sums: ['events'] },
];
/** Each is derived from all days of another table, including days that are no longer in the archive. */
const derivedTables: readonly (SumTable & { readonly of: string })[] = [
  { name: 'booking_day', keys: ['booking_id', 'local_day'], sums: counters, of: 'delivery_hour' },
  { name: 'booking_total', keys: ['booking_id'], sums: counters, of: 'booking_day' },
];

/**
 * Condition on rows named `made`. Compares only hours for which all events are available, so that no event can be a
 * duplicate of a missing one.
 */
export const knownHours = sql`not exists (select from missing_span
    where missing_span.first_at < made.hour_at + interval '1 hour' and missing_span.last_at >= made.hour_at)
  and not exists (select from unsure_hour where unsure_hour.hour_at = made.hour_at
    and unsure_hour.booking_id = made.booking_id and unsure_hour.creative_id = made.creative_id
    and unsure_hour.position_id = made.position_id)`;

/**
 * Replaces stored sums by recounted ones where they differ, and returns the differences. Afterwards the sums match the
 * journal wherever the journal is complete.
 */
export async function replaceSums(transaction: Transaction<Database>): Promise<readonly SumDifference[]> {
  const found: SumDifference[] = [];
  for (const table of hourTables) {
    const made = sql.table(recounted(table.name));
    found.push(...(await replace(transaction, table, { made, where: knownHours })));
  }
  for (const table of derivedTables) {
    const sums = table.sums.map((sum) => sql`sum(${sql.ref(sum)})::bigint as ${sql.id(sum)}`);
    const made = sql`(select ${columns(table.keys)}, ${sql.join(sums)}
      from ${sql.table(table.of)} group by ${columns(table.keys)})`;
    found.push(...(await replace(transaction, table, { made, where: sql`true` })));
  }
  return found;
}

async function replace(
  transaction: Transaction<Database>,
  { name, keys, sums }: SumTable,
  { made, where }: { readonly made: RawBuilder<unknown>; readonly where: RawBuilder<unknown> },
): Promise<readonly SumDifference[]> {
  const differing = sql.table(`differing_${name}`);
  const stored = sums.map((sum) => sql`coalesce(stored.${sql.id(sum)}, 0) as ${sql.id(`stored_${sum}`)}`);
  const again = sums.map((sum) => sql`coalesce(again.${sql.id(sum)}, 0) as ${sql.id(sum)}`);
  const differs = sums.map((sum) => sql`made.${sql.id(`stored_${sum}`)} <> made.${sql.id(sum)}`);
  await sql`create temporary table ${differing} on commit drop as
    select made.* from (
      select ${columns(keys)}, ${sql.join([...stored, ...again])}
      from ${sql.table(name)} as stored full join ${made} as again using (${columns(keys)})
    ) as made where (${sql.join(differs, sql` or `)}) and ${where}`.execute(transaction);
  const differences = await describe(transaction, { name, keys, sums });
  const isSame = sql.join(
    keys.map((key) => sql`${sql.ref(`${name}.${key}`)} = differing.${sql.id(key)}`),
    sql` and `,
  );
  await sql`delete from ${sql.table(name)} using ${differing} as differing where ${isSame}`.execute(transaction);
  const isSomething = sql.join(
    sums.map((sum) => sql`differing.${sql.id(sum)} <> 0`),
    sql` or `,
  );
  await sql`insert into ${sql.table(name)} (${columns([...keys, ...sums])})
    select ${columns([...keys, ...sums])} from ${differing} as differing where ${isSomething}`.execute(transaction);
  return differences;
}

async function describe(
  transaction: Transaction<Database>,
  { name, keys, sums }: SumTable,
): Promise<readonly SumDifference[]> {
  const day = keys.includes('local_day') ? sql`local_day::text` : sql`null::text`;
  const total = sums.flatMap((sum) => [
    sql`sum(${sql.id(`stored_${sum}`)})::bigint as ${sql.id(`stored_${sum}`)}`,
    sql`sum(${sql.id(sum)})::bigint as ${sql.id(sum)}`,
  ]);
  const { rows } = await sql<{ day: string | null; sums: Record<string, number>; rows: number }>`
    select totals.day, totals.rows, to_jsonb(totals) as sums from (
      select ${day} as day, count(*) as rows, ${sql.join(total)} from ${sql.table(`differing_${name}`)} group by 1
    ) as totals order by totals.day`.execute(transaction);
  return rows.map(({ day: on, rows: count, sums: found }) => ({
    table: name,
    day: on,
    rows: count,
    sums: sums.map((sum) => ({ name: sum, stored: found[`stored_${sum}`] ?? 0, recounted: found[sum] ?? 0 })),
  }));
}

function columns(names: readonly string[]): RawBuilder<unknown> {
  return sql.join(names.map((name) => sql.id(name)));
}
