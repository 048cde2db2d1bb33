/*
 * The write service: every change of a resource, without HTTP.
 *
 * - `save-record.ts`: `createRecord` and `changeRecord`: locking, version, rules, row. `change.ts`: the transaction
 *   around changes, and `dryRun`. `change-many.ts`: several changes at once. `record-changes.ts`: audit, revision and
 *   events.
 * - `resource.ts`: definition of a resource type: body, rules, view. `action-rules.ts`, `common-changes.ts`: actions,
 *   archiving.
 * - `visible-rows.ts`: which rows a caller may see. `references.ts`, `require-references.ts`: objects that others refer
 *   to.
 * - `domain-error.ts`, `field-errors.ts`, `errors-of-engines.ts`: errors with published codes.
 *
 * Input: caller and body. A dry run does the same and rolls back. See docs/decisions/0166-write-service.md.
 */

import { type Kysely, sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import type { ObjectKind } from '../../contract/resource-types/resource-type.ts';
import type { Database } from '../../platform/db/schema.ts';
import { memoryOf } from '../../platform/db/transaction-memory.ts';
import { type RecordCall, type TransactionChange, writeContext } from './change.ts';
import { detailMessage, nounOf } from './detail-message.ts';
import { DomainError, missingObject } from './domain-error.ts';
import { checkVersion, type ExpectedVersion, requireVersion } from './expected-version.ts';
import { presentRecord } from './present-record.ts';
import { recordChanges } from './record-changes.ts';
import {
  type ChangeRecord,
  commonTable,
  type Resource,
  type ResourceTable,
  type ResourceView,
  type Row,
  readRow,
  type SomeColumns,
  type WriteContext,
} from './resource.ts';

/** Object after a save. */
export type SavedRecord<View extends ResourceView> = {
  readonly view: View;
  readonly outcome: 'created' | 'changed' | 'unchanged';
  /** null if nothing changed or the change is recorded later together with others. */
  readonly revision: number | null;
};

/**
 * Creates an object from a valid body.
 * @throws DomainError if a rule of the resource refuses it
 */
export async function createRecord<Table extends ResourceTable, Body extends z.ZodObject, View extends ResourceView>(
  change: TransactionChange,
  resource: Resource<Table, Body, View>,
  body: z.output<Body>,
): Promise<SavedRecord<View>> {
  const { transaction } = change;
  const { row, also } = await insertRecord(change, resource, body);
  const view = await presentRecord(resource, row, { database: transaction, caller: change.caller });
  const revision = await record(change, resource, { action: 'create', before: null, view, also });
  return { view, outcome: 'created', revision };
}

/** A written row that is not recorded yet, with the records of objects of other kinds. */
export type WrittenRecord<Table extends ResourceTable> = {
  readonly row: Row<Table>;
  readonly also: readonly ChangeRecord[];
};

/**
 * Inserts an object from a valid body without recording it. For many objects in one transaction: `changeRecordsOf`
 * records them together.
 */
export async function insertRecord<Table extends ResourceTable, Body extends z.ZodObject, View extends ResourceView>(
  change: TransactionChange,
  resource: Resource<Table, Body, View>,
  body: z.output<Body>,
): Promise<WrittenRecord<Table>> {
  const write = writeContext<Table>(change, null);
  const columns = await resource.columns(body, write);
  const { kysely, table } = commonTable(change.transaction, resource.table);
  const inserted = await kysely
    .insertInto(table)
    .values(columns as never)
    .returningAll()
    .executeTakeFirstOrThrow();
  const row = inserted as unknown as Row<Table>;
  await resource.afterWrite?.(row, body, write);
  await requireWithinReach(resource, row.id, write);
  memoryOf(change.transaction)?.hold(resource.table, [row.id]);
  return { row, also: write.also };
}

/** One change of one object. */
export type RecordChange<Table extends ResourceTable> = {
  readonly id: number;
  /** Action as in the audit log: `update`, `archive`, `approve`. */
  readonly action: string;
  /** `required`: refused without the version that was read. `optional`: checked if it is given. */
  readonly version: 'required' | 'optional';
  /** Returns the changes of the locked row. null for no change. */
  change(write: WriteContext<Table> & { readonly current: Row<Table> }): Promise<ColumnChange<Table> | null>;
};

export type ColumnChange<Table extends ResourceTable> = {
  readonly columns: SomeColumns<Table>;
  /** Further writes in the same transaction, after the row. */
  readonly after?: (row: Row<Table>) => Promise<void>;
};

/**
 * Changes one object on its locked row. Concurrent changes are serialized, so none is lost.
 * @param expected the version that the caller read
 * @throws DomainError: `not_found`, `precondition_required`, `stale_version`, or an error of a rule of the resource
 */
export async function changeRecord<Table extends ResourceTable, Body extends z.ZodObject, View extends ResourceView>(
  change: TransactionChange,
  resource: Resource<Table, Body, View>,
  options: RecordChange<Table>,
  expected: ExpectedVersion,
): Promise<SavedRecord<View>> {
  const { transaction, caller } = change;
  if (options.version === 'required') requireVersion(expected);
  const current = await lockRecord(change, resource, options.id, expected);
  const before = await presentRecord(resource, current, { database: transaction, caller });
  const written = await updateRecord(change, resource, options, current);
  if (written === null) return { view: before, outcome: 'unchanged', revision: null };
  const view = await presentRecord(resource, written.row, { database: transaction, caller });
  const revision = await record(change, resource, { action: options.action, before, view, also: written.also });
  return { view, outcome: 'changed', revision };
}

/** Reads and locks the row of an object. Throws `not_found` or `stale_version`. */
export async function lockRecord<Table extends ResourceTable>(
  { transaction, caller }: TransactionChange,
  { table, kind }: { readonly table: Table; readonly kind: ObjectKind },
  id: number,
  expected: ExpectedVersion,
): Promise<Row<Table>> {
  const current = await readRow(transaction, { table, id, reach: caller.reach, lock: 'update' });
  if (current === undefined) throw missingObject(kind, id);
  checkVersion(expected, current.version);
  return current;
}

/** Changes a locked row without recording it. null: nothing changed. */
export async function updateRecord<Table extends ResourceTable, Body extends z.ZodObject, View extends ResourceView>(
  change: TransactionChange,
  resource: Resource<Table, Body, View>,
  options: Pick<RecordChange<Table>, 'id' | 'change'>,
  current: Row<Table>,
): Promise<WrittenRecord<Table> | null> {
  const write = { ...writeContext<Table>(change, current), current };
  const changed = await options.change(write);
  if (changed === null) return null;
  const row = await updateRow(change.transaction, resource, { id: options.id, columns: changed.columns });
  const memory = memoryOf(change.transaction);
  if (row.archivedAt === null) memory?.hold(resource.table, [row.id]);
  else memory?.release(resource.table, row.id);
  await changed.after?.(row);
  await requireWithinReach(resource, row.id, write);
  return { row, also: write.also };
}

/** Throws `not_found` for the first object that the caller may not see. */
export async function requireVisible(
  { caller: { reach } }: Pick<RecordCall, 'caller'>,
  { table, kind }: { readonly table: ResourceTable; readonly kind: ObjectKind },
  database: Kysely<Database>,
  ids: readonly number[],
): Promise<void> {
  if (reach === 'everything') return;
  for (const id of ids) {
    if ((await readRow(database, { table, id, reach })) === undefined) throw missingObject(kind, id);
  }
}

/** Refuses to create an object that the caller cannot see, or to move one out of the caller's reach. */
async function requireWithinReach<Table extends ResourceTable>(
  resource: { readonly table: Table; readonly kind: ObjectKind },
  id: number,
  { transaction, caller }: WriteContext<Table>,
): Promise<void> {
  if (caller.reach === 'everything') return;
  const row = await readRow(transaction, { table: resource.table, id, reach: caller.reach });
  if (row !== undefined) return;
  throw new DomainError('not_permitted', {
    detail: detailMessage('notMapped', { object: nounOf(resource.kind) }),
  });
}

async function updateRow<Table extends ResourceTable, Body extends z.ZodObject, View extends ResourceView>(
  transaction: Transaction<Database>,
  resource: Resource<Table, Body, View>,
  change: { readonly id: number; readonly columns: SomeColumns<Table> },
): Promise<Row<Table>> {
  const { kysely, table } = commonTable(transaction, resource.table);
  const row = await kysely
    .updateTable(table)
    .set({
      ...(change.columns as object),
      version: sql<number>`${sql.ref(`${table}.version`)} + 1`,
      updatedAt: sql<Date>`clock_timestamp()`,
    })
    .where(`${table}.id`, '=', change.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return row as unknown as Row<Table>;
}

type Recorded = {
  readonly action: string;
  readonly before: ResourceView | null;
  readonly view: ResourceView;
  readonly also: readonly ChangeRecord[];
};

async function record(
  change: TransactionChange,
  { kind, computedFields = [] }: { readonly kind: string; readonly computedFields?: readonly string[] },
  { action, before, view, also }: Recorded,
): Promise<number | null> {
  const records = [
    ...also,
    {
      action,
      kind,
      before: before && withoutComputedFields(before, computedFields),
      view: withoutComputedFields(view, computedFields),
    },
  ];
  if (change.later === undefined) return recordChanges(change, records, `${action} ${kind} ${view.id}`);
  change.later.push(...records);
  return null;
}

/** Removes the delivery figures, which are not part of a change. */
export function withoutComputedFields(view: ResourceView, computedFields: readonly string[]): ChangeRecord['view'] {
  const others = Object.entries(view).filter(([member]) => !computedFields.includes(member));
  return { ...Object.fromEntries(others), id: view.id };
}
