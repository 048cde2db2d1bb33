import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';

/**
 * True when one of the actors is this one, or another account of the same person as far as we know: a user with the same
 * e-mail address, or a service account whose secret or key that person made or was shown.
 * Source: docs/decisions/0054-settings.md.
 */
export async function isSamePerson(
  database: Kysely<Database>,
  actor: string,
  others: readonly string[],
): Promise<boolean> {
  if (others.includes(actor)) return true;
  if (others.length === 0) return false;
  const [own, theirs] = [await namesBehind(database, [actor]), await namesBehind(database, others)];
  return [...own].some((name) => theirs.has(name));
}

/** The accounts themselves, who is behind them, and the e-mail addresses of those who are people. */
async function namesBehind(database: Kysely<Database>, actors: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    with recursive behind (actor) as (
      select unnest(${[...actors]}::text[])
      union
      select entry.actor from behind join audit_entry entry
        on behind.actor ~ '^service-account:[0-9]{1,15}$' and entry.kind = 'service-accounts'
        and entry.object_id = substring(behind.actor from '[0-9]+$')::bigint
        and (entry.action in ('create', 'add-secret')
          or entry.after -> 'publicKeys' is distinct from entry.before -> 'publicKeys')
        and entry.actor <> 'system'
    )
    select behind.actor as name from behind
    union
    select lower(user_account.email) from behind join user_account
      on behind.actor = 'user:' || user_account.id
  `.execute(database);
  return new Set(rows.map(({ name }) => name));
}
