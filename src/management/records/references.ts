import { type Kysely, sql, type Transaction } from 'kysely';
import { fieldMessage } from '../../contract/common/field-message.ts';
import type { ObjectReference } from '../../contract/common/problems.ts';
import type { ObjectKind } from '../../contract/resource-types/resource-type.ts';
import type { Reach } from '../../platform/db/row-rules/reach.ts';
import type { Database } from '../../platform/db/schema.ts';
import { memoryOf } from '../../platform/db/transaction-memory.ts';
import { detailMessage, nounOf } from './detail-message.ts';
import { DomainError, invalidField } from './domain-error.ts';
import { type Dependents, type Needed, type ResourceTable, readRow, type WriteContext } from './resource.ts';
import { visibleRows } from './visible-rows.ts';

/** Caller on whose behalf references are resolved. Objects that the caller may not see count as missing. */
export type Asking = Pick<WriteContext<ResourceTable>, 'transaction' | 'caller'>;

/** Most objects named in an error. The count includes the rest. */
const maxNamed = 20;

/**
 * Requires that the object of a field exists and is not archived, and locks it until the transaction ends, so that it
 * cannot be archived meanwhile. Otherwise throws a 400 that names the field.
 */
export async function requireReference(
  { transaction, caller }: Asking,
  reference: {
    readonly table: ResourceTable;
    readonly id: number;
    readonly pointer: string;
    readonly noun: ObjectKind;
  },
): Promise<void> {
  const memory = memoryOf(transaction);
  if (memory?.holds(reference.table, reference.id) === true) return;
  const row = await readRow(transaction, { ...reference, reach: caller.reach, lock: 'share' });
  if (row === undefined) {
    throw invalidField(
      reference.pointer,
      'reference_not_found',
      fieldMessage('objectNotFound', { object: nounOf(reference.noun), id: reference.id }),
    );
  }
  if (row.archivedAt !== null) {
    throw invalidField(
      reference.pointer,
      'reference_archived',
      fieldMessage('objectArchived', { object: nounOf(reference.noun), id: reference.id }),
    );
  }
  memory?.hold(reference.table, [reference.id]);
}

/** Throws 409 when an object is restored while an object that it depends on is archived. */
export async function requireLive(transaction: Transaction<Database>, needed: Needed): Promise<void> {
  for (const id of needed.ids.toSorted((a, b) => a - b)) {
    const row = await readRow(transaction, { table: needed.table, id, reach: 'everything', lock: 'share' });
    if (row === undefined || row.archivedAt !== null) {
      throw new DomainError('archived', {
        detail: detailMessage('dependencyArchived', { object: nounOf(needed.noun), id }),
      });
    }
  }
}

/** Throws 409 while active rows of other resources depend on the object, and names those that the caller may see. */
export async function refuseWhileInUse(
  { transaction, caller }: Asking,
  object: { readonly id: number; readonly noun: ObjectKind; readonly dependents: readonly Dependents[] },
): Promise<void> {
  const found: Dependent[] = [];
  for (const dependents of object.dependents) {
    if (found.length < maxNamed)
      found.push(...(await findDependents(transaction, dependents, object.id, caller.reach)));
  }
  if (found.length === 0) return;
  const seen = found.flatMap(({ reference, visible }) => (visible ? [reference] : []));
  if (seen.length === 0) {
    throw new DomainError('in_use', {
      detail: detailMessage('inUseHidden', { object: nounOf(object.noun), id: object.id }),
    });
  }
  const named = seen.filter(isFirstMention).slice(0, maxNamed);
  const list = named.map((one) => `${one.kind}/${one.id} (${one.name})`).join(', ');
  throw new DomainError('in_use', {
    detail: detailMessage('inUse', { object: nounOf(object.noun), id: object.id, list }),
    inUseBy: named,
  });
}

type Dependent = { readonly reference: ObjectReference; readonly visible: boolean };

async function findDependents(
  database: Kysely<Database>,
  dependents: Dependents,
  id: number,
  reach: Reach,
): Promise<Dependent[]> {
  const column = sql.ref(`${dependents.table}.${dependents.column}`);
  const holds = dependents.many === true ? sql<boolean>`${id} = any(${column})` : sql<boolean>`${column} = ${id}`;
  const { rows } = await sql<{ id: number; name: string; visible: boolean }>`
    select ${sql.ref(`${dependents.table}.id`)}, ${sql.ref(`${dependents.table}.name`)},
      ${visibleRows(dependents.table, reach)} as visible
    from ${sql.table(dependents.table)}
    where ${holds} and ${sql.ref(`${dependents.table}.archivedAt`)} is null and ${dependents.where ?? sql<boolean>`true`}
    order by ${sql.ref(`${dependents.table}.id`)}
    limit ${maxNamed}
  `.execute(database);
  return rows.map(({ id: dependent, name, visible }) => ({
    reference: { kind: dependents.kind, id: dependent, name },
    visible,
  }));
}

/** A campaign may refer to one media partner in two roles. It is named once. */
function isFirstMention(object: ObjectReference, index: number, all: readonly ObjectReference[]): boolean {
  return all.findIndex((other) => other.kind === object.kind && other.id === object.id) === index;
}
