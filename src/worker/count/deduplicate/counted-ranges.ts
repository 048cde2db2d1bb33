import { sql, type Transaction } from 'kysely';
import { hourMs } from '../../../core/time/durations.ts';
import { plainArray } from '../../../platform/db/plain-array.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { Calendar } from '../sums/calendar.ts';
import { type ChangedMembers, CountedBlock } from './counted-block.ts';
import { decodeMembers, encodeMembers } from './member-set.ts';

/** Range of decisions and kind of event. */
export type BlockKey = {
  readonly rangeId: number;
  /** Slot and kind or name of the event: `0.impression`. */
  readonly slotKind: string;
};

export type CountedBlocks = {
  /**
   * Returns the block of a key; the same object each time.
   * @param text ends with the slot and kind
   * @param slotKindStart where they start
   */
  of(rangeId: number, text: string, slotKindStart?: number): CountedBlock;
  /** Reads stored events into the blocks that were asked for so far. */
  load(transaction: Transaction<Database>, calendar: Calendar): Promise<void>;
  /** Writes the changed blocks. */
  save(transaction: Transaction<Database>): Promise<void>;
  /** Ranges of the blocks, with repetitions. */
  rangeIds(): Iterable<number>;
};

type BlocksOfKind = { readonly slotKind: string; readonly byRange: Map<number, CountedBlock> };

const maxFrequent = 6;

/** Creates an empty set of blocks for a transaction, which must have locked their ranges (`lock-ranges.ts`). */
export function createCountedBlocks(): CountedBlocks {
  const byKind = new Map<string, BlocksOfKind>();
  const frequent: BlocksOfKind[] = [];
  const keys: BlockKey[] = [];

  /** Most events have one of a few kinds, which are compared without a copy of the text. */
  function kindOf(text: string, start: number): BlocksOfKind {
    for (const one of frequent) {
      if (text.length === start + one.slotKind.length && text.endsWith(one.slotKind)) return one;
    }
    const slotKind = text.slice(start);
    const known = byKind.get(slotKind);
    if (known !== undefined) return known;
    const added = { slotKind, byRange: new Map<number, CountedBlock>() };
    byKind.set(slotKind, added);
    if (frequent.length < maxFrequent) frequent.push(added);
    return added;
  }

  function of(rangeId: number, text: string, slotKindStart = 0): CountedBlock {
    const { slotKind, byRange } = kindOf(text, slotKindStart);
    const known = byRange.get(rangeId);
    if (known !== undefined) return known;
    const added = new CountedBlock();
    byRange.set(rangeId, added);
    keys.push({ rangeId, slotKind });
    return added;
  }

  return {
    of,
    rangeIds: () => keys.map(({ rangeId }) => rangeId),
    async load(transaction, calendar) {
      if (keys.length === 0) return;
      const { rows } = await sql<StoredRow>`
        select counted_range.* from unnest(${plainArray(keys.map(({ rangeId }) => rangeId))}::bigint[],
          ${keys.map(({ slotKind }) => slotKind)}::text[]) as given (range_id, slot_kind)
        join counted_range on counted_range.range_id = given.range_id
          and counted_range.slot_kind = given.slot_kind`.execute(transaction);
      for (const { rangeId, slotKind, hourAt, localDay, expiresAt, members } of rows) {
        const block = of(rangeId, slotKind);
        block.load(calendar.at(hourAt.getTime(), localDay), decodeMembers(members), expiresAt.getTime());
      }
    },
    async save(transaction) {
      const rows = keys.flatMap((key) =>
        of(key.rangeId, key.slotKind)
          .changes()
          .map((change) => ({ ...key, ...change })),
      );
      await write(
        transaction,
        rows.filter(({ members }) => members.length > 0),
      );
      await remove(
        transaction,
        rows.filter(({ members, isStored }) => members.length === 0 && isStored),
      );
    },
  };
}

type StoredRow = BlockKey & {
  readonly hourAt: Date;
  readonly localDay: string;
  readonly expiresAt: Date;
  readonly members: Buffer;
};

type ChangedRow = BlockKey & ChangedMembers;

async function write(transaction: Transaction<Database>, rows: readonly ChangedRow[]): Promise<void> {
  if (rows.length === 0) return;
  // Rounded up to the hour: the column is indexed, and an update that leaves it unchanged does not change the index.
  const expiresAt = rows.map(({ expiresAtMs }) => new Date(Math.ceil(expiresAtMs / hourMs) * hourMs));
  await sql`
    insert into counted_range (range_id, slot_kind, hour_at, local_day, expires_at, members)
    select * from unnest(${plainArray(rows.map(({ rangeId }) => rangeId))}::bigint[],
      ${rows.map(({ slotKind }) => slotKind)}::text[], ${rows.map(({ at }) => new Date(at.hourMs))}::timestamptz[],
      ${rows.map(({ at }) => at.localDay)}::date[], ${expiresAt}::timestamptz[],
      ${rows.map(({ members }) => encodeMembers(members))}::bytea[])
    on conflict (range_id, slot_kind, hour_at, local_day) do update
      set members = excluded.members, expires_at = excluded.expires_at`.execute(transaction);
}

async function remove(transaction: Transaction<Database>, rows: readonly ChangedRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    delete from counted_range using unnest(${plainArray(rows.map(({ rangeId }) => rangeId))}::bigint[],
      ${rows.map(({ slotKind }) => slotKind)}::text[], ${rows.map(({ at }) => new Date(at.hourMs))}::timestamptz[],
      ${rows.map(({ at }) => at.localDay)}::date[]) as given (range_id, slot_kind, hour_at, local_day)
    where counted_range.range_id = given.range_id and counted_range.slot_kind = given.slot_kind
      and counted_range.hour_at = given.hour_at and counted_range.local_day = given.local_day`.execute(transaction);
}
