import type { Transaction } from 'kysely';
import { type DeliveryEvent, expiresAtMs } from '../../exchange/journal/delivery-event.ts';
import type { TimeZones } from '../../exchange/journal/position-time-zones.ts';
import { readRollUpState } from '../../exchange/journal/roll-up-state.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { SequenceReader } from '../../platform/keys/decision-ids.ts';
import { noteCounted } from './deduplicate/note-counted.ts';
import { storeTouches } from './store-touches.ts';
import { addCounted, addFiltered, removeEmptySums } from './sums/add-sums.ts';
import { createCalendar } from './sums/calendar.ts';
import { storeCustomNames } from './sums/custom-names.ts';
import type { FilteredEvent, SumChange } from './sums/sum-events.ts';

export type CountingRules = {
  /** Time zones of the positions of the events. */
  readonly zones: TimeZones;
  readonly sequences: SequenceReader;
};

/** Counts new events and filtered events in the transaction. Concurrent transactions count each event once. */
export async function countEvents(
  transaction: Transaction<Database>,
  events: readonly DeliveryEvent[],
  { zones, sequences }: CountingRules,
): Promise<{ readonly counted: number; readonly filtered: number }> {
  const { forgottenBeforeMs } = await readRollUpState(transaction);
  const isKept = await storeCustomNames(transaction, events);
  const calendar = createCalendar(zones);
  const candidates: DeliveryEvent[] = [];
  const filtered: FilteredEvent[] = [];
  const filter = (event: DeliveryEvent, reason: string) =>
    void filtered.push({ event, reason, at: calendar.of(event.atMs, event.positionId) });
  for (const event of events) {
    if (event.filtered !== null) filter(event, event.filtered);
    // It is no longer known whether the event was counted. Undercounting is preferred to counting twice.
    else if (expiresAtMs(event) < forgottenBeforeMs) filter(event, 'expired');
    else if (!isKept(event)) filter(event, 'surplus');
    else candidates.push(event);
  }
  const { fresh, moved, repeated } = await noteCounted(transaction, candidates, { calendar, sequences });
  for (const event of repeated) filter(event, 'duplicate');
  const changes: SumChange[] = [];
  for (const event of fresh) changes.push({ event, by: 1, at: calendar.of(event.atMs, event.positionId) });
  // An event that was counted but also occurred earlier moves to the earlier hour. The later report becomes the
  // duplicate.
  const taken: SumChange[] = [];
  for (const { event, counted } of moved) {
    changes.push({ event, by: 1, at: calendar.of(event.atMs, event.positionId) });
    taken.push({ event, by: -1, at: counted });
    filtered.push({ event, reason: 'duplicate', at: counted });
  }
  await storeTouches(transaction, { counted: [...fresh, ...moved.map(({ event }) => event)], repeated });
  await addCounted(transaction, [...changes, ...taken]);
  await addFiltered(transaction, filtered);
  await removeEmptySums(transaction, taken);
  return { counted: fresh.length, filtered: filtered.length };
}
