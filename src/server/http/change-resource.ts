import { isDeepStrictEqual } from 'node:util';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import type { Caller } from '../access/caller.ts';
import { appendAudit } from '../audit/append-audit.ts';
import type { Database } from '../db/schema.ts';
import { appendEvents } from '../event/append-events.ts';
import { eventsOfChange } from '../event/event-of-change.ts';
import { plainMessage } from '../plain-message.ts';
import { raiseRevision } from '../revision/raise-revision.ts';
import { type Answer, type AnswerOptions, answerOnce, type Call } from './answer-once.ts';
import { callerOf } from './authenticate-call.ts';
import { checkIfMatch, etagOf, requireIfMatch } from './etag.ts';
import { fieldErrors } from './field-errors.ts';
import { mergePatch } from './merge-patch.ts';
import { invalidRequest, missingObject, Problem } from './problem.ts';
import { refuseWhileInUse, requireLive } from './references.ts';
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

/** A change on its way, inside the transaction that it is part of. */
export type Change = Pick<Call, 'services' | 'request'> & {
  readonly transaction: Transaction<Database>;
  /** Of a transaction that changes many: where each change is put, to be written down at the end by `recordChanges`. */
  readonly later?: ChangeRecord[];
};

/** Creates an object from a valid body: 201 with the whole object, Location, ETag and Placard-Revision. */
export function createObject<Table extends ResourceTable, Body extends z.ZodObject, View extends ResourceView>(
  call: Call,
  resource: Resource<Table, Body, View>,
  body: z.output<Body>,
  options: AnswerOptions = {},
) {
  const work = (transaction: Transaction<Database>) => insertObject({ ...call, transaction }, resource, body);
  return answerOnce(call, work, { ...options, stillVisible: stillVisible(call, resource) });
}

/** An answer is repeated to who may still see its object: a mapping may have been taken away since. */
function stillVisible(call: Call, resource: { readonly table: ResourceTable; readonly one: string }) {
  return (database: Kysely<Database>, body: string) =>
    requireVisible(call, resource, database, [(JSON.parse(body) as ResourceView).id]);
}

/** 404 for the first of the objects that the caller may not see. */
export async function requireVisible(
  { request }: Pick<Call, 'request'>,
  { table, one }: { readonly table: ResourceTable; readonly one: string },
  database: Kysely<Database>,
  ids: readonly number[],
): Promise<void> {
  const { reach } = callerOf(request);
  if (reach === 'everything') return;
  for (const id of ids) {
    if ((await readRow(database, { table, id, reach })) === undefined) throw missingObject(one, id);
  }
}

/** The same inside a transaction that does more. */
export async function insertObject<Table extends ResourceTable, Body extends z.ZodObject, View extends ResourceView>(
  change: Change,
  resource: Resource<Table, Body, View>,
  body: z.output<Body>,
): Promise<Answer> {
  const { transaction } = change;
  const write = writeContext<Table>(change, null);
  const columns = await resource.columns(body, write);
  const { kysely, table } = commonTable(transaction, resource.table);
  const inserted = await kysely
    .insertInto(table)
    .values(columns as never)
    .returningAll()
    .executeTakeFirstOrThrow();
  const row = inserted as unknown as Row<Table>;
  await resource.afterWrite?.(row, body, write);
  await requireWithinReach(resource, row.id, write);
  const view = await presentOne(resource, row, shownTo(change));
  return finish(change, resource, { action: 'create', status: 201, before: null, view, also: write.also });
}

export type ObjectChange<Table extends ResourceTable> = {
  readonly id: number;
  /** As it stands in the audit: `update`, `archive`, `approve`. */
  readonly action: string;
  /** `required`: 428 without the ETag that was read; `optional`: checked when it is sent. */
  readonly ifMatch: 'required' | 'optional';
  /** What to change on the locked row; null: nothing, the object is answered as it is. */
  change(write: WriteContext<Table> & { readonly current: Row<Table> }): Promise<ColumnChange<Table> | null>;
  readonly answer?: AnswerOptions;
};

export type ColumnChange<Table extends ResourceTable> = {
  readonly columns: SomeColumns<Table>;
  /** What else follows, after the row has been written. */
  readonly after?: (row: Row<Table>) => Promise<void>;
};

/** Changes one object on its locked row: concurrent changes queue, so none is lost. 200 with the whole object. */
export function changeObject<Table extends ResourceTable, Body extends z.ZodObject, View extends ResourceView>(
  call: Call,
  resource: Resource<Table, Body, View>,
  options: ObjectChange<Table>,
) {
  const ifMatch = call.request.headers['if-match'];
  if (options.ifMatch === 'required') requireIfMatch(ifMatch);
  const work = (transaction: Transaction<Database>) =>
    updateObject({ ...call, transaction }, resource, options, ifMatch);
  return answerOnce(call, work, { ...options.answer, stillVisible: stillVisible(call, resource) });
}

