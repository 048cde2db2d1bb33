import type { Kysely } from 'kysely';
import { isScope } from '../../contract/access/scopes.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { Caller } from './caller.ts';
import { readUserCaller } from './user/user-caller.ts';

/**
 * Returns the caller of an audit actor with its current scopes, for work done later on its behalf. null if the account
 * no longer exists or is archived.
 * @param actor `user:3` or `service-account:7`
 */
export async function callerOfActor(database: Kysely<Database>, actor: string): Promise<Caller | null> {
  const [, kind, text] = /^(user|service-account):([1-9]\d{0,15})$/.exec(actor) ?? [];
  const id = Number(text);
  if (kind === 'user') return readUserCaller(database, id);
  if (kind !== 'service-account') return null;
  const account = await database
    .selectFrom('serviceAccount')
    .select(['serviceAccount.name', 'serviceAccount.scopes'])
    .where('serviceAccount.id', '=', id)
    .where('serviceAccount.archivedAt', 'is', null)
    .executeTakeFirst();
  if (account === undefined) return null;
  return {
    kind: 'service-account',
    id,
    name: account.name,
    scopes: new Set(account.scopes.filter(isScope)),
    reach: 'everything',
    actor,
  };
}
