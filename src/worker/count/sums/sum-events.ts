import { counterOfEvent, counters, type EventCounter, noCounts } from '../../../core/pricing/billable-events.ts';
import type { DeliveryEvent } from '../../../exchange/journal/delivery-event.ts';
import { compareHours, type LocalHour } from './calendar.ts';

type Counts = Record<EventCounter, number>;
type SumKey = LocalHour & { readonly bookingId: number; readonly creativeId: number; readonly positionId: number };

/** Increment of one row of `delivery_hour`. */
export type DeliverySum = SumKey & Counts;

/** Increment of one row of `event_hour`. */
export type NamedSum = SumKey & { readonly event: string; events: number };

/** Increment of one row of `filtered_hour`. */
export type FilteredSum = SumKey & {
  /** A billable kind, the name of a video event, or `custom`. */
  readonly kind: string;
  readonly reason: string;
  events: number;
};

/** Increment of one row of `booking_day`. */
export type BookingDay = { readonly bookingId: number; readonly localDay: string } & Counts;

/** Increment of one row of `booking_total`. */
export type BookingTotal = { readonly bookingId: number } & Counts;

/** An event that does not count. */
export type FilteredEvent = { readonly event: DeliveryEvent; readonly reason: string; readonly at: LocalHour };

/** Sums of counted events of a batch. */
export type CountedSums = {
  /** Returns the sum to which an event of a local hour is added; null: not billable. */
  of(event: DeliveryEvent, at: LocalHour): DeliverySum | null;
  /** Adds a named event to the sums of a local hour, or removes it. */
  addNamed(event: DeliveryEvent, at: LocalHour, by: 1 | -1): void;
  /** Returns the sums of billable events in the order of their keys. */
  delivered(): DeliverySum[];
  /** Returns the sums of named events in the same way. */
  named(): NamedSum[];
};

export function createCountedSums(): CountedSums {
  const billable = createSums((key): DeliverySum => ({ ...key, ...noCounts() }));
  const named = createSums((key, event): NamedSum => ({ ...key, event, events: 0 }));
  return {
    of: (event, at) => (counterOfEvent(event) === null ? null : billable.of(at, event, '')),
    addNamed(event, at, by) {
      if (event.name !== undefined) named.of(at, event, event.name).events += by;
    },
    delivered: () => billable.all().filter((sum) => counters.some((counter) => sum[counter] !== 0)),
    named: () => named.all().filter(({ events }) => events !== 0),
  };
}

/** Sums filtered events by kind and reason. */
export function sumFiltered(events: readonly FilteredEvent[]): FilteredSum[] {
  const sums = createSums((key, text): FilteredSum => {
    const [kind = '', reason = ''] = text.split(' ');
    return { ...key, kind, reason, events: 0 };
  });
  for (const { event, reason, at } of events) {
    const kind = event.kind === 'video' ? (event.name ?? event.kind) : event.kind;
    sums.of(at, event, `${kind} ${reason}`).events += 1;
  }
  return sums.all();
}

/** Sums over hours, creatives and positions. */
export function daysByBooking(sums: readonly DeliverySum[]): BookingDay[] {
  return summed(
    sums,
    ({ bookingId, localDay }) => `${bookingId} ${localDay}`,
    ({ bookingId, localDay }) => ({ bookingId, localDay, ...noCounts() }),
  ).sort((one, other) => one.bookingId - other.bookingId || compareTexts(one.localDay, other.localDay));
}

/** Sums over days. */
export function totalsByBooking(days: readonly BookingDay[]): BookingTotal[] {
  return summed(
    days,
    ({ bookingId }) => bookingId,
    ({ bookingId }) => ({ bookingId, ...noCounts() }),
  );
}

function summed<Part extends Counts, Sum extends Counts>(
  parts: readonly Part[],
  keyOf: (part: Part) => unknown,
  emptyOf: (part: Part) => Sum,
): Sum[] {
  const sums = new Map<unknown, Sum>();
  for (const part of parts) {
    const key = keyOf(part);
    const sum = sums.get(key) ?? emptyOf(part);
    for (const counter of counters) sum[counter] += part[counter];
    sums.set(key, sum);
  }
  return [...sums.values()];
}

type Ids = Pick<DeliveryEvent, 'bookingId' | 'creativeId' | 'positionId'>;

/** Nested maps by booking, creative, position and text, because a text as the key of each event is several times slower. */
type Nested<Sum> = Map<number, Map<number, Map<number, Map<string, Sum>>>>;

/** Creates a table of sums by local hour, booking, creative, position and a text. */
function createSums<Sum extends SumKey>(create: (key: SumKey, text: string) => Sum) {
  const byHour = new Map<LocalHour, Nested<Sum>>();
  const list: { readonly text: string; readonly sum: Sum }[] = [];
  return {
    /** @param at from one calendar, which has one object for each local hour */
    of(at: LocalHour, { bookingId, creativeId, positionId }: Ids, text: string): Sum {
      const byBooking = inner(byHour, at);
      const byText = inner(inner(inner(byBooking, bookingId), creativeId), positionId);
      const known = byText.get(text);
      if (known !== undefined) return known;
      const sum = create({ hourMs: at.hourMs, localDay: at.localDay, bookingId, creativeId, positionId }, text);
      byText.set(text, sum);
      list.push({ text, sum });
      return sum;
    },
    /** In the order of their keys, so that concurrent roll-ups lock rows in the same order. */
    all(): Sum[] {
      list.sort((one, other) => compareKeys(one.sum, other.sum) || compareTexts(one.text, other.text));
      return list.map(({ sum }) => sum);
    },
  };
}

function inner<Key, InnerKey, Value>(map: Map<Key, Map<InnerKey, Value>>, key: Key): Map<InnerKey, Value> {
  const known = map.get(key);
  if (known !== undefined) return known;
  const added = new Map<InnerKey, Value>();
  map.set(key, added);
  return added;
}

function compareKeys(one: SumKey, other: SumKey): number {
  return (
    compareHours(one, other) ||
    one.bookingId - other.bookingId ||
    one.creativeId - other.creativeId ||
    one.positionId - other.positionId
  );
}

function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
