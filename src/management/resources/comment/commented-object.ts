import type { Kysely } from 'kysely';
import type { CommentedKind } from '../../../contract/collaboration/comment.ts';
import { type ResourceKind, resourceTypeOf } from '../../../contract/resource-types/all-resource-types.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { Caller } from '../../access/caller.ts';
import { detailMessage } from '../../records/detail-message.ts';
import { DomainError, missingObject } from '../../records/domain-error.ts';
import { readRow } from '../../records/resource.ts';

/** An object that can have comments. */
export type CommentedObject = { readonly kind: CommentedKind; readonly objectId: number };

/** The table of each kind that can have comments. */
export const commentedTables = { campaigns: 'campaign', bookings: 'booking', creatives: 'creative' } as const;

/** Throws 403 if the caller lacks the scope to read objects of the kind. */
export function requireReadScope({ scopes }: Pick<Caller, 'scopes'>, kind: ResourceKind): void {
  const { readScope } = resourceTypeOf(kind);
  if (scopes.has(readScope)) return;
  throw new DomainError('insufficient_scope', { detail: detailMessage('missingScope', { scopes: readScope }) });
}

/** Returns whether a caller may read an object: it has the scope, and the object is within its reach. */
export async function mayRead(
  database: Kysely<Database>,
  { scopes, reach }: Pick<Caller, 'scopes' | 'reach'>,
  { kind, objectId }: CommentedObject,
): Promise<boolean> {
  if (!scopes.has(resourceTypeOf(kind).readScope)) return false;
  return (await readRow(database, { table: commentedTables[kind], id: objectId, reach })) !== undefined;
}

/** Throws 403 without the scope of the kind, and 404 if the caller does not see the object. */
export async function requireReadable(
  database: Kysely<Database>,
  caller: Caller,
  object: CommentedObject,
): Promise<void> {
  requireReadScope(caller, object.kind);
  if (!(await mayRead(database, caller, object))) throw missingObject(object.kind, object.objectId);
}