/**
 * The same inside a transaction that does more.
 * @param ifMatch ETag of the version that was read, or `*`
 */
export async function updateObject<Table extends ResourceTable, Body extends z.ZodObject, View extends ResourceView>(
  change: Change,
  resource: Resource<Table, Body, View>,
  options: ObjectChange<Table>,
  ifMatch: string | undefined,
): Promise<Answer> {
  const { transaction } = change;
  if (options.ifMatch === 'required') requireIfMatch(ifMatch);
  const { reach } = callerOf(change.request);
  const current = await readRow(transaction, { table: resource.table, id: options.id, reach, lock: 'update' });
  if (current === undefined) throw missingObject(resource.one, options.id);
  checkIfMatch(ifMatch, current.version);
  const write = { ...writeContext<Table>(change, current), current };
  const before = await presentOne(resource, current, shownTo(change));
  const changed = await options.change(write);
  if (changed === null) return answerOf(resource, before, 200);
  const row = await updateRow(transaction, resource, { id: options.id, columns: changed.columns });
  await changed.after?.(row);
  await requireWithinReach(resource, row.id, write);
  const view = await presentOne(resource, row, shownTo(change));
  return finish(change, resource, { action: options.action, status: 200, before, view, also: write.also });
}

/** Nobody makes an object that they may not see, or moves one to where they do not. */
async function requireWithinReach<Table extends ResourceTable>(
  resource: { readonly table: Table; readonly one: string },
  id: number,
  { transaction, caller }: WriteContext<Table>,
): Promise<void> {
  if (caller.reach === 'everything') return;
  const row = await readRow(transaction, { table: resource.table, id, reach: caller.reach });
  if (row !== undefined) return;
  throw new Problem('not_permitted', {
    detail: `The caller is not mapped to the company and brands of this ${resource.one}`,
  });
}

/** PATCH: RFC 7396 applied to the writable members of the object; the result must be a valid body. */
export function patchObject<Table extends ResourceTable, Body extends z.ZodObject, View extends ResourceView>(
  call: Call,
  resource: Resource<Table, Body, View>,
  options: Patch,
) {
  return changeObject(call, resource, changeOfPatch(resource, options));
}

export type Patch = { readonly id: number; readonly patch: Readonly<Record<string, unknown>> };

/** What a patch changes. */
export function changeOfPatch<Table extends ResourceTable, Body extends z.ZodObject, View extends ResourceView>(
  resource: Resource<Table, Body, View>,
  options: Patch,
): ObjectChange<Table> {
  return {
    id: options.id,
    action: 'update',
    ifMatch: 'required',
    async change(write) {
      if (write.current.archivedAt !== null) throw archivedProblem(resource, options.id);
      if (Object.keys(options.patch).length === 0) return null;
      const view = await presentOne(resource, write.current, { database: write.transaction, caller: write.caller });
      const document = await (resource.writable?.(view, write) ?? writableOf(resource, view));
      const body = parseBody(resource.body, mergePatch(withoutNulls(document), options.patch));
      return {
        columns: (await resource.columns(body, write)) as SomeColumns<Table>,
        after: async (row) => resource.afterWrite?.(row, body, write),
      };
    },
  };
}

/** DELETE: archives. Nothing is ever removed, and what live objects depend on stays: 409. */
export function archiveObject<Table extends ResourceTable, Body extends z.ZodObject, View extends ResourceView>(
  call: Call,
  resource: Resource<Table, Body, View>,
  id: number,
) {
  return changeObject(call, resource, {
    id,
    action: 'archive',
    ifMatch: 'required',
    async change(write) {
      if (write.current.archivedAt !== null) return null;
      await refuseWhileInUse(write, { id, what: resource.one, dependents: resource.dependents ?? [] });
      return {
        columns: {
          archivedAt: new Date(),
          ...(await resource.archivedColumns?.(write)),
        } as unknown as SomeColumns<Table>,
        after: async () => resource.afterArchive?.(id, write),
      };
    },
  });
}

/** Brings an archived object back, when what it hangs on is there; one that is live is answered as it is. */
export function unarchiveObject<Table extends ResourceTable, Body extends z.ZodObject, View extends ResourceView>(
  call: Call,
  resource: Resource<Table, Body, View>,
  id: number,
) {
  return changeObject(call, resource, {
    id,
    action: 'unarchive',
    ifMatch: 'optional',
    async change(write) {
      const { current, transaction } = write;
      if (current.archivedAt === null) return null;
      for (const needed of resource.hangsOn?.(current) ?? []) await requireLive(transaction, needed);
      const others = await resource.unarchivedColumns?.(write);
      return { columns: { ...others, archivedAt: null } as unknown as SomeColumns<Table> };
    },
  });
}

