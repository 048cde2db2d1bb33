import { sql } from 'kysely';
import { fieldMessage } from '../../contract/common/field-message.ts';
import type { ObjectKind } from '../../contract/resource-types/resource-type.ts';
import { nounOf } from './detail-message.ts';
import { invalidRequest } from './domain-error.ts';
import type { Asking } from './references.ts';
import type { ResourceTable } from './resource.ts';
import { visibleRows } from './visible-rows.ts';

export type References = {
  readonly table: ResourceTable;
  /** For people: `position`. */
  readonly noun: ObjectKind;
  /** Pointer of the list, such as `/positionIds`. */
  readonly pointer: string;
  /** Where the id stands inside an entry, such as `/creativeId`; default: the entry is the id. */
  readonly member?: string;
  readonly ids: readonly number[];
  /** Ids that stood there before: what was archived since may stay. */
  readonly known: readonly number[];
};

/**
 * Asks that each object which a list newly names exists and is live, and holds them until the transaction ends. Otherwise
 * 400 naming each entry.
 */
export async function requireReferences({ transaction, caller }: Asking, references: References): Promise<void> {
  const added = references.ids.filter((id) => !references.known.includes(id));
  if (added.length === 0) return;
  const { rows } = await sql<{ id: number; archived: boolean }>`
    select id, archived_at is not null as archived from ${sql.table(references.table)}
    where id = any(${added}::bigint[]) and ${visibleRows(references.table, caller.reach)} order by id for share
  `.execute(transaction);
  const live = new Map(rows.map((row) => [row.id, !row.archived]));
  const errors = added
    .filter((id) => live.get(id) !== true)
    .map((id) => ({
      pointer: `${references.pointer}/${references.ids.indexOf(id)}${references.member ?? ''}`,
      in: 'body' as const,
      code: live.has(id) ? 'reference_archived' : 'reference_not_found',
      message: fieldMessage(live.has(id) ? 'objectArchived' : 'objectNotFound', {
        object: nounOf(references.noun),
        id,
      }),
    }));
  if (errors.length > 0) throw invalidRequest(errors);
}
