import { type Kysely, sql } from 'kysely';

/** Idempotency keys of changes of purchases, so that a repeated change is applied once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table media_buy_change (
        media_buy_id bigint not null references media_buy (id),
        idempotency_key text not null,
        changed_at timestamptz not null default now(),
        primary key (media_buy_id, idempotency_key)
      )`,
    )
    .execute(db);
}
