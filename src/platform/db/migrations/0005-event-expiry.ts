import { type Kysely, sql } from 'kysely';

/**
 * Retains the ID of a counted event by its expiry instead of its decision time, because events of videos and screens
 * may arrive later than those of display ads.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table counted_event rename column decided_at to expires_at`,
  `alter index counted_event_decided rename to counted_event_expires`,
  `update counted_event set expires_at = counted_event.expires_at + interval '1 hour'`,
  `update setting set value = jsonb_set(setting.value, '{forgottenBeforeMs}',
     to_jsonb((setting.value->>'forgottenBeforeMs')::bigint + 3600000))
   where setting.key = 'roll-up' and (setting.value->>'forgottenBeforeMs')::bigint > 0`,
];
