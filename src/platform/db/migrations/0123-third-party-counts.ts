import { type Kysely, sql } from 'kysely';

/** Counts of third parties, by booking and local day. null: not measured. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table third_party_count (
    booking_id bigint not null references booking (id),
    source text not null,
    local_day date not null,
    impressions bigint check (impressions >= 0),
    viewables bigint check (viewables >= 0),
    clicks bigint check (clicks >= 0),
    received_at timestamptz not null default now(),
    primary key (booking_id, source, local_day)
  )`,
];
