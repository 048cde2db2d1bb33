import { fieldMessage } from '../../../contract/common/field-message.ts';
import { invalidField } from '../../records/domain-error.ts';
import { type Asking, requireReference } from '../../records/references.ts';

/** Asks that a media partner is there, live, and has a role; else 400 naming the field. */
export async function requireCompany(
  asking: Asking,
  company: { readonly id: number; readonly role: 'ADVERTISER' | 'INVOICE'; readonly pointer: string },
): Promise<void> {
  const { id, role, pointer } = company;
  await requireReference(asking, { table: 'mediaPartner', id, pointer, noun: 'media-partners' });
  const { roles } = await asking.transaction
    .selectFrom('mediaPartner')
    .select('mediaPartner.roles')
    .where('mediaPartner.id', '=', id)
    .executeTakeFirstOrThrow();
  if (!roles.includes(role)) {
    throw invalidField(pointer, 'missing_role', fieldMessage('missingRole', { id, role }));
  }
}
