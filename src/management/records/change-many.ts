import { sql } from 'kysely';
import type { z } from 'zod';
import type { BulkBody, BulkItem } from '../../contract/common/bulk.ts';
import { fieldMessage } from '../../contract/common/field-message.ts';
import { type CampaignAction, actions as commonActions } from '../../core/vocabulary/statuses.ts';
import { type ActionRules, holdTermsOf, scopeOfAction } from './action-rules.ts';
import type { TransactionChange } from './change.ts';
import { patchChange } from './common-changes.ts';
import { DomainError, invalidField } from './domain-error.ts';
import { isOutage, toDomainError } from './errors-of-engines.ts';
import { parseBody } from './field-errors.ts';
import { recordChanges } from './record-changes.ts';
import { requireScope } from './require-scope.ts';
import type { ChangeRecord, Resource, ResourceTable, ResourceView } from './resource.ts';
import { changeRecord, createRecord, type SavedRecord } from './save-record.ts';
import { visibleRows } from './visible-rows.ts';

/** Bulk operations that a resource supports. */
export type BulkRules<Table extends ResourceTable> = {
  /** False if the resource has its own route for creation. */
  readonly creates?: boolean;
  /** Omitted if the resource has no actions. */
  readonly actions?: ActionRules<Table>;
};

/** The result of one entry. */
export type EntryResult<View extends ResourceView> = SavedRecord<View> | DomainError;

export type BulkOutcome<View extends ResourceView> = {
  /** False if nothing was stored, because of a dry run or a failed entry. */
  readonly applied: boolean;
  readonly failed: number;
  /** Results in the order of the entries. */
  readonly results: readonly EntryResult<View>[];
};

/** Executes many changes of one resource in one transaction, each with the rules of the single change. */
export async function changeMany<Table extends ResourceTable, Body extends z.ZodObject, View extends ResourceView>(
  given: TransactionChange,
  resource: Resource<Table, Body, View>,
  rules: BulkRules<Table>,
  body: BulkBody,
): Promise<BulkOutcome<View>> {
  const later: ChangeRecord[] = [];
  const change: TransactionChange = { ...given, later };
  const { transaction } = change;
  const results: EntryResult<View>[] = [];
  await lockInOrder(change, resource, body);
  await sql`savepoint bulk`.execute(transaction);
  for (const item of body.items) {
    // A failing entry undoes only itself.
    const recorded = later.length;
    await sql`savepoint entry`.execute(transaction);
    try {
      results.push(await changeOne(change, resource, rules, item));
      await sql`release savepoint entry`.execute(transaction);
    } catch (error) {
      const failure = toDomainError(error);
      // An outage is not caused by the entry, so the whole call fails or is retried.
      if (failure === null || isOutage(failure)) throw error;
      await sql`rollback to savepoint entry`.execute(transaction);
      later.length = recorded;
      results.push(failure);
    }
  }
  const failed = results.filter((result) => result instanceof DomainError).length;
  const applied = !body.dryRun && (body.mode === 'partial' ? failed < results.length : failed === 0);
  if (!applied) await sql`rollback to savepoint bulk`.execute(transaction);
  else if (later.length > 0) {
    const changed = later.filter(({ kind }) => kind === resource.kind).length;
    await recordChanges(change, later, `change ${changed} ${resource.kind}`);
  }
  return { applied, failed, results };
}

/** Locks all objects in ascending order of ID, so that two calls for the same objects cannot deadlock. */
async function lockInOrder(
  { transaction, caller }: TransactionChange,
  { table }: { readonly table: ResourceTable },
  { items }: BulkBody,
): Promise<void> {
  const ids = items.flatMap(({ id }) => (id === undefined ? [] : [id]));
  await sql`
    select 1 from ${sql.table(table)}
    where ${sql.ref(`${table}.id`)} = any(${ids}::bigint[]) and ${visibleRows(table, caller.reach)}
    order by ${sql.ref(`${table}.id`)} for update of ${sql.ref(table)}
  `.execute(transaction);
}

async function changeOne<Table extends ResourceTable, Body extends z.ZodObject, View extends ResourceView>(
  change: TransactionChange,
  resource: Resource<Table, Body, View>,
  { creates = true, actions }: BulkRules<Table>,
  { create, id = 0, patch, action, reason, heldUntil, note, ifMatch }: BulkItem,
): Promise<SavedRecord<View>> {
  if (create !== undefined) {
    if (!creates)
      throw invalidField('/create', 'not_supported', fieldMessage('notInBulk', { path: `/${resource.kind}` }));
    return createRecord(change, resource, parseBody(resource.body, create));
  }
  if (patch !== undefined) return changeRecord(change, resource, patchChange(resource, { id, patch }), ifMatch ?? null);
  if (action === undefined || actions === undefined) {
    throw invalidField('/action', 'not_supported', fieldMessage('noActions', { kind: resource.kind }));
  }
  if (!(actions.actions ?? (commonActions as readonly CampaignAction[])).includes(action)) {
    throw invalidField('/action', 'not_supported', fieldMessage('actionNotFor', { action, kind: resource.kind }));
  }
  if (reason !== undefined && actions.takesReason?.includes(action) !== true) {
    throw invalidField('/reason', 'not_supported', fieldMessage('notWithAction', { action, kind: resource.kind }));
  }
  requireScope(change, scopeOfAction(action, resource, actions));
  const given = { reason: reason ?? null, hold: holdTermsOf({ heldUntil, note }) };
  return changeRecord(
    change,
    resource,
    { id, action, version: 'optional', change: (write) => actions.perform(action, write, given) },
    ifMatch ?? null,
  );
}
