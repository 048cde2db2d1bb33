import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/db/schema.ts';
import type { FoundSegments } from './find-segments.ts';

/** A segment that is in the sums up to an offset. */
export type CountedSegment = {
  readonly segmentId: string;
  /** null: the archive contains it but the database does not know it. It was rolled up before it was archived. */
  readonly upTo: number | null;
  /** Epoch ms of its first and last event. From the start of time if not stored. */
  readonly firstMs: number;
  readonly lastMs: number;
};

/** Returns all segments that contribute to the sums, earliest first, with their locations. */
export async function segmentsToCount(
  database: Kysely<Database>,
  find: () => Promise<FoundSegments>,
): Promise<{ readonly segments: readonly CountedSegment[]; readonly found: FoundSegments }> {
  const rows = await database.selectFrom('journalPosition').selectAll('journalPosition').execute();
  const found = await find();
  // Queried again, because a segment that was started and finished in the meantime is known by now.
  const known = new Set(
    (await database.selectFrom('journalPosition').select('journalPosition.segment').execute()).map(
      ({ segment }) => segment,
    ),
  );
  const strangers = [...found].flatMap(([id, { settled }]) => (settled && !known.has(id) ? [id] : []));
  const counted = rows.map(
    ({ segment, byteOffset, firstAt, lastAt, updatedAt }): CountedSegment => ({
      segmentId: segment,
      upTo: byteOffset,
      firstMs: firstAt?.getTime() ?? 0,
      lastMs: (firstAt === null ? null : lastAt)?.getTime() ?? updatedAt.getTime(),
    }),
  );
  const segments = [
    ...strangers.map((segmentId): CountedSegment => ({ segmentId, upTo: null, firstMs: 0, lastMs: 0 })),
    ...counted.sort((a, b) => a.firstMs - b.firstMs),
  ];
  return { segments, found };
}
