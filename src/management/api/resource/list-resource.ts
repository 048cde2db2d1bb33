import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { z } from 'zod';
import { pagingQuery } from '../../../contract/common/common.ts';
import { defaultPageSize } from '../../../core/vocabulary/limits/api-limits.ts';
import { invalidRequest } from '../../records/domain-error.ts';
import {
  type CommonTables,
  type ComputedSort,
  commonTable,
  type ListFilter,
  type ListRequest,
  type Resource,
  type ResourceTable,
  type ResourceView,
  type Row,
} from '../../records/resource.ts';
import { visibleRows } from '../../records/visible-rows.ts';
import type { Call } from '../call/answer-once.ts';
import { callerOf } from '../call/authenticate-call.ts';
import { containsText } from './contains-text.ts';
import { idFilter, sinceFilter } from './list-filters.ts';

type AnyResource = Resource<ResourceTable, z.ZodObject, ResourceView>;
type Query = SelectQueryBuilder<CommonTables, 'record', object>;

type Paging = {
  readonly limit?: number;
  readonly offset?: number;
  readonly cursor?: string;
  readonly search?: string;
  readonly sort?: string;
  readonly includeArchived?: boolean;
};

/** End of a page: the value of the sort column as text, exactly as the database writes it, and the ID. */
type Cursor = { readonly sort: string; readonly value: string; readonly id: number };

const commonSorts = ['id', 'name', 'createdAt', 'updatedAt'];
const cursorSchema = z.tuple([z.string(), z.string(), z.int().positive()]);

/** Returns the schema of the query parameters of a resource's list. */
export function listQuerySchema(resource: AnyResource) {
  const filters = Object.entries(filtersOf(resource)).map(([name, filter]) => [name, filter.schema.optional()]);
  return z.strictObject({ ...pagingQuery(sortFields(resource)), ...Object.fromEntries(filters) });
}

/** Returns the schemas of the filters of a resource's list and of its search, without paging and order. */
export function filterSchemas(resource: AnyResource) {
  const { search, includeArchived, ...rest } = listQuerySchema(resource).shape;
  const { limit: _limit, offset: _offset, cursor: _cursor, sort: _sort, ...filters } = rest;
  return { search, includeArchived, ...(filters as Readonly<Record<string, z.ZodType>>) };
}

/** Returns the filters common to all lists and those of this list. */
function filtersOf({ table, one, filters }: AnyResource): Readonly<Record<string, ListFilter>> {
  return {
    id: idFilter(`${table}.id`, one),
    updatedSince: sinceFilter(`${table}.updatedAt`, 'Changed at or after this time'),
    ...filters,
  };
}

/** Sends one page as a JSON array, with the total in `Record-Count` and the next page in `Link`. */
export async function sendList(call: Call, resource: AnyResource, extra: readonly RawBuilder<boolean>[] = []) {
  const query = call.request.query as Paging & Record<string, unknown>;
  const limit = query.limit ?? defaultPageSize;
  const sort = query.sort ?? 'id';
  const database = call.services.database;
  const { expression, type } = sortOf(resource, sort.replace(/^-/, ''));
  const order: Order = {
    column: typeof expression === 'function' ? await expression(database) : expression,
    type,
    descending: sort.startsWith('-'),
  };
  const cursor = readCursor(query, { sort, type });
  const { kysely, table } = commonTable(database, resource.table);
  const caller = callerOf(call.request);
  const { reach } = caller;
  const conditions = [...(await listConditions(resource, { reach, query, database })), ...extra];
  const matching = conditions.reduce<Query>(
    (narrowed, condition) => narrowed.where(condition),
    kysely.selectFrom(table),
  );
  const [total, page] = await Promise.all([
    matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    pageOf(matching, resource, { limit, offset: query.offset ?? 0, order, cursor }).execute() as Promise<PageRow[]>,
  ]);
  const rows = page.slice(0, limit);
  const views = await resource.present(
    rows.map(({ cursorValue: _, ...row }) => row as unknown as Row<ResourceTable>),
    database,
    caller,
  );
  call.reply.header('Record-Count', String(total.total));
  const last = rows.at(-1);
  if (page.length > limit && last !== undefined) {
    call.reply.header(
      'Link',
      `<${nextAddress(call.request.url, { sort, value: last.cursorValue, id: last.id })}>; rel="next"`,
    );
  }
  return views.map((view) => resource.view.parse(view));
}

/** Sort order of a page. */
type Order = {
  readonly column: RawBuilder<unknown>;
  readonly type: ComputedSort['type'];
  readonly descending: boolean;
};

type PageRow = { readonly id: number; readonly cursorValue: string };

