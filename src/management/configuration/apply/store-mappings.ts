import { isDeepStrictEqual } from 'node:util';
import type { UserMappingEntry } from '../../../contract/access/user-mapping.ts';
import { appendAudit } from '../../../platform/audit/append-audit.ts';
import { readAllMappings } from '../../access/user-mapping/read-mappings.ts';
import { addMappings, removeMappings } from '../../access/user-mapping/store-mappings.ts';
import type { TransactionChange } from '../../records/change.ts';

/** Replaces the mappings of a user by those of the configuration. */
export async function storeMappings(
  { transaction, caller, requestId }: TransactionChange,
  user: string,
  wanted: readonly UserMappingEntry[],
): Promise<void> {
  const before = await readAllMappings(transaction, user);
  const stored = before.map(({ createdAt: _created, ...entry }) => entry);
  const isIn = (list: readonly UserMappingEntry[], entry: UserMappingEntry) =>
    list.some((other) => isDeepStrictEqual(normal(other), normal(entry)));
  const removed = stored.filter((entry) => !isIn(wanted, entry));
  const added = wanted.filter((entry) => !isIn(stored, entry));
  if (removed.length === 0 && added.length === 0) return;
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