export function archivedProblem(resource: { readonly one: string }, id: number): Problem {
  return new Problem('archived', { detail: `The ${resource.one} ${id} is archived and cannot be changed` });
}

/** One row as its view, checked against the published schema. */
export async function presentOne<Table extends ResourceTable, Body extends z.ZodObject, View extends ResourceView>(
  resource: Resource<Table, Body, View>,
  row: Row<Table>,
  { database, caller }: { readonly database: Kysely<Database>; readonly caller: Caller },
): Promise<View> {
  const [view] = await resource.present([row], database, caller);
  return resource.view.parse(view);
}

function shownTo({ transaction, request }: Change) {
  return { database: transaction, caller: callerOf(request) };
}

/** A body that a client's patch or an upload's part must satisfy, else 400 naming each field. */
export function parseBody<Body extends z.ZodType>(schema: Body, value: unknown): z.output<Body> {
  const parsed = schema.safeParse(value, { reportInput: true, error: plainMessage });
  if (!parsed.success) throw invalidRequest(fieldErrors(parsed.error.issues, 'body'));
  return parsed.data;
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

type Finished = {
  readonly action: string;
  readonly status: number;
  readonly before: ResourceView | null;
  readonly view: ResourceView;
  readonly also: readonly ChangeRecord[];
};

async function finish(
  change: Change,
  { kind, figures = [] }: { readonly kind: string; readonly figures?: readonly string[] },
  { action, status, before, view, also }: Finished,
): Promise<Answer> {
  const answer = answerOf({ kind }, view, status);
  const records = [
    ...also,
    { action, kind, before: before && withoutFigures(before, figures), view: withoutFigures(view, figures) },
  ];
  if (change.later !== undefined) {
    change.later.push(...records);
    return answer;
  }
  const revision = await recordChanges(change, records, `${action} ${kind} ${view.id}`);
  return { ...answer, headers: { ...answer.headers, 'Placard-Revision': String(revision) } };
}

/**
 * Writes changes into the audit, gives them their revision and tells of them. It comes last in a transaction: the revision
 * row is the one that all writers queue on, and who waits for anything else while holding it would be waited for in a ring.
 */
export async function recordChanges(
  { request, services, transaction }: Change,
  records: readonly ChangeRecord[],
  summary: string,
): Promise<number> {
  const { actor } = callerOf(request);
  for (const { action, kind, before, view } of records) {
    const requestId = request.id;
    await appendAudit(transaction, { actor, action, kind, objectId: view.id, before, after: view, requestId });
  }
  const touched = records.map(({ kind, before, view }) => ({
    kind,
    id: view.id,
    members: changedMembers(before, view),
  }));
  const revision = await raiseRevision(transaction, { actor, summary, touched });
  const about = { actor, revision, publicUrl: services.config.publicUrl };
  await appendEvents(
    transaction,
    records.flatMap((record) => eventsOfChange(record, about)),
  );
  return revision;
}

/** What an object has delivered is no part of what somebody did to it. */
function withoutFigures(view: ResourceView, figures: readonly string[]): ChangeRecord['view'] {
  const others = Object.entries(view).filter(([member]) => !figures.includes(member));
  return { ...Object.fromEntries(others), id: view.id };
}

/** Members of the view that are different now; null: the object is new. */
function changedMembers(was: ChangeRecord['before'], after: ChangeRecord['view']): string[] | null {
  if (was === null) return null;
  return Object.entries(after).flatMap(([member, value]) => (isDeepStrictEqual(was[member], value) ? [] : [member]));
}

function answerOf(resource: { readonly kind: string }, view: ResourceView, status: number): Answer {
  const body = JSON.stringify(view);
  const headers = { ETag: etagOf(view.version, body) };
  const location = { Location: `/api/v1/${resource.kind}/${view.id}` };
  return { status, headers: status === 201 ? { ...headers, ...location } : headers, body };
}

function writeContext<Table extends ResourceTable>(
  { request, services, transaction }: Change,
  current: Row<Table> | null,
): WriteContext<Table> {
  return { transaction, caller: callerOf(request), requestId: request.id, services, current, also: [] };
}

/** The members of a view that the body knows, but for a name that nobody gave. */
export function writableOf<Table extends ResourceTable, Body extends z.ZodObject, View extends ResourceView>(
  resource: Resource<Table, Body, View>,
  view: View,
): Record<string, unknown> {
  const { name, ...others } = view;
  const document = name === resource.derivedName?.(view) ? others : view;
  return Object.fromEntries(Object.entries(document).filter(([member]) => member in resource.body.shape));
}

/** In a merge patch document an absent member and null are the same. */
function withoutNulls(document: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(document).filter(([, value]) => value !== null));
}
