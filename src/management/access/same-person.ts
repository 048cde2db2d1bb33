import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/db/schema.ts';

/**
 * Returns whether one of the actors is the given actor or another known account of the same person: a user with the
 * same email address, or a service account whose secret or key that person created or was shown. Source:
 * docs/decisions/0054-settings.md.
 */
export async function isSamePerson(
  database: Kysely<Database>,
  actor: string,
  others: readonly string[],
): Promise<boolean> {
  if (others.includes(actor)) return true;
  return (await samePersons(database, actor, others)).size > 0;
}

/** Returns the actors for which `isSamePerson` is true, with one query for a whole list. */
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

/**
 * Returns the names of each actor: the actor, the actors who created its secrets or keys, and the email addresses of
 * those who are users.
 */
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
