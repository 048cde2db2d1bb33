/*
 * Deduplication: which events were counted before.
 *
 * - `note-counted.ts`: entry point. `lock-ranges.ts`: its locks. `noted.ts`: its result.
 * - `counted-ranges.ts`, `counted-block.ts`, `member-set.ts`: a bitmap per range of decisions, kind and local hour.
 * - `counted-rows.ts`: a row per event for events without a position in a range.
 *
 * See docs/decisions/0197-counted-ranges.md.
 */

import type { Transaction } from 'kysely';
import { type DeliveryEvent, expiresAtMs } from '../../../exchange/journal/delivery-event.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { decisionIdBytes, type SequenceReader } from '../../../platform/keys/decision-ids.ts';
import type { Calendar, LocalHour } from '../sums/calendar.ts';
import type { CountedBlock } from './counted-block.ts';
import { createCountedBlocks } from './counted-ranges.ts';
import { noteRows } from './counted-rows.ts';
import { lockRanges } from './lock-ranges.ts';
import type { Noted } from './noted.ts';

/** Start of the slot and kind in the ID of an event, after the decision ID and a period. */
const slotKindStart = decisionIdBytes * 2 + 1;
const settingKey = 'counted-ranges';

export type NotingOptions = {
  /** Local hour of each event. */
  readonly at: readonly LocalHour[];
  readonly calendar: Calendar;
  readonly sequences: SequenceReader;
};

/**
 * Records events as counted, with their local hour, and locks what it records until the transaction ends. Several
 * reports of one event count at the earliest local hour. Source: docs/decisions/0094-first-occurrence-counts.md.
 * @param events in any order, with repetitions
 */
export async function noteCounted(
  transaction: Transaction<Database>,
  events: readonly DeliveryEvent[],
  { at, calendar, sequences }: NotingOptions,
): Promise<Noted> {
  const noted: Noted = { fresh: [], moved: [], repeated: [] };
  if (events.length === 0) return noted;
  const sinceMs = await rangesSince(transaction);
  const blocks = createCountedBlocks();
  // Arrays instead of one object per event: batches have tens of thousands.
  const placed: number[] = [];
  const blockOf: CountedBlock[] = [];
  const memberOf: number[] = [];
  const rows: number[] = [];
  const position = { rangeId: 0, member: 0 };
  for (let index = 0; index < events.length; index += 1) {
    const event = events[index] as DeliveryEvent;
    if (event.decidedAtMs < sinceMs || !sequences(event.eventId, position)) {
      rows.push(index);
      continue;
    }
    placed.push(index);
    blockOf.push(blocks.of(position.rangeId, event.eventId, slotKindStart));
    memberOf.push(position.member);
  }
  await lockRanges(transaction, { rangeIds: blocks.rangeIds(), rows: rows.length > 0 });
  await blocks.load(transaction, calendar);
  for (let number = 0; number < placed.length; number += 1) {
    const index = placed[number] as number;
    const [block, member] = [blockOf[number] as CountedBlock, memberOf[number] as number];
    const outcome = block.record(member, at[index] as LocalHour, expiresAtMs(events[index] as DeliveryEvent));
    if (outcome === 'fresh') noted.fresh.push(index);
    else if (outcome === 'repeated') noted.repeated.push(index);
    else noted.moved.push({ index, counted: outcome });
  }
  await blocks.save(transaction);
  await noteRows(transaction, rows, { events, at, calendar, noted });
  return noted;
}

/** Returns the decision time in epoch ms from which events are recorded in ranges. Earlier ones have rows. */
async function rangesSince(transaction: Transaction<Database>): Promise<number> {
  const row = await transaction
    .selectFrom('setting')
    .select('setting.value')
    .where('setting.key', '=', settingKey)
    .executeTakeFirst();
  return (row?.value as { readonly sinceMs: number } | undefined)?.sinceMs ?? 0;
}
