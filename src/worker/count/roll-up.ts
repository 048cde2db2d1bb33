/*
 * Counting: from the journal to sums.
 *
 * - `roll-up.ts`: one batch of events in one transaction. `start-roll-up.ts`: the loop over all journals.
 * - `journal-shipping.ts`: segments of this host. `stream-shipping.ts`: segments of other hosts, from Redis.
 * - `count-events.ts`: the events of a batch. `deduplicate/`: which of them are new. `sums/`: their sums.
 * - `store-touches.ts`, `store-play-links.ts`, `store-screen-records.ts`, `store-exposures.ts`: other records of a batch.
 * - `run-counting-upkeep.ts`: archives counted segments and deletes IDs of expired events (`remove-counted.ts`). `recover-journal.ts`: damaged segments. `recount/`: `placard
 *   recount`.
 *
 * See docs/internals/counting.md.
 */

import { type Kysely, sql, type Transaction } from 'kysely';
import type { DeliveryEvent } from '../../exchange/journal/delivery-event.ts';
import type { DamagedRange } from '../../exchange/journal/journal-damage.ts';
import { openSegmentReader, type SegmentEnd, type SegmentRead } from '../../exchange/journal/journal-reader.ts';
import type { TimeZoneSource } from '../../exchange/journal/position-time-zones.ts';
import { shareRollUps } from '../../exchange/journal/roll-up-state.ts';
import { storeActionConversions } from '../../management/resources/conversion/store-action-conversions.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { SequenceReader } from '../../platform/keys/decision-ids.ts';
import { countEvents } from './count-events.ts';
import { retryDeadlocks } from './retry-deadlocks.ts';
import { storeExposures } from './store-exposures.ts';
import { storeScreenRecords } from './store-screen-records.ts';

/** Bytes per batch: about 35,000 events, a transaction of about 200 ms. */
const maxBatchBytes = 8 * 1024 * 1024;
/** Arbitrary number, equal in all program versions. */
const segmentLockClass = 7_214_003;
const busy = { counted: 0, filtered: 0, unknownRecords: 0, nextOffset: 0, end: 'busy', damaged: null } as const;

export type RolledUp = {
  readonly counted: number;
  readonly filtered: number;
  readonly unknownRecords: number;
  readonly nextOffset: number;
  /** `busy`: another roll-up has a batch of the segment. */
  readonly end: SegmentEnd | 'busy';
  readonly damaged: DamagedRange | null;
};

export type RollUpContext = {
  readonly database: Kysely<Database>;
  readonly timeZones: TimeZoneSource;
  readonly sequences: SequenceReader;
};

export type RollUpOptions = RollUpContext & {
  readonly path: string;
  readonly maxBytes?: number;
  /** Whether to wait while another roll-up has a batch of the segment. Default: true. */
  readonly wait?: boolean;
};

/**
 * Rolls up one batch of one segment in one transaction: new events, their sums, and the offset up to which the segment
 * is read. A crash leaves all of it or nothing. null: the segment has no complete header yet.
 */
export async function rollUpSegment(options: RollUpOptions): Promise<RolledUp | null> {
  const reader = await openSegmentReader(options.path);
  try {
    const { segmentId } = reader;
    if (segmentId === null) return null;
    const maxBytes = options.maxBytes ?? maxBatchBytes;
    return await rollUpBatch({
      ...options,
      segmentId,
      read: (fromOffset) => reader.read({ fromOffset, maxBytes }),
    });
  } finally {
    await reader.close();
  }
}

export type Batch = RollUpContext & {
  readonly segmentId: string;
  readonly wait?: boolean;
  /** Reads from the rolled-up offset of the segment. */
  read(fromOffset: number): Promise<SegmentRead>;
};

/**
 * Rolls up a batch of records from any transport. Several workers may roll up different segments at once: the segment
 * is locked first, then the decisions of its events (`deduplicate/lock-ranges.ts`), then the sums in the order of their
 * keys.
 */
export function rollUpBatch(batch: Batch): Promise<RolledUp> {
  const { database, timeZones, sequences, segmentId, read: readFrom, wait = true } = batch;
  return retryDeadlocks(database, async (transaction) => {
    await shareRollUps(transaction);
    if (!(await lockSegment(transaction, segmentId, wait))) return busy;
    const fromOffset = await readPosition(transaction, segmentId);
    const read = await readFrom(fromOffset);
    const { nextOffset, end, unknownRecords, damaged } = read;
    const outcome = { nextOffset, end, unknownRecords, damaged };
    if (read.nextOffset === fromOffset) return { ...outcome, counted: 0, filtered: 0 };
    const zones = await timeZones(transaction, new Set(read.events.map((event) => event.positionId)));
    const counts = await countEvents(transaction, read.events, { zones, sequences });
    await storeScreenRecords(transaction, read.screens);
    await storeActionConversions(transaction, read.conversions);
    await storeExposures(transaction, read.exposures);
    await writePosition(transaction, { segment: segmentId, byteOffset: read.nextOffset, ...spanOf(read.events) });
    return { ...outcome, ...counts };
  });
}

/** Locks a segment until the transaction ends. Returns false if another transaction has it and `wait` is false. */
async function lockSegment(transaction: Transaction<Database>, segmentId: string, wait: boolean): Promise<boolean> {
  const key = sql`${segmentLockClass}::integer, hashtext(${segmentId})`;
  if (wait) {
    await sql`select pg_advisory_xact_lock(${key})`.execute(transaction);
    return true;
  }
  const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(${key}) as locked`.execute(
    transaction,
  );
  return rows[0]?.locked === true;
}

/** Returns the offset up to which a segment is in the sums. */
export async function readPosition(transaction: Kysely<Database>, segment: string): Promise<number> {
  const row = await transaction
    .selectFrom('journalPosition')
    .select('journalPosition.byteOffset')
    .where('journalPosition.segment', '=', segment)
    .executeTakeFirst();
  return row?.byteOffset ?? 0;
}

/** Returns the times of the first and last event; null: no events. */
function spanOf(events: readonly DeliveryEvent[]): { readonly firstAt: Date | null; readonly lastAt: Date | null } {
  if (events.length === 0) return { firstAt: null, lastAt: null };
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { atMs } of events) {
    first = Math.min(first, atMs);
    last = Math.max(last, atMs);
  }
  return { firstAt: new Date(first), lastAt: new Date(last) };
}

type Position = {
  readonly segment: string;
  readonly byteOffset: number;
  readonly firstAt: Date | null;
  readonly lastAt: Date | null;
};

/** A span whose start is unknown remains unknown, so that a recount does not mistake a part for the whole. */
async function writePosition(transaction: Transaction<Database>, position: Position): Promise<void> {
  const { segment, byteOffset, firstAt, lastAt } = position;
  await sql`
    insert into journal_position (segment, byte_offset, first_at, last_at)
    values (${segment}, ${byteOffset}, ${firstAt}::timestamptz, ${lastAt}::timestamptz)
    on conflict (segment) do update set byte_offset = excluded.byte_offset, updated_at = now(),
      first_at = case when journal_position.first_at is not null
        then least(journal_position.first_at, excluded.first_at) end,
      last_at = case when journal_position.first_at is not null
        then greatest(journal_position.last_at, excluded.last_at) end`.execute(transaction);
}
