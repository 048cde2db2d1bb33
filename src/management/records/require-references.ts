import { sql } from 'kysely';
import { fieldMessage } from '../../contract/common/field-message.ts';
import type { ObjectKind } from '../../contract/resource-types/resource-type.ts';
import { memoryOf } from '../../platform/db/transaction-memory.ts';
import { nounOf } from './detail-message.ts';
import { invalidRequest } from './domain-error.ts';
import type { Asking } from './references.ts';
import type { ResourceTable } from './resource.ts';
import { visibleRows } from './visible-rows.ts';

export type References = {
  readonly table: ResourceTable;
  /** Name in messages: `position`. */
  readonly noun: ObjectKind;
  /** Pointer of the list, such as `/positionIds`. */
  readonly pointer: string;
  /** Position of the ID inside an entry, such as `/creativeId`. Default: the entry is the ID. */
  readonly member?: string;
  readonly ids: readonly number[];
  /** IDs of the stored list. Objects archived since then may stay in it. */
  readonly known: readonly number[];
};

/**
 * Requires that each added object of a list exists and is not archived, and locks these objects until the transaction
 * ends. Otherwise throws a 400 that names each entry.
 */
export async function requireReferences({ transaction, caller }: Asking, references: References): Promise<void> {
  const memory = memoryOf(transaction);
  const added = references.ids.filter(
    (id) => !references.known.includes(id) && memory?.holds(references.table, id) !== true,
  );
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
  memory?.hold(references.table, added);
}
