import { type RawBuilder, sql } from 'kysely';
import type { Caller } from '../access/caller.ts';
import { DomainError } from './domain-error.ts';
import type { ResourceTable, WriteContext } from './resource.ts';

/**
 * Callers who see an object in addition to its owner. `none`: objects are private. `everyone`: callers with the read
 * scope see shared objects. `fullReach`: of these, only callers with access to all data.
 */
export type SharedWith = 'none' | 'everyone' | 'fullReach';

/** Columns of a table whose rows have an owner. `shared` only exists in tables of objects that can be shared. */
export type OwnedRow = { readonly owner: string; readonly shared?: boolean };

/** Returns whether a caller sees an object. */
export function maySeeOwned({ owner, shared = false }: OwnedRow, caller: Caller, sharedWith: SharedWith): boolean {
  return owner === caller.actor || (shared && seesShared(caller, sharedWith));
}

/** Returns the condition for the rows that a caller sees. */
export function ownedRows(table: ResourceTable, caller: Caller, sharedWith: SharedWith): RawBuilder<boolean> {
  const own = sql<boolean>`${sql.ref(`${table}.owner`)} = ${caller.actor}`;
  return seesShared(caller, sharedWith) ? sql<boolean>`(${sql.ref(`${table}.shared`)} or ${own})` : own;
}

/** Returns whether a caller may change an object. Administrators maintain shared ones whose owners have left. */
export function mayChangeOwned({ owner, shared = false }: OwnedRow, { actor, scopes }: Caller): boolean {
  return owner === actor || (shared && scopes.has('users:write'));
}

/**
 * Refuses a change by others than the owner and administrators.
 * @param detail of the problem
 */
export function requireMayChange(current: OwnedRow | null, caller: Caller, detail: string): void {
  if (current !== null && !mayChangeOwned(current, caller)) throw new DomainError('not_permitted', { detail });
}

/**
 * Refuses a new object of an owner who has the most active ones.
 * @param limit.detail of the problem
 */
export async function requireOwnerQuota(
  { transaction, caller }: WriteContext<ResourceTable>,
  table: ResourceTable,
  limit: { readonly most: number; readonly detail: string },
): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)}
    where ${sql.ref(`${table}.owner`)} = ${caller.actor} and ${sql.ref(`${table}.archivedAt`)} is null
  `.execute(transaction);
  if ((rows[0]?.count ?? 0) >= limit.most) throw new DomainError('not_permitted', { detail: limit.detail });
}

function seesShared({ reach }: Caller, sharedWith: SharedWith): boolean {
  return sharedWith === 'everyone' || (sharedWith === 'fullReach' && reach === 'everything');
}
