import { type Kysely, sql } from 'kysely';

/** Interactions of shoppers with ads of products, while an order may follow, and erased shoppers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table touch (
    event_id text collate "C" primary key,
    shopper_key text not null,
    kind text not null check (kind in ('view', 'click')),
    happened_at timestamptz not null,
    booking_id bigint not null,
    creative_id bigint not null,
    position_id bigint not null,
    product_id bigint not null,
    brand_id bigint not null
  )`,
  'create index touch_of_product on touch (shopper_key, kind, product_id, happened_at desc, event_id desc)',
  'create index touch_of_brand on touch (shopper_key, kind, brand_id, happened_at desc, event_id desc)',
  'create index touch_by_time on touch (happened_at)',
  `create table erased_shopper (
    shopper_key text primary key,
    erased_at timestamptz not null,
    forgotten_at timestamptz
  )`,
];
