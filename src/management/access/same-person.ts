import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/db/schema.ts';

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
  return (await samePersons(database, actor, others)).size > 0;
}

/** Those of the actors that `isSamePerson` says so of: one query for the actors of a whole list. */
export async function samePersons(
  database: Kysely<Database>,
  actor: string,
  others: readonly string[],
): Promise<ReadonlySet<string>> {
  if (others.length === 0) return new Set();
  const names = await namesBehind(database, [actor, ...others]);
  const own = new Set(names.flatMap(({ of, name }) => (of === actor ? [name] : [])));
  return new Set(names.flatMap(({ of, name }) => (others.includes(of) && own.has(name) ? [of] : [])));
}

type NameBehind = { readonly of: string; readonly name: string };

/** The accounts themselves, who is behind them, and the e-mail addresses of those who are people. */
async function namesBehind(database: Kysely<Database>, actors: readonly string[]): Promise<readonly NameBehind[]> {
  const { rows } = await sql<NameBehind>`
    with recursive behind (root, actor) as (
      select asked.actor, asked.actor from unnest(${[...new Set(actors)]}::text[]) asked (actor)
      union
      select behind.root, entry.actor from behind join audit_entry entry
        on behind.actor ~ '^service-account:[0-9]{1,15}$' and entry.kind = 'service-accounts'
        and entry.object_id = substring(behind.actor from '[0-9]+$')::bigint
        and (entry.action in ('create', 'add-secret')
          or entry.after -> 'publicKeys' is distinct from entry.before -> 'publicKeys')
        and entry.actor <> 'system'
    )
    select behind.root as of, behind.actor as name from behind
    union
    select behind.root, lower(user_account.email) from behind join user_account
      on behind.actor = 'user:' || user_account.id
  `.execute(database);
  return rows;
}