function sortFields(resource: AnyResource): string[] {
  return [...commonSorts, ...(resource.sortColumns ?? []), ...Object.keys(resource.computedSorts ?? {})];
}

/** Returns the sort expression of a field. @param field without its direction */
function sortOf({ table, computedSorts }: AnyResource, field: string): ComputedSort {
  return computedSorts?.[field] ?? { expression: sql.ref(`${table}.${field}`), type: columnType(field) };
}

/** Returns the conditions on the rows of a list: visible to the caller, and matching its search and filters. */
export async function listConditions(
  resource: AnyResource,
  asked: ListRequest & { readonly query: Paging & Record<string, unknown> },
): Promise<readonly RawBuilder<boolean>[]> {
  const given = asked.query;
  const conditions = [visibleRows(resource.table, asked.reach)];
  if (!wantsArchived(given)) conditions.push(sql<boolean>`${sql.ref(`${resource.table}.archivedAt`)} is null`);
  if (given.search !== undefined) conditions.push(contains(resource, given.search));
  for (const [name, filter] of Object.entries(filtersOf(resource))) {
    if (given[name] !== undefined) conditions.push(await filter.where(given[name], asked));
    else if (filter.whenAbsent !== undefined) conditions.push(filter.whenAbsent);
  }
  return conditions;
}

/** The filter `archived` of a status or state implies `includeArchived`. */
function wantsArchived(given: Paging & Record<string, unknown>): boolean {
  return given.includeArchived === true || [given['status'], given['state']].flat().includes('archived');
}

function contains(resource: AnyResource, search: string): RawBuilder<boolean> {
  const columns = resource.searchColumns ?? ['name'];
  const tests = columns.map((column) => containsText(sql.ref(`${resource.table}.${column}`), search));
  return sql<boolean>`(${sql.join(tests, sql` or `)})`;
}

function pageOf(
  query: Query,
  resource: AnyResource,
  page: { readonly limit: number; readonly offset: number; readonly order: Order; readonly cursor: Cursor | null },
) {
  const { column, type, descending } = page.order;
  const id = sql.ref(`${resource.table}.id`);
  const direction = descending ? sql`desc` : sql`asc`;
  let selected = query
    .selectAll()
    .select(sql<string>`${column}::text`.as('cursorValue'))
    .orderBy(sql`${column} ${direction}, ${id} ${direction}`)
    .limit(page.limit + 1)
    .offset(page.offset);
  if (page.cursor !== null) {
    const after = descending ? sql`<` : sql`>`;
    selected = selected.where(
      sql<boolean>`(${column}, ${id}) ${after} (${page.cursor.value}::${sql.raw(type)}, ${page.cursor.id})`,
    );
  }
  return selected;
}

/** Returns the type into which the text of a cursor is cast. All other sort columns are text. */
function columnType(field: string): ComputedSort['type'] {
  if (field !== 'clientId' && /^(?:id|priority|\w+Id)$/.test(field)) return 'bigint';
  return /(?:At|Date)$/.test(field) ? 'timestamptz' : 'text';
}

function readCursor(
  query: Paging,
  { sort, type }: { readonly sort: string; readonly type: ComputedSort['type'] },
): Cursor | null {
  if (query.cursor === undefined) return null;
  if (query.offset !== undefined) throw wrongCursor('cannot be combined with offset');
  try {
    const [cursorSort, value, id] = cursorSchema.parse(
      JSON.parse(Buffer.from(query.cursor, 'base64url').toString('utf8')),
    );
    if (cursorSort === sort && fits(type, value)) return { sort, value, id };
  } catch {
    // A truncated or forged cursor is a client error, reported below.
  }
  throw wrongCursor('is not a cursor of this list in this order');
}

/** Format in which the database writes a time in UTC. */
const writtenTime = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+00$/;

/** Checks the value before the cast, so that a forged cursor cannot cause a database error. */
function fits(type: ComputedSort['type'], value: string): boolean {
  if (type === 'bigint') return /^\d{1,15}$/.test(value);
  if (type === 'timestamptz') return writtenTime.test(value) && !Number.isNaN(Date.parse(value));
  return !value.includes('\0');
}

function wrongCursor(message: string) {
  return invalidRequest([{ pointer: '/cursor', in: 'query', code: 'invalid_cursor', message }]);
}

function nextAddress(url: string, cursor: Cursor): string {
  const { pathname, searchParams: parameters } = new URL(url, 'http://management');
  parameters.delete('offset');
  parameters.set('cursor', Buffer.from(JSON.stringify([cursor.sort, cursor.value, cursor.id])).toString('base64url'));
  return `${pathname}?${parameters}`;
}
