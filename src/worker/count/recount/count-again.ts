import { type Kysely, sql, type Transaction } from 'kysely';
import { hourMs } from '../../../core/time/durations.ts';
import type { DeliveryEvent } from '../../../exchange/journal/delivery-event.ts';
import { type DamagedRange, damagedRanges, findNextRecord } from '../../../exchange/journal/journal-damage.ts';
import { decodeRecord, segmentHeaderBytes, segmentIdFromHeader } from '../../../exchange/journal/journal-format.ts';
import { createTimeZoneSource } from '../../../exchange/journal/position-time-zones.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { PlainStore } from '../../../platform/files/plain-store.ts';
import type { SequenceReader } from '../../../platform/keys/decision-ids.ts';
import { countEvents } from '../count-events.ts';
import { type FoundSegments, findSegments } from './find-segments.ts';
import { type CountedSegment, segmentsToCount } from './segments-to-count.ts';

/** Same transaction size as the roll-up. */
const eventsPerPiece = 60_000;

/** Maximum number of searches. A segment moves at most twice: it is set aside, then moved to the store. */
const maxLooks = 3;
/** Number of segments after which expired IDs are deleted. */
const segmentsPerTidying = 50;

export type SegmentFolders = {
  readonly store: PlainStore;
  readonly journalFolder: string;
  readonly sequences: SequenceReader;
};

/** Database connection of the counting, and its transactions. */
export type Counter = {
  readonly connection: Kysely<Database>;
  readonly transact: (work: (transaction: Transaction<Database>) => Promise<void>) => Promise<void>;
};

export type DamagedSegment = { readonly segmentId: string; readonly ranges: readonly DamagedRange[] };

export type CountingAgain = {
  /**
   * Counts all events that the sums contain and that were not counted before. false: a segment turned out to be
   * unreadable, and earlier counting did not take it into account.
   */
  catchUp(counter: Counter): Promise<boolean>;
  /** Restarts, taking missing segments into account. */
  reset(): void;
  /** Segments of which the sums contain more than is readable. */
  missing(): readonly CountedSegment[];
  /** Segments with unreadable bytes, whether or not their events were counted before. */
  damaged(): readonly DamagedSegment[];
  segments(): number;
  events(): number;
};

/**
 * Creates a counter that repeats the roll-up of journal segments with the same code, into the tables with the same
 * names on this connection.
 */
export function createCountingAgain(folders: SegmentFolders): CountingAgain {
  const timeZones = createTimeZoneSource();
  const countedTo = new Map<string, number>();
  const missing = new Map<string, CountedSegment>();
  const damaged = new Map<string, DamagedSegment>();
  let events = 0;
  let found: FoundSegments = new Map();

  async function read({ segmentId, upTo }: CountedSegment, from: number) {
    for (let look = 0; look < maxLooks; look += 1) {
      const content = await found.get(segmentId)?.read();
      if (content !== undefined && content !== null) {
        const pieces = eventsInPieces(content, { from, to: upTo });
        const isWhole = pieces !== null && upTo === content.length && segmentIdFromHeader(content) !== null;
        const ranges = isWhole ? [] : damagedRanges(content);
        if (ranges.length > 0) damaged.set(segmentId, { segmentId, ranges });
        return pieces;
      }
      found = await findSegments(folders);
      if (!found.has(segmentId)) return null;
    }
    return null;
  }

  /** false: unreadable. */
  async function count({ transact }: Counter, segment: CountedSegment): Promise<boolean> {
    const before = countedTo.get(segment.segmentId);
    if (before !== undefined && (segment.upTo ?? 0) <= before) return true;
    const pieces = await read(segment, before ?? 0);
    if (pieces === null) return false;
    for (const piece of pieces) {
      await transact(async (transaction) => {
        const zones = await timeZones(transaction, new Set(piece.map(({ positionId }) => positionId)));
        await countEvents(transaction, piece, { zones, sequences: folders.sequences });
        await noteUnsure(transaction, piece, [...missing.values()]);
      });
      events += piece.length;
    }
    countedTo.set(segment.segmentId, segment.upTo ?? 0);
    return true;
  }

  return {
    async catchUp(counter) {
      const listed = await segmentsToCount(counter.connection, () => findSegments(folders));
      found = listed.found;
      for (const segment of listed.segments) {
        if (!found.has(segment.segmentId)) missing.set(segment.segmentId, segment);
      }
      let allReadable = true;
      for (const [index, segment] of listed.segments.entries()) {
        if (missing.has(segment.segmentId)) continue;
        if (index % segmentsPerTidying === segmentsPerTidying - 1) {
          await forgetBefore(counter.connection, segment.firstMs);
        }
        if (await count(counter, segment)) continue;
        allReadable = false;
        missing.set(segment.segmentId, segment);
      }
      return allReadable;
    },
    reset() {
      countedTo.clear();
      events = 0;
    },
    missing: () => [...missing.values()],
    damaged: () => [...damaged.values()],
    segments: () => countedTo.size,
    events: () => events,
  };
}

/**
 * Segments are read in order of time, so no earlier event follows. Later duplicates of expired events are filtered
 * without a lookup.
 */
async function forgetBefore(database: Kysely<Database>, firstMs: number): Promise<void> {
  for (const table of ['counted_range', 'counted_event']) {
    await sql`delete from ${sql.table(table)}
      where ${sql.ref(`${table}.expiresAt`)} < ${new Date(firstMs)}::timestamptz`.execute(database);
  }
}

/** An event may be a duplicate of one in a missing segment, so its hour is uncertain. */
async function noteUnsure(
  database: Kysely<Database>,
  events: readonly DeliveryEvent[],
  missing: readonly CountedSegment[],
): Promise<void> {
  const unsure = events.filter(({ decidedAtMs, atMs }) =>
    missing.some(({ firstMs, lastMs }) => decidedAtMs <= lastMs && atMs >= firstMs),
  );
  if (unsure.length === 0) return;
  await sql`
    insert into unsure_hour (hour_at, booking_id, creative_id, position_id)
    select * from unnest(
      ${unsure.map(({ atMs }) => new Date(Math.floor(atMs / hourMs) * hourMs))}::timestamptz[],
      ${unsure.map(({ bookingId }) => bookingId)}::bigint[], ${unsure.map(({ creativeId }) => creativeId)}::bigint[],
      ${unsure.map(({ positionId }) => positionId)}::bigint[])
    on conflict do nothing`.execute(database);
}

/**
 * Returns the events of complete records of a segment between two offsets, in pieces; null: it does not contain
 * complete records up to the end. Records of unknown kinds are skipped, as in the roll-up.
 * @param range.to null: to the end, without damaged parts
 */
function eventsInPieces(
  segment: Buffer,
  { from, to }: { readonly from: number; readonly to: number | null },
): readonly (readonly DeliveryEvent[])[] | null {
  const pieces: DeliveryEvent[][] = [];
  let piece: DeliveryEvent[] = [];
  let offset = Math.max(from, segmentHeaderBytes);
  while (offset < (to ?? segment.length)) {
    const record = decodeRecord(segment, offset);
    if (record.kind === 'incomplete' || record.kind === 'damaged') {
      if (to !== null) return null;
      const next = findNextRecord(segment, offset + 1);
      if (next === null) break;
      offset = next;
      continue;
    }
    offset += record.bytes;
    if (record.kind === 'event') piece.push(record.event);
    if (piece.length < eventsPerPiece) continue;
    pieces.push(piece);
    piece = [];
  }
  if (piece.length > 0) pieces.push(piece);
  return pieces;
}
