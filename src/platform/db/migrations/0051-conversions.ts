import { type Kysely, sql } from 'kysely';

/** Orders reported by shops, by line, each with its attributed ad. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table conversion (
    id bigint generated always as identity primary key,
    media_partner_id bigint not null references media_partner (id),
    order_id text not null,
    content_hash text not null,
    occurred_at timestamptz not null,
    received_at timestamptz not null,
    click_days bigint not null,
    view_days bigint not null,
    shopper_keys text[] not null,
    judged_at timestamptz
  )`,
  'create unique index conversion_of_order on conversion (media_partner_id, order_id)',
  'create index conversion_waiting on conversion (id) where judged_at is null',
  `create index conversion_of_shopper on conversion using gin (shopper_keys) where shopper_keys <> '{}'`,
  `create index conversion_with_shopper on conversion (occurred_at) where shopper_keys <> '{}'`,
  `create table conversion_line (
    conversion_id bigint not null references conversion (id),
    number bigint not null,
    sku text not null,
    product_id bigint,
    brand_id bigint,
    quantity bigint not null,
    unit_price_micros bigint not null,
    currency text not null,
    event_id text,
    kind text,
    match text,
    touched_at timestamptz,
    booking_id bigint,
    creative_id bigint,
    position_id bigint,
    local_day date,
    candidates jsonb not null default '[]',
    primary key (conversion_id, number)
  )`,
  'create index conversion_line_of_booking on conversion_line (booking_id, local_day) where booking_id is not null',
];
