import type { Insertable, Kysely, RawBuilder, Selectable, Transaction, Updateable } from 'kysely';
import type { z } from 'zod';
import type { Scope } from '../../contract/access/scopes.ts';
import type { ObjectKind, ResourceType } from '../../contract/resource-types/resource-type.ts';
import type { CommonColumns } from '../../platform/db/columns.ts';
import type { Reach } from '../../platform/db/row-rules/reach.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { Caller } from '../access/caller.ts';
import type { RecordServices } from './record-services.ts';
import { visibleRows } from './visible-rows.ts';

/** Tables with the common columns: the resources of the management API. */
export type ResourceTable = {
  [Name in keyof Database]: Database[Name] extends CommonColumns ? Name : never;
}[keyof Database];

export type Row<Table extends ResourceTable> = Selectable<Database[Table]> & Selectable<CommonColumns>;

type SystemColumns = 'id' | 'version' | 'createdAt' | 'updatedAt' | 'archivedAt';
/** Columns that are set from the body of a resource, for insert and update. */
export type Columns<Table extends ResourceTable> = Omit<Insertable<Database[Table]>, SystemColumns>;
/** Columns that an action changes. */
export type SomeColumns<Table extends ResourceTable> = Omit<
  Updateable<Database[Table]>,
  Exclude<SystemColumns, 'archivedAt'>
>;

/** Fields common to all views. */
export type ResourceView = {
  readonly id: number;
  readonly version: number;
  readonly name: string;
  readonly archivedAt: string | null;
};

/** Context of rules during a change. */
export type WriteContext<Table extends ResourceTable> = {
  readonly transaction: Transaction<Database>;
  readonly caller: Caller;
  /** Recorded in every audit entry of the call. */
  readonly requestId: string;
  readonly services: RecordServices;
  /** Locked row before the change. null while an object is created. */
  readonly current: Row<Table> | null;
  /** Records of objects of other kinds that the change also changes. They are recorded with it. */
  readonly also: ChangeRecord[];
};

/** Change of one object as recorded by the audit log, the revision and the events. */
export type ChangeRecord = {
  /** Action as in the audit log: `create`, `update`, `archive`, or an action such as `approve`. */
  readonly action: string;
  readonly kind: string;
  /** The object, or the parts that may differ. null for a new object. */
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly view: Readonly<Record<string, unknown>> & { readonly id: number };
};

/** Caller and parsed query of a list request. */
export type ListRequest = {
  readonly reach: Reach;
  readonly query: Readonly<Record<string, unknown>>;
  readonly database: Kysely<Database>;
};

/** Filter of a list: schema of its query parameter and its condition on a row. */
export type ListFilter = {
  readonly schema: z.ZodType;
  /** Not called if the parameter is absent. */
  where(value: unknown, asked: ListRequest): RawBuilder<boolean> | Promise<RawBuilder<boolean>>;
  /** Condition if the parameter is absent. */
  readonly whenAbsent?: RawBuilder<boolean>;
};

/** Rows of another resource that prevent archiving. */
export type Dependents = {
  /** As in the path below /api/v1. */
  readonly kind: string;
  readonly table: ResourceTable;
  /** Column with the ID, or with several IDs if `many`. */
  readonly column: string;
  readonly many?: true;
  /** Additional condition on dependent rows. Archived rows are never considered. */
  readonly where?: RawBuilder<boolean>;
};

/**
 * Resource on the server: its declaration (`contract/resource-types`), its table and its rules. Everything else
 * (locking, versions, merge patch, audit, revisions, events) is common to all resources: this folder implements it, and
 * `management/api` publishes it.
 */
export type Resource<Table extends ResourceTable, Body extends z.ZodObject, View extends ResourceView> = Pick<
  ResourceType,
  'kind' | 'one' | 'many' | 'operationName' | 'tag'
