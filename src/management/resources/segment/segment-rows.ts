import { type Kysely, sql } from 'kysely';
import { fold } from '../../../core/targeting/fold.ts';
import type { LayerSegment, SegmentChange } from '../../../exchange/audience/segment-pointer.ts';
import { appendAudit } from '../../../platform/audit/append-audit.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { maxSegments } from './segment.ts';

const secondsPerHour = 60 * 60;

export type SegmentRow = {
  readonly code: string;
  readonly foldedCode: string;
  readonly sourceId: number | null;
  readonly attribute: string | null;
  readonly ttlHours: number;
};

export async function readSegmentRows(database: Kysely<Database>): Promise<readonly SegmentRow[]> {
  const rows = await database
    .selectFrom('segment')
    .select(['segment.code', 'segment.foldedCode', 'segment.sourceId', 'segment.attribute', 'segment.ttlSeconds'])
    .where('segment.archivedAt', 'is', null)
    .execute();
  return rows.map(({ ttlSeconds, ...row }) => ({ ...row, ttlHours: Math.floor(ttlSeconds / secondsPerHour) }));
}

/**
 * Returns the domains of publications, whose pages may use segments. null if a publication has no domains, so that
 * every domain is allowed.
 */
export async function readOwnDomains(database: Kysely<Database>): Promise<readonly string[] | null> {
  const rows = await database
    .selectFrom('publication')
    .select('publication.domains')
    .where('publication.archivedAt', 'is', null)
    .execute();
  if (rows.length === 0 || rows.some(({ domains }) => domains.length === 0)) return null;
  return [...new Set(rows.flatMap(({ domains }) => domains))].sort();
}

/** Applies the rows of its segments to the state. Archived segments have no members. */
export function withRows(state: SegmentChange, rows: readonly SegmentRow[]): SegmentChange {
  const hours = new Map(rows.map(({ foldedCode, ttlHours }) => [foldedCode, ttlHours]));
  const layers = state.layers.map((layer) => ({
    ...layer,
    segments: layer.segments.map((one) => ({ ...one, ttlHours: hours.get(fold(one.code)) ?? null })),
  }));
  return { ...state, layers };
}

/** Inserts segments of a delivery or of attributes, up to the limit. */
export async function insertSegments(
  database: Kysely<Database>,
  segments: readonly LayerSegment[],
  { sourceId, requestId }: { readonly sourceId: number | null; readonly requestId: string | null },
): Promise<void> {
  if (segments.length === 0) return;
  await database.transaction().execute(async (transaction) => {
    for (const { code, attribute } of segments) {
      const row = await transaction
        .insertInto('segment')
        .values({
          name: code,
          externalId: null,
          archivedAt: null,
          code,
          foldedCode: fold(code),
          sourceId,
          attribute: attribute ?? null,
          ttlSeconds: 30 * 24 * secondsPerHour,
          freshAt: null,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('segment.id')
        .executeTakeFirst();
      if (row === undefined) continue;
      const after = { id: row.id, name: code, code, source: sourceId };
      await appendAudit(transaction, {
        actor: 'system',
        action: 'create',
        kind: 'segments',
        objectId: row.id,
        before: null,
        after,
        requestId,
      });
    }
  });
}

/** Returns how many more segments are allowed. */
export async function remainingSegments(database: Kysely<Database>): Promise<number> {
  const { count } = await database
    .selectFrom('segment')
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return Math.max(0, maxSegments - count);
}

/** Stores the member counts of segments, and the connection of a segment that had none and was filled by a delivery. */
export async function noteSizes(
  database: Kysely<Database>,
  segments: readonly LayerSegment[],
  of: { readonly sizes: readonly number[]; readonly sourceId: number | null; readonly freshAt: Date | null },
): Promise<void> {
  await sql`
    update segment set size = counted.size, fresh_at = coalesce(${of.freshAt}::timestamptz, segment.fresh_at),
      source_id = coalesce(segment.source_id, ${of.sourceId}::bigint)
    from unnest(${segments.map(({ code }) => fold(code))}::text[], ${[...of.sizes]}::bigint[]) as counted(code, size)
    where segment.folded_code = counted.code and segment.archived_at is null
  `.execute(database);
}
