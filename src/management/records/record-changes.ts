import { isDeepStrictEqual } from 'node:util';
import { raiseRevision } from '../../exchange/revision/raise-revision.ts';
import { appendAuditEntries } from '../../platform/audit/append-audit.ts';
import { appendEvents } from '../../platform/events/append-events.ts';
import { eventsOfChange } from '../../platform/events/event-of-change.ts';
import type { TransactionChange } from './change.ts';
import type { ChangeRecord } from './resource.ts';

/** Most objects for which the publisher reads single rows. After more changes it reads all rows. */
const maxTouched = 10_000;

/**
 * Adds changes to the audit log, raises the revision and appends their events. Must be the last step of a transaction:
 * all writers lock the revision row, so a writer that waited for another lock while holding it could deadlock.
 * @returns the revision
 */
export async function recordChanges(
  { caller, requestId, services, transaction }: TransactionChange,
  records: readonly ChangeRecord[],
  summary: string,
): Promise<number> {
  const { actor } = caller;
  await appendAuditEntries(
    transaction,
    records.map(({ action, kind, before, view }) => {
      return { actor, action, kind, objectId: view.id, before, after: view, requestId };
    }),
  );
  const touched = records.map(({ kind, before, view }) => ({
    kind,
    id: view.id,
    members: changedMembers(before, view),
  }));
  const isSmall = touched.length <= maxTouched;
  const revision = await raiseRevision(transaction, { actor, summary, ...(isSmall && { touched }) });
  const about = { actor, revision, publicUrl: services.config.publicUrl };
  await appendEvents(
    transaction,
    records.flatMap((record) => eventsOfChange(record, about)),
  );
  return revision;
}

/** Returns the members of the view that differ. null if the object is new. */
function changedMembers(before: ChangeRecord['before'], after: ChangeRecord['view']): string[] | null {
  if (before === null) return null;
  return Object.entries(after).flatMap(([member, value]) => (isDeepStrictEqual(before[member], value) ? [] : [member]));
}