> & {
  readonly readScope: Scope;
  readonly writeScope: Scope;
  readonly table: Table;
  /**
   * Schema of a create body. A patched object must also satisfy it, so rules across fields belong here as refinements.
   */
  readonly body: Body;
  readonly view: z.ZodType<View>;
  /**
   * Returns the views of rows for a caller in the same order. Queries the database for values computed from other
   * tables.
   */
  present(
    rows: readonly Row<Table>[],
    database: Kysely<Database>,
    caller: Caller,
  ): readonly View[] | Promise<readonly View[]>;
  /** Returns the columns of a valid body. Checks rules that need the database (`requireReference`). */
  columns(body: z.output<Body>, write: WriteContext<Table>): Columns<Table> | Promise<Columns<Table>>;
  /** Further writes after a create or patch in the same transaction, such as rows of a dependent table. */
  afterWrite?(row: Row<Table>, body: z.output<Body>, write: WriteContext<Table>): Promise<void>;
  /**
   * Returns additional columns to store when an object is archived. Throws a `DomainError` if the caller may not
   * archive it.
   */
  archivedColumns?(
    write: WriteContext<Table> & { readonly current: Row<Table> },
  ): SomeColumns<Table> | Promise<SomeColumns<Table>>;
  /** Further writes after archiving, in the same transaction. */
  afterArchive?(id: number, write: WriteContext<Table>): Promise<void>;
  /** Returns the name of an object whose body has none. It is updated with the fields from which it is derived. */
  derivedName?(view: View): string;
  /**
   * Returns the body that corresponds to the object, to which a patch is applied. Default: the members of the view that
   * the body contains.
   */
  writable?(view: View, write: WriteContext<Table>): Record<string, unknown> | Promise<Record<string, unknown>>;
  readonly filters?: Readonly<Record<string, ListFilter>>;
  /** Columns that `search` matches. Default: name. */
  readonly searchColumns?: readonly string[];
  /** Non-null sort columns in addition to id, name, createdAt and updatedAt. */
  readonly sortColumns?: readonly string[];
  /** Computed sort orders by their name in `sort`. Never null; missing values sort last. */
  readonly computedSorts?: Readonly<Record<string, ComputedSort>>;
  /** Members of the view that change without an edit. They are not part of a change and are not recorded with one. */
  readonly computedFields?: readonly string[];
  readonly dependents?: readonly Dependents[];
  /**
   * Returns the objects that must be active before an archived object can be restored. Omitted: the resource has a
   * different unarchive operation or none.
   */
  readonly requiredActive?: (row: Row<Table>) => readonly Needed[];
  /** Returns additional columns to store when an object is restored. Throws if the caller may not restore it. */
  unarchivedColumns?(
    write: WriteContext<Table> & { readonly current: Row<Table> },
  ): SomeColumns<Table> | Promise<SomeColumns<Table>>;
};

/** Objects of one resource on which an object depends. */
export type Needed = { readonly table: ResourceTable; readonly ids: readonly number[]; readonly noun: ObjectKind };

/** Computed sort order of a list. */
export type ComputedSort = {
  /** Expression, or a function that queries the database for it. */
  readonly expression: RawBuilder<unknown> | ((database: Kysely<Database>) => Promise<RawBuilder<unknown>>);
  readonly type: 'bigint' | 'timestamptz' | 'text';
};

/** Sort value of objects without a time: they sort last. */
export const latestSortTime = '9999-12-31T00:00:00Z';

/** Returns the fields of a view for the common columns. */
export function commonFields(row: Selectable<CommonColumns>) {
  return {
    id: row.id,
    externalId: row.externalId,
    name: row.name,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    version: row.version,
    archivedAt: row.archivedAt?.toISOString() ?? null,
  };
}

/** The common columns of any resource table, under one alias. */
export type CommonTables = { readonly record: CommonColumns };

/**
 * Returns a Kysely instance that accesses any resource table as `record`. Only here does generic code bypass the exact
 * table types, which TypeScript cannot infer through a type parameter. The query uses the real table name.
 */
export function commonTable(
  database: Kysely<Database>,
  table: ResourceTable,
): { readonly kysely: Kysely<CommonTables>; readonly table: 'record' } {
  return { kysely: database as unknown as Kysely<CommonTables>, table: table as unknown as 'record' };
}

/**
 * Reads the row of an ID from any resource table. `lock` locks it until the transaction ends.
 * @param from.reach of the caller: rows outside it count as missing
 */
export async function readRow<Table extends ResourceTable>(
  database: Kysely<Database>,
  from: { readonly table: Table; readonly id: number; readonly reach: Reach; readonly lock?: 'update' | 'share' },
): Promise<Row<Table> | undefined> {
  const { kysely, table } = commonTable(database, from.table);
  const query = kysely
    .selectFrom(table)
    .selectAll()
    .where(`${table}.id`, '=', from.id)
    .where(visibleRows(from.table, from.reach));
  const locked = from.lock === undefined ? query : from.lock === 'update' ? query.forUpdate() : query.forShare();
  return (await locked.executeTakeFirst()) as unknown as Row<Table> | undefined;
}
