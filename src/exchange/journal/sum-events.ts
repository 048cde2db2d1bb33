import { counterOf, counters, type EventCounter, noCounts } from '../../core/pricing/billable-events.ts';
import { hourMs } from '../../core/time/durations.ts';
import type { DeliveryEvent } from './delivery-event.ts';
import { localDayOf } from './local-day.ts';
import type { TimeZones } from './position-time-zones.ts';

/** Increment of one row of `delivery_hour`. */
export type DeliverySum = {
  readonly hourMs: number;
  readonly localDay: string;
  readonly bookingId: number;
  readonly creativeId: number;
  readonly positionId: number;
} & Record<EventCounter, number>;

/** Increment of one row of `event_hour`. */
export type NamedSum = {
  readonly hourMs: number;
  readonly localDay: string;
  readonly bookingId: number;
  readonly creativeId: number;
  readonly positionId: number;
  readonly event: string;
  events: number;
};

/** Increment of one row of `filtered_hour`. */
export type FilteredSum = {
  readonly hourMs: number;
  readonly localDay: string;
  readonly bookingId: number;
  readonly creativeId: number;
  readonly positionId: number;
  /** A billable kind, the name of a video event, or `custom`. */
  readonly kind: string;
  readonly reason: string;
  events: number;
};

/** Increment of one row of `booking_day`. */
export type BookingDay = {
  readonly bookingId: number;
  readonly localDay: string;
} & Record<EventCounter, number>;

/** Increment of one row of `booking_total`. */
export type BookingTotal = { readonly bookingId: number } & Record<EventCounter, number>;

/** An event that is added to the sums or removed from them. */
export type SumChange = {
  readonly event: DeliveryEvent;
  readonly by: 1 | -1;
  /** Local day under which it was added before; null or omitted: according to the current time zone. */
  readonly localDay?: string | null;
};

/** Returns each event as an increment of one. */
export function ones(events: readonly DeliveryEvent[]): SumChange[] {
  return events.map((event) => ({ event, by: 1 }));
}

/** Sums billable events by UTC hour and local day of their time. Ignores all others. */
export function sumCounted(changes: readonly SumChange[], zones: TimeZones): DeliverySum[] {
  const sums = new Map<string, DeliverySum>();
  for (const { event, by, localDay } of changes) {
    if (event.kind === 'video' || event.kind === 'custom') continue;
    const when = hourAndDay(event, zones, localDay);
    const { bookingId, creativeId, positionId } = event;
    const key = [when.hourMs, when.localDay, bookingId, creativeId, positionId].join(' ');
    const sum = sums.get(key) ?? {
      ...when,
      bookingId,
      creativeId,
      positionId,
      ...noCounts(),
    };
    sum[counterOf(event.kind)] += by;
    sums.set(key, sum);
  }
  return [...sums.values()];
}

/** Sums named events in the same way. */
export function sumNamed(changes: readonly SumChange[], zones: TimeZones): NamedSum[] {
  const sums = new Map<string, NamedSum>();
  for (const { event, by, localDay } of changes) {
    if (event.name === undefined) continue;
    const when = hourAndDay(event, zones, localDay);
    const { bookingId, creativeId, positionId, name } = event;
    const key = [when.hourMs, when.localDay, bookingId, creativeId, positionId, name].join(' ');
    const sum = sums.get(key) ?? { ...when, bookingId, creativeId, positionId, event: name, events: 0 };
    sum.events += by;
    sums.set(key, sum);
  }
  return [...sums.values()];
}

/** Sums over hours, creatives and positions. */
export function daysByBooking(sums: readonly DeliverySum[]): BookingDay[] {
  return summed(
    sums,
    ({ bookingId, localDay }) => `${bookingId} ${localDay}`,
    ({ bookingId, localDay }) => ({ bookingId, localDay, ...noCounts() }),
  );
}

/** Sums over days. */
export function totalsByBooking(days: readonly BookingDay[]): BookingTotal[] {
  return summed(
    days,
    ({ bookingId }) => bookingId,
    ({ bookingId }) => ({ bookingId, ...noCounts() }),
  );
}

function summed<Part extends Record<EventCounter, number>, Sum extends Record<EventCounter, number>>(
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

/** Sums filtered events by reason. */
export function sumFiltered(
  events: readonly { readonly event: DeliveryEvent; readonly reason: string }[],
  zones: TimeZones,
): FilteredSum[] {
  const sums = new Map<string, FilteredSum>();
  for (const { event, reason } of events) {
    const when = hourAndDay(event, zones);
    const { bookingId, creativeId, positionId } = event;
    const kind = event.kind === 'video' ? (event.name ?? event.kind) : event.kind;
    const key = [when.hourMs, when.localDay, bookingId, creativeId, positionId, kind, reason].join(' ');
    const sum = sums.get(key) ?? { ...when, bookingId, creativeId, positionId, kind, reason, events: 0 };
    sum.events += 1;
    sums.set(key, sum);
  }
  return [...sums.values()];
}

function hourAndDay(
  event: DeliveryEvent,
  zones: TimeZones,
  localDay: string | null = null,
): { readonly hourMs: number; readonly localDay: string } {
  return {
    hourMs: Math.floor(event.atMs / hourMs) * hourMs,
    localDay: localDay ?? localDayOf(event.atMs, zones.of(event.positionId)),
  };
}
