import type { Kysely, SelectQueryBuilder } from 'kysely';
import type { AuditEntryView, AuditQuery } from '../../contract/access/audit.ts';
import type { AuditEntryTable, AuditLinkTable, Database } from '../db/schema.ts';

export type AuditEntryPage = {
  readonly entries: readonly AuditEntryView[];
  /** Number of matching entries on all pages. */
  readonly total: number;
  readonly hasMore: boolean;
};

/** Returns the entries that match the filters, in the order of the chain. */
export async function readAuditPage(database: Kysely<Database>, query: AuditQuery): Promise<AuditEntryPage> {
  const [total, rows] = await Promise.all([
    isFiltered(query) ? countMatching(database, query) : countAll(database),
    pageOf(filtered(linkedEntries(database), query), query).execute(),
  ]);
  return { entries: rows.slice(0, query.limit).map(viewOf), total, hasMore: rows.length > query.limit };
}

/** Returns the entry with a number; undefined: none. */
export async function readAuditEntry(database: Kysely<Database>, number: number): Promise<AuditEntryView | undefined> {
  const row = await columnsOf(linkedEntries(database).where('auditLink.number', '=', number)).executeTakeFirst();
  return row === undefined ? undefined : viewOf(row);
}

type Tables = Database & { auditEntry: AuditEntryTable; auditLink: AuditLinkTable };
type Query = SelectQueryBuilder<Tables, 'auditLink' | 'auditEntry', object>;

function linkedEntries(database: Kysely<Database>): Query {
  return database.selectFrom('auditLink').innerJoin('auditEntry', 'auditEntry.id', 'auditLink.entryId');
}

function filtered(query: Query, given: AuditQuery): Query {
  const { actor, action, kind, objectId, requestId, from, to } = given;
  let narrowed = query;
  if (actor !== undefined) narrowed = narrowed.where('auditEntry.actor', 'in', actor);
  if (action !== undefined) narrowed = narrowed.where('auditEntry.action', 'in', action);
  if (kind !== undefined) narrowed = narrowed.where('auditEntry.kind', 'in', kind);
  if (objectId !== undefined) narrowed = narrowed.where('auditEntry.objectId', 'in', objectId);
  if (requestId !== undefined) narrowed = narrowed.where('auditEntry.requestId', 'in', requestId);
  if (from !== undefined) narrowed = narrowed.where('auditEntry.at', '>=', new Date(from));
  if (to !== undefined) narrowed = narrowed.where('auditEntry.at', '<', new Date(to));
  return narrowed;
}

function isFiltered({ limit: _limit, offset: _offset, cursor: _cursor, sort: _sort, ...filters }: AuditQuery): boolean {
  return Object.values(filters).some((value) => value !== undefined);
}

async function countMatching(database: Kysely<Database>, query: AuditQuery): Promise<number> {
  const { total } = await filtered(linkedEntries(database), query)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** The chain has no gaps, so its newest number is the number of entries. */
async function countAll(database: Kysely<Database>): Promise<number> {
  const head = await database.selectFrom('auditHead').select('auditHead.number').executeTakeFirstOrThrow();
  return head.number;
}

function pageOf(query: Query, { limit, offset, cursor, sort }: AuditQuery) {
  const descending = sort === '-id';
  const after = cursor === undefined ? query : query.where('auditLink.number', descending ? '<' : '>', cursor);
  return columnsOf(after)
    .orderBy('auditLink.number', descending ? 'desc' : 'asc')
    .limit(limit + 1)
    .offset(offset ?? 0);
}

function columnsOf(query: Query) {
  return query.selectAll('auditEntry').select(['auditLink.number', 'auditLink.previousHash', 'auditLink.hash']);
}

type Row = Awaited<ReturnType<ReturnType<typeof columnsOf>['executeTakeFirstOrThrow']>>;

function viewOf(row: Row): AuditEntryView {
  return {
    id: row.number,
    at: row.at.toISOString(),
    actor: row.actor,
    action: row.action,
    kind: row.kind,
    objectId: row.objectId,
    before: row.before as AuditEntryView['before'],
    after: row.after as AuditEntryView['after'],
    requestId: row.requestId,
    contentHash: row.contentHash,
    previousHash: row.previousHash,
    hash: row.hash,
  };
}
