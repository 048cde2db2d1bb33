import { type Kysely, sql } from 'kysely';
import type { ChangesView } from '../../../contract/insight/changes.ts';
import { type ChangedKind, changedKinds, resourceTypeOf } from '../../../contract/resource-types/all-resource-types.ts';
import { allRowRules } from '../../../platform/db/row-rules/all-row-rules.ts';
import type { Database, StoredTouch } from '../../../platform/db/schema.ts';
import { linkOf } from '../../../platform/events/event-of-change.ts';
import type { Caller } from '../../access/caller.ts';
import { detailMessage } from '../../records/detail-message.ts';
import { DomainError } from '../../records/domain-error.ts';
import type { ResourceTable } from '../../records/resource.ts';
import { visibleRows } from '../../records/visible-rows.ts';

/** Revisions read per query, and most queries per call. Many changes may be invisible to the caller. */
const revisionsAtOnce = 500;
const mostBatches = 10;

type Change = ChangesView['changes'][number];
type RevisionRow = { readonly revision: number; readonly at: Date; readonly touched: StoredTouch[] | null };

/**
 * Revision with a tag that distinguishes it from the same number in a restored database. `mark` is null if the client
 * sent none.
 */
export type ChangesPosition = { readonly revision: number; readonly mark: string | null };

export type ChangesAsked = {
  /** null: return only the current position. */
  readonly since: ChangesPosition | null;
  readonly limit: number;
  /** undefined: all. */
  readonly kinds: readonly ChangedKind[] | undefined;
  readonly caller: Pick<Caller, 'scopes' | 'reach'>;
  readonly publicUrl: string;
};

/**
 * Returns the changes after a revision in commit order, limited to objects that the caller may currently see. Writers
 * hold a lock on one row from getting their revision until they commit, so revisions become visible in ascending order
 * and a reader cannot miss one. Source: docs/decisions/0051-changes.md.
 */
export async function readChangesPage(database: Kysely<Database>, asked: ChangesAsked): Promise<ChangesView> {
  const newest = await readNewest(database);
  if (asked.since === null) return { changes: [], cursor: cursorOf(newest), hasMore: false };
  let last = await requireKept(database, asked.since, newest);
  const changes: Change[] = [];
  for (let batch = 0; batch < mostBatches && changes.length < asked.limit; batch += 1) {
    const rows = await readRevisions(database, last.revision);
    const visible = await visibleTouches(database, rows, asked);
    for (const row of rows) {
      if (changes.length >= asked.limit) break;
      changes.push(...changesOf(row, visible, asked.publicUrl));
      last = { revision: row.revision, at: row.at };
    }
    if (rows.length < revisionsAtOnce) break;
  }
  return { changes, cursor: cursorOf(last), hasMore: last.revision < newest.revision };
}

/** Parses a validated `since` parameter. */
export function positionOf(since: string): ChangesPosition {
  const [revision = '0', mark = null] = since.split('-');
  return { revision: Number(revision), mark };
}

/** The tag is the time of the revision. It need not be secret and differs after a restore. */
function cursorOf({ revision, at }: { readonly revision: number; readonly at: Date | null }): string {
  return at === null ? String(revision) : `${revision}-${at.getTime().toString(36)}`;
}

type Standing = { readonly revision: number; readonly at: Date | null };

async function readNewest(database: Kysely<Database>): Promise<Standing> {
  const { rows } = await sql<Standing>`
    select current_revision.revision, revision.created_at as at
    from current_revision left join revision on revision.revision = current_revision.revision
  `.execute(database);
  return rows[0] ?? { revision: 0, at: null };
}

/** Returns 410 for a position of another history and for one whose later revisions are incomplete. */
async function requireKept(database: Kysely<Database>, since: ChangesPosition, newest: Standing): Promise<Standing> {
  const { rows } = await sql<{ at: Date | null; oldest: number | null }>`
    select (select created_at from revision where revision.revision = ${since.revision}) as at,
      (select min(revision.revision) from revision) as oldest
  `.execute(database);
  const { at, oldest } = rows[0] ?? { at: null, oldest: null };
  if (since.revision > newest.revision) throw cursorExpired();
  if (since.revision + 1 < (oldest ?? newest.revision + 1)) throw cursorExpired();
  if (
    since.mark !== null &&
    at !== null &&
    cursorOf({ revision: since.revision, at }) !== `${since.revision}-${since.mark}`
  ) {
    throw cursorExpired();
  }
  return { revision: since.revision, at };
}

function cursorExpired(): DomainError {
  return new DomainError('no_longer_kept', {
    detail: detailMessage('cursorExpired'),
  });
}

async function readRevisions(database: Kysely<Database>, after: number): Promise<readonly RevisionRow[]> {
  const { rows } = await sql<RevisionRow>`
    select revision.revision, revision.created_at as at, revision.touched from revision
    where revision.revision > ${after} order by revision.revision limit ${revisionsAtOnce}
  `.execute(database);
  // Revisions from before their touched objects were recorded.
  if (rows.some(({ touched }) => touched === null)) throw cursorExpired();
  return rows;
}

/** Returns the IDs of the touched objects that the caller may see, by kind. */
async function visibleTouches(
  database: Kysely<Database>,
  rows: readonly RevisionRow[],
  { kinds, caller }: ChangesAsked,
): Promise<ReadonlyMap<string, ReadonlySet<number>>> {
  const touches = Map.groupBy(
    rows.flatMap(({ touched }) => touched ?? []),
    ({ kind }) => kind,
  );
  const visible = new Map<string, ReadonlySet<number>>();
  for (const kind of kinds ?? changedKinds) {
    const ofKind = touches.get(kind);
    if (ofKind === undefined || !caller.scopes.has(resourceTypeOf(kind).readScope)) continue;
    const { table } = allRowRules[kind];
    visible.set(kind, await visibleIds(database, { table, ids: ofKind.map(({ id }) => id), caller }));
  }
  return visible;
}

async function visibleIds(
  database: Kysely<Database>,
  of: { readonly table: ResourceTable; readonly ids: readonly number[]; readonly caller: Pick<Caller, 'reach'> },
): Promise<ReadonlySet<number>> {
  const { table, ids, caller } = of;
  if (caller.reach === 'everything') return new Set(ids);
  const { rows } = await sql<{ id: number }>`
    select ${sql.ref(`${table}.id`)} from ${sql.table(table)}
    where ${sql.ref(`${table}.id`)} = any(${[...new Set(ids)]}::bigint[]) and ${visibleRows(table, caller.reach)}
  `.execute(database);
  return new Set(rows.map(({ id }) => id));
}

function changesOf(
  { revision, at, touched }: RevisionRow,
  visible: ReadonlyMap<string, ReadonlySet<number>>,
  publicUrl: string,
): readonly Change[] {
  return (touched ?? []).flatMap(({ kind, id, members }) => {
    if (visible.get(kind)?.has(id) !== true) return [];
    const link = kind === 'settings' ? `${publicUrl}/api/v1/settings` : linkOf(publicUrl, kind, id);
    return [{ revision, at: at.toISOString(), kind: kind as ChangedKind, id, link, members }];
  });
}
