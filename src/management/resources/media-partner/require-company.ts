import { fieldMessage } from '../../../contract/common/field-message.ts';
import { oncePerTransaction } from '../../../platform/db/transaction-memory.ts';
import { invalidField } from '../../records/domain-error.ts';
import { type Asking, requireReference } from '../../records/references.ts';

/** Requires that a media partner exists, is not archived and has a role. Otherwise throws a 400 that names the field. */
export async function requireCompany(
  asking: Asking,
  company: { readonly id: number; readonly role: 'ADVERTISER' | 'INVOICE'; readonly pointer: string },
): Promise<void> {
  const { id, role, pointer } = company;
  await requireReference(asking, { table: 'mediaPartner', id, pointer, noun: 'media-partners' });
  const { roles } = await oncePerTransaction(asking.transaction, `roles of media partner ${id}`, () =>
    asking.transaction
      .selectFrom('mediaPartner')
      .select('mediaPartner.roles')
      .where('mediaPartner.id', '=', id)
      .executeTakeFirstOrThrow(),
  );
  if (!roles.includes(role)) {
    throw invalidField(pointer, 'missing_role', fieldMessage('missingRole', { id, role }));
  }
}
