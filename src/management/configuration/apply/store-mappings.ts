import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { UserMappingEntry } from '../../../contract/access/user-mapping.ts';
import { appendAudit } from '../../../platform/audit/append-audit.ts';
import { readAllMappings } from '../../access/user-mapping/read-mappings.ts';
import { addMappings, removeMappings } from '../../access/user-mapping/store-mappings.ts';
import type { TransactionChange } from '../../records/change.ts';
import { requireScope } from '../../records/require-scope.ts';
import type { Row } from '../../records/resource.ts';

/**
 * Replaces the mappings of a user by those of the configuration. Mappings that do not apply to the present owner of the
 * address are written again if the configuration contains them.
 * @throws DomainError `insufficient_scope` if mappings change and the caller may not change them
 */
export async function storeMappings(
  change: TransactionChange,
  { email: user, mappingsSince }: Pick<Row<'userAccount'>, 'email' | 'mappingsSince'>,
  wanted: readonly UserMappingEntry[],
): Promise<void> {
  const { transaction, caller, requestId } = change;
  const before = await readAllMappings(transaction, user);
  const rows = await transaction
    .selectFrom('userMapping')
    .selectAll()
    .where(sql<boolean>`lower(user_mapping.user_name) = lower(${user})`)
    .execute();
  const stored = rows.filter(({ writtenAt }) => mappingsSince === null || writtenAt >= mappingsSince);
  const isIn = (list: readonly UserMappingEntry[], entry: UserMappingEntry) =>
    list.some((other) => isDeepStrictEqual(normal(other), normal(entry)));
  const removed = stored.filter((entry) => !isIn(wanted, entry));
  const added = wanted.filter((entry) => !isIn(stored, entry));
  if (removed.length === 0 && added.length === 0) return;
  requireScope(change, 'user-mapping:write');
  if (removed.length > 0) await removeMappings(transaction, user, removed);
  if (added.length > 0)
    await addMappings(
      { transaction, caller },
      user,
      added,
      (index) => `/mappings/${wanted.indexOf(added[index] as UserMappingEntry)}`,
    );
  const after = await readAllMappings(transaction, user);
  const { actor } = caller;
  await appendAudit(transaction, {
    actor,
    action: 'update',
    kind: 'user-mapping',
    objectId: null,
    before: { user, mappings: before },
    after: { user, mappings: after },
    requestId,
  });
}

function normal({ advertiserCompanyId, brandId, invoiceCompanyId }: UserMappingEntry) {
  return { advertiserCompanyId, brandId, invoiceCompanyId: invoiceCompanyId ?? null };
}
