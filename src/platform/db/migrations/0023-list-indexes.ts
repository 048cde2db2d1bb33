import { type Kysely, sql } from 'kysely';

/** Indexes for filters and order of lists of object types that grow. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const columns: readonly (readonly [table: string, columns: readonly string[]])[] = [
  ['campaign', ['updated_at', 'advertiser_company_id', 'invoice_company_id']],
  ['booking', ['updated_at', 'start_date', 'end_date']],
  ['creative', ['updated_at', 'brand_id', 'format_id', 'state']],
  ['brand', ['media_partner_id']],
  ['publication', ['publisher_id']],
  ['location', ['publication_id']],
  ['position', ['location_id', 'format_id']],
];
/** Arrays of IDs. */
const lists: readonly (readonly [table: string, columns: readonly string[]])[] = [
  ['campaign', ['brand_ids']],
  ['booking', ['position_ids', 'location_ids', 'publication_ids', 'publisher_ids']],
];

const statements = [
  ...columns.flatMap(([table, names]) => names.map((name) => `create index ${table}_by_${name} on ${table} (${name})`)),
  ...lists.flatMap(([table, names]) =>
    names.map((name) => `create index ${table}_by_${name} on ${table} using gin (${name})`),
  ),
  ...['campaign', 'booking', 'creative', 'position'].map(
    (table) => `create index ${table}_by_external_id on ${table} (external_id) where external_id is not null`,
  ),
];
