import { sql } from 'kysely';
import { fieldMessage } from '../../../contract/common/field-message.ts';
import { appendAudit } from '../../../platform/audit/append-audit.ts';
import { detailMessage } from '../../records/detail-message.ts';
import { DomainError } from '../../records/domain-error.ts';
import { isUniqueViolation } from '../../records/errors-of-engines.ts';
import type { WriteContext } from '../../records/resource.ts';

/** Returns the slot name of ad requests: codes joined as in wire-protocol 2.1. */
export function slotNameOf(codes: {
  readonly location: string;
  readonly position: string;
  readonly format: string;
}): string {
  return `${codes.location}${codes.position}-${codes.format}`;
}

/** Location or format whose code has changed. */
export type RenamedObject = { readonly column: 'locationId' | 'formatId'; readonly id: number };

/**
 * Updates the slot names of all positions of a location or format after a change of its code, each with a separate
 * audit entry. Throws a 409 that names the code if a slot name is already in use.
 */
export async function renameSlots(
  { transaction, caller, requestId }: Pick<WriteContext<'position'>, 'transaction' | 'caller' | 'requestId'>,
  object: RenamedObject,
): Promise<void> {
  const column = sql.ref(`position.${object.column}`);
  const renamed = await sql<{ id: number; before: string; after: string }>`
    with fresh as (
      select position.id, position.slot_name as before, location.code || position.code || '-' || format.code as after
      from position join location on location.id = position.location_id join format on format.id = position.format_id
      where ${column} = ${object.id}
    )
    update position
    set slot_name = fresh.after,
        name = case when position.name = fresh.before then fresh.after else position.name end,
        version = position.version + 1,
        updated_at = clock_timestamp()
    from fresh
    where fresh.id = position.id and fresh.after <> fresh.before
    returning position.id, fresh.before, fresh.after
  `
    .execute(transaction)
    .catch((error: unknown) => {
      if (!isUniqueViolation(error)) throw error;
      throw new DomainError('already_exists', {
        detail: detailMessage('slotNameTaken'),
        errors: [{ pointer: '/code', in: 'body', code: 'already_exists', message: fieldMessage('slotNameTaken') }],
        cause: error,
      });
    });
  for (const { id, before, after } of renamed.rows) {
    await appendAudit(transaction, {
      actor: caller.actor,
      action: 'update',
      kind: 'inventory/position',
      objectId: id,
      before: { slotName: before },
      after: { slotName: after },
      requestId,
    });
  }
}
