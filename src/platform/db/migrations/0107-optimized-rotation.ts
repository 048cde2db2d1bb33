import { type Kysely, sql } from 'kysely';

/** How the creatives of a booking rotate. Templates are complete bodies of bookings, so they have the field as well. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table booking add column rotation text not null default 'weighted'
    check (rotation in ('weighted', 'optimized_for_clicks', 'optimized_for_views'))`,
  // Few bookings have optimized rotation. The planner reads them after every change.
  `create index booking_optimized_rotation on booking (id) where rotation <> 'weighted'`,
  `update booking_template set settings = settings || '{"rotation": "weighted"}'`,
];
