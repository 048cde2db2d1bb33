import { type Kysely, sql } from 'kysely';

/** Content of a sponsored products booking. Each of its products in a format is a creative. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  'alter table booking add column sponsored jsonb',
  'alter table creative add column product_id bigint references product (id)',
  'create unique index creative_of_product on creative (product_id, format_id) where product_id is not null',
];
