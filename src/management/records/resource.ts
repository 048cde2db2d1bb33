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

/** Tables that have the common columns: the nouns of the management API. */
export type ResourceTable = {
  [Name in keyof Database]: Database[Name] extends CommonColumns ? Name : never;
}[keyof Database];

export type Row<Table extends ResourceTable> = Selectable<Database[Table]> & Selectable<CommonColumns>;

type KeptByUs = 'id' | 'version' | 'createdAt' | 'updatedAt' | 'archivedAt';
/** All columns that a noun's body decides; used to insert and to update. */
export type Columns<Table extends ResourceTable> = Omit<Insertable<Database[Table]>, KeptByUs>;
/** Some columns, as an action changes them. */
export type SomeColumns<Table extends ResourceTable> = Omit<
  Updateable<Database[Table]>,
  Exclude<KeptByUs, 'archivedAt'>
>;

/** What every view has. */
export type ResourceView = {
  readonly id: number;
  readonly version: number;
  readonly name: string;
  readonly archivedAt: string | null;
};

/** What rules may use while a change is being made. */
export type WriteContext<Table extends ResourceTable> = {
  readonly transaction: Transaction<Database>;
  readonly caller: Caller;
  /** Stands in every audit entry of the call. */
  readonly requestId: string;
  readonly services: RecordServices;
  /** The row before the change, locked; null while an object is created. */
  readonly current: Row<Table> | null;
  /** Where a change puts the objects of other kinds that it changes too: they are written down with it. */
  readonly also: ChangeRecord[];
};

/** A change of one object, as the audit, the revision and the events record it. */
export type ChangeRecord = {
  /** As in the audit: `create`, `update`, `archive`, or an action such as `approve`. */
  readonly action: string;
  readonly kind: string;
  /** The object, or what of it may be different; null: it is new. */
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly view: Readonly<Record<string, unknown>> & { readonly id: number };
};

/** Who asks for a list, and all of their query as it was read. */
export type AskedList = {
  readonly reach: Reach;
  readonly query: Readonly<Record<string, unknown>>;
  readonly database: Kysely<Database>;
};

/** A filter of a list: how its query parameter is read, and what it asks of a row. */
export type ListFilter = {
  readonly schema: z.ZodType;
  /** Not called when the parameter is absent. */
  where(value: unknown, asked: AskedList): RawBuilder<boolean> | Promise<RawBuilder<boolean>>;
  /** What holds when the parameter is absent. */
  readonly whenAbsent?: RawBuilder<boolean>;
};

/** Rows of another noun that keep an object from being archived. */
export type Dependents = {
  /** As in its path below /api/v1. */
  readonly kind: string;
  readonly table: ResourceTable;
  /** Its column that holds the id, or ids when `many`. */
  readonly column: string;
  readonly many?: true;
  /** Which rows still count; live ones (not archived) only in any case. */
  readonly where?: RawBuilder<boolean>;
};

/**
 * A resource on the server: its declaration (`contract/resource-types`), its table and its own rules. Everything else
 * (locking, versions, merge patch, audit, revisions, events) is the same for all resources: this folder does it, and `http`
 * publishes it.
 */
export type Resource<Table extends ResourceTable, Body extends z.ZodObject, View extends ResourceView> = Pick<
  ResourceType,
  'kind' | 'one' | 'many' | 'operationName' | 'tag'
> & {
  readonly readScope: Scope;
  readonly writeScope: Scope;
  readonly table: Table;
  /** What a create sends; a patched object must satisfy it too, so rules across fields belong here as refinements. */
  readonly body: Body;
  readonly view: z.ZodType<View>;
  /** Rows as a caller is shown them, in the same order; asks the database for what is computed from other tables. */
  present(
    rows: readonly Row<Table>[],
    database: Kysely<Database>,
    caller: Caller,
  ): readonly View[] | Promise<readonly View[]>;
  /** Columns of a valid body; checks rules that need the database (`requireReference`). */
  columns(body: z.output<Body>, write: WriteContext<Table>): Columns<Table> | Promise<Columns<Table>>;
  /** What else follows from a create or patch, in the same transaction, such as rows of a dependent table. */
  afterWrite?(row: Row<Table>, body: z.output<Body>, write: WriteContext<Table>): Promise<void>;
  /** What else is stored when an object is archived; throws a `DomainError` when the caller may not. */
  archivedColumns?(
    write: WriteContext<Table> & { readonly current: Row<Table> },
  ): SomeColumns<Table> | Promise<SomeColumns<Table>>;
  /** What else follows when an object is archived, in the same transaction. */
  afterArchive?(id: number, write: WriteContext<Table>): Promise<void>;
  /** The name that an object has when its body gives none; such a name follows the fields it is made from. */
  derivedName?(view: View): string;
  /**
   * The body that would make this object, to which a patch is applied; default: the members of the view that the body
   * knows.
   */
  writable?(view: View, write: WriteContext<Table>): Record<string, unknown> | Promise<Record<string, unknown>>;
  readonly filters?: Readonly<Record<string, ListFilter>>;
  /** Columns that `search` looks into; default: name. */
  readonly searchColumns?: readonly string[];
  /** Columns, never null, that a list can be ordered by beside id, name, createdAt and updatedAt. */
  readonly sortColumns?: readonly string[];
  /** Orders of a list that are computed, by the name that `sort` gives them; never null, and what is missing comes last. */
  readonly computedSorts?: Readonly<Record<string, ComputedSort>>;
  /** Members of the view that move by themselves: they are no part of a change, and not written down with one. */
  readonly figures?: readonly string[];
  readonly dependents?: readonly Dependents[];
  /**
   * What an archived object needs to be brought back: those that it hangs on, which must be live. Left out: it is brought
   * back in a way of its own, or not at all.
   */
  readonly hangsOn?: (row: Row<Table>) => readonly Needed[];
  /** What else is stored of an object that is brought back; throws when the caller may not. */
  unarchivedColumns?(
    write: WriteContext<Table> & { readonly current: Row<Table> },
  ): SomeColumns<Table> | Promise<SomeColumns<Table>>;
};

/** Objects of one noun that another one cannot be without. */
export type Needed = { readonly table: ResourceTable; readonly ids: readonly number[]; readonly noun: ObjectKind };

/** An order of a list by what is computed of each row. */
export type ComputedSort = {
  /** A function where it has to be asked for. */
  readonly expression: RawBuilder<unknown> | ((database: Kysely<Database>) => Promise<RawBuilder<unknown>>);
  readonly type: 'bigint' | 'timestamptz' | 'text';
};

/** Where what has no time stands in an order by time: behind everything. */
export const farAway = '9999-12-31T00:00:00Z';

/** What the common columns look like in a view. */
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

/** Every noun's table by its common columns, under one stand-in name. */
export type CommonTables = { readonly record: CommonColumns };

/**
 * Kysely that sees any noun's table as `record`: the one place where generic code leaves the exact types of a table,
 * which TypeScript cannot follow through a type parameter. The name that reaches the database is the real one.
 */
export function commonTable(
  database: Kysely<Database>,
  table: ResourceTable,
): { readonly kysely: Kysely<CommonTables>; readonly table: 'record' } {
  return { kysely: database as unknown as Kysely<CommonTables>, table: table as unknown as 'record' };
}

/**
 * The row of an id, whatever its noun; `lock` holds it until the transaction ends.
 * @param from.reach of who asks: what it does not cover is not there
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
