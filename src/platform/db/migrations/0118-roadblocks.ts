import { type Kysely, sql } from 'kysely';

/** Whether a booking takes several slots of one request together. Templates are complete bodies of bookings. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table booking add column roadblock text not null default 'none'
    check (roadblock in ('none', 'as_many_as_possible', 'all'))`,
  `update booking_template set settings = settings || '{"roadblock": "none"}'`,
];
