import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/db/schema.ts';

/** Returns the names of users and service accounts by their actor, such as `user:3`. */
export async function readActorNames(
  database: Kysely<Database>,
  actors: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (actors.length === 0) return new Map();
  const { rows } = await sql<{ actor: string; name: string }>`
    select actor, name from (
      select 'user:' || user_account.id as actor, user_account.name from user_account
      union all
      select 'service-account:' || service_account.id, service_account.name from service_account
    ) account where actor = any(${[...new Set(actors)]}::text[])`.execute(database);
  return new Map(rows.map(({ actor, name }) => [actor, name]));
}
