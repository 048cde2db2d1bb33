import { sql, type Transaction } from 'kysely';
import { readRollUpState } from '../../../exchange/journal/roll-up-state.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { createCountedBlocks } from '../deduplicate/counted-ranges.ts';
import { decodeMembers } from '../deduplicate/member-set.ts';
import { createCalendar } from '../sums/calendar.ts';
import { recounted } from './shadow-tables.ts';

/** Ranges that are restored at once. */
const rowsPerPiece = 5_000;

/**
 * Restores the records of counted events that are still needed to prevent duplicates, from the recounted ones. Returns
 * the number of events. The roll-up must be locked.
 */
export async function restoreCounted(transaction: Transaction<Database>): Promise<number> {
  const { forgottenBeforeMs } = await readRollUpState(transaction);
  const before = new Date(forgottenBeforeMs);
  return (await restoreRanges(transaction, before)) + (await restoreRows(transaction, before));
}

type Row = {
  readonly rangeId: number;
  readonly slotKind: string;
  readonly hourAt: Date;
  readonly localDay: string;
  readonly expiresAt: Date;
  readonly members: Buffer;
};

async function restoreRanges(transaction: Transaction<Database>, before: Date): Promise<number> {
  let restored = 0;
  for (let last = { rangeId: -1, slotKind: '' }, isOver = false; !isOver; ) {
    // All rows of the next ranges, because one event may be in several of them.
    const { rows } = await sql<Row>`
      select again.* from ${sql.table(recounted('counted_range'))} as again
      where (again.range_id, again.slot_kind) in (
        select distinct range_id, slot_kind from ${sql.table(recounted('counted_range'))}
        where (range_id, slot_kind) > (${last.rangeId}::bigint, ${last.slotKind}::text)
        order by range_id, slot_kind limit ${rowsPerPiece})
      order by again.range_id, again.slot_kind`.execute(transaction);
    restored += await restore(
      transaction,
      rows.filter(({ expiresAt }) => expiresAt >= before),
    );
    isOver = rows.length === 0;
    last = rows.at(-1) ?? last;
  }
  return restored;
}

async function restore(transaction: Transaction<Database>, rows: readonly Row[]): Promise<number> {
  const calendar = createCalendar({ of: () => 'UTC' });
  const blocks = createCountedBlocks();
  for (const { rangeId, slotKind } of rows) blocks.of(rangeId, slotKind);
  await blocks.load(transaction, calendar);
  let restored = 0;
  for (const { rangeId, slotKind, hourAt, localDay, expiresAt, members } of rows) {
    const block = blocks.of(rangeId, slotKind);
    const at = calendar.at(hourAt.getTime(), localDay);
    for (const member of decodeMembers(members)) {
      if (block.record(member, at, expiresAt.getTime()) !== 'repeated') restored += 1;
    }
  }
  await blocks.save(transaction);
  return restored;
}

async function restoreRows(transaction: Transaction<Database>, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into counted_event (event_id, expires_at, happened_at, local_day)
    select again.event_id, again.expires_at, again.happened_at, again.local_day
      from ${sql.table(recounted('counted_event'))} as again
      where again.expires_at >= ${before}::timestamptz
    on conflict (event_id) do update set happened_at = excluded.happened_at, local_day = excluded.local_day
      where counted_event.happened_at > excluded.happened_at`.execute(transaction);
  return Number(numAffectedRows ?? 0);
}
