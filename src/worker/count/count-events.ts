import type { Transaction } from 'kysely';
import { counterOfEvent } from '../../core/pricing/billable-events.ts';
import { type DeliveryEvent, expiresAtMs } from '../../exchange/journal/delivery-event.ts';
import type { TimeZones } from '../../exchange/journal/position-time-zones.ts';
import { readRollUpState } from '../../exchange/journal/roll-up-state.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { SequenceReader } from '../../platform/keys/decision-ids.ts';
import { noteCounted } from './deduplicate/note-counted.ts';
import { storeTouches } from './store-touches.ts';
import { addDaysAndTotals, addFiltered, addHours, removeEmptySums } from './sums/add-sums.ts';
import { createCalendar, type LocalHour } from './sums/calendar.ts';
import { storeCustomNames } from './sums/custom-names.ts';
import { createCountedSums, type FilteredEvent } from './sums/sum-events.ts';

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
  const at = candidates.map(({ atMs, positionId }) => calendar.of(atMs, positionId));
  const sums = createCountedSums();
  // Before the transaction locks anything: other workers wait for its locks.
  const sumOf = candidates.map((event, index) => sums.of(event, at[index] as LocalHour));
  const { fresh, moved, repeated } = await noteCounted(transaction, candidates, { at, calendar, sequences });
  const add = (index: number) => {
    const [event, sum] = [candidates[index] as DeliveryEvent, sumOf[index]];
    const counter = counterOfEvent(event);
    if (sum !== null && sum !== undefined && counter !== null) sum[counter] += 1;
    sums.addNamed(event, at[index] as LocalHour, 1);
  };
  for (const index of fresh) add(index);
  for (const index of repeated) filter(candidates[index] as DeliveryEvent, 'duplicate');
  // An event that was counted but also occurred earlier moves to the earlier hour. The later report becomes the
  // duplicate.
  const movedBookings = new Set<number>();
  for (const { index, counted } of moved) {
    const event = candidates[index] as DeliveryEvent;
    add(index);
    const [before, counter] = [sums.of(event, counted), counterOfEvent(event)];
    if (before !== null && counter !== null) before[counter] -= 1;
    sums.addNamed(event, counted, -1);
    filtered.push({ event, reason: 'duplicate', at: counted });
    movedBookings.add(event.bookingId);
  }
  const eventsAt = (indices: readonly number[]) => indices.map((index) => candidates[index] as DeliveryEvent);
  await storeTouches(transaction, {
    counted: eventsAt([...fresh, ...moved.map(({ index }) => index)]),
    repeated: eventsAt(repeated),
  });
  const delivered = sums.delivered();
  await addHours(transaction, delivered, sums.named());
  await addFiltered(transaction, filtered);
  await addDaysAndTotals(transaction, delivered);
  await removeEmptySums(transaction, movedBookings);
  return { counted: fresh.length, filtered: filtered.length };
}
