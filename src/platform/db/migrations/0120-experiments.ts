import { type Kysely, sql } from 'kysely';

/** A/B tests of creatives, holdouts, and the viewers of experiments. Templates are complete bodies of bookings. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table booking drop constraint booking_rotation_check, add constraint booking_rotation_check
    check (rotation in ('weighted', 'optimized_for_clicks', 'optimized_for_views', 'ab_test'))`,
  `alter table booking add column holdout_percent bigint not null default 0 check (holdout_percent between 0 and 50)`,
  'drop index booking_optimized_rotation',
  // Few bookings have one of them. The planner reads them after every change.
  `create index booking_planned_rotation on booking (id) where rotation <> 'weighted' or holdout_percent > 0`,
  `update booking_template set settings = settings || '{"holdoutPercent": 0}'`,
  // A viewer of an experiment: the first request that the booking won, or would have won. Idempotent.
  `create table experiment_viewer (
    booking_id bigint not null,
    viewer_key text not null,
    held_out boolean not null,
    first_at timestamptz not null,
    converted_at timestamptz,
    primary key (booking_id, viewer_key)
  )`,
  'create index experiment_viewer_of_key on experiment_viewer (viewer_key)',
];
