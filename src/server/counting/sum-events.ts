import type { BillableKind } from '../../core/words/ad-events.ts';
import type { DeliveryEvent } from './delivery-event.ts';
import { localDayOf } from './local-day.ts';
import type { TimeZones } from './position-time-zones.ts';

const hourMs = 60 * 60 * 1000;

/** What is added to one row of `delivery_hour`. */
export type DeliverySum = {
  readonly hourMs: number;
  readonly localDay: string;
  readonly bookingId: number;
  readonly creativeId: number;
  readonly positionId: number;
  impressions: number;
  viewables: number;
  clicks: number;
};

/** What is added to one row of `event_hour`. */
export type NamedSum = {
  readonly hourMs: number;
  readonly localDay: string;
  readonly bookingId: number;
  readonly creativeId: number;
  readonly positionId: number;
  readonly event: string;
  events: number;
};

/** What is added to one row of `filtered_hour`. */
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

/** What is added to one row of `booking_day`. */
export type BookingDay = {
  readonly bookingId: number;
  readonly localDay: string;
  impressions: number;
  viewables: number;
  clicks: number;
};

/** What is added to one row of `booking_total`. */
export type BookingTotal = Omit<BookingDay, 'localDay'>;

const counterOfKind = {
  impression: 'impressions',
  viewable: 'viewables',
  click: 'clicks',
} as const satisfies Record<BillableKind, string>;

/** Sums billable events that count, by the UTC hour and local day in which they happened; leaves out all others. */
export function sumCounted(events: readonly DeliveryEvent[], zones: TimeZones): DeliverySum[] {
  const sums = new Map<string, DeliverySum>();
  for (const event of events) {
    if (event.kind === 'video' || event.kind === 'custom') continue;
    const when = hourAndDay(event, zones);
    const { bookingId, creativeId, positionId } = event;
    const key = [when.hourMs, when.localDay, bookingId, creativeId, positionId].join(' ');
    const sum = sums.get(key) ?? {
      ...when,
      bookingId,
      creativeId,
      positionId,
      impressions: 0,
      viewables: 0,
      clicks: 0,
    };
    sum[counterOfKind[event.kind]] += 1;
    sums.set(key, sum);
  }
  return [...sums.values()];
}

/** Sums the events with a name that count, in the same way. */
export function sumNamed(events: readonly DeliveryEvent[], zones: TimeZones): NamedSum[] {
  const sums = new Map<string, NamedSum>();
  for (const event of events) {
    if (event.name === undefined) continue;
    const when = hourAndDay(event, zones);
    const { bookingId, creativeId, positionId, name } = event;
    const key = [when.hourMs, when.localDay, bookingId, creativeId, positionId, name].join(' ');
    const sum = sums.get(key) ?? { ...when, bookingId, creativeId, positionId, event: name, events: 0 };
    sum.events += 1;
    sums.set(key, sum);
  }
  return [...sums.values()];
}

/** The same sums without hour, creative and position. */
export function daysByBooking(sums: readonly DeliverySum[]): BookingDay[] {
  return summed(
    sums,
    ({ bookingId, localDay }) => `${bookingId} ${localDay}`,
    ({ bookingId, localDay }) => ({ bookingId, localDay, ...nothing }),
  );
}

/** The same without the day. */
export function totalsByBooking(days: readonly BookingDay[]): BookingTotal[] {
  return summed(
    days,
    ({ bookingId }) => bookingId,
    ({ bookingId }) => ({ bookingId, ...nothing }),
  );
}

type Billable = { impressions: number; viewables: number; clicks: number };
const nothing: Billable = { impressions: 0, viewables: 0, clicks: 0 };

function summed<Part extends Billable, Sum extends Billable>(
  parts: readonly Part[],
  keyOf: (part: Part) => unknown,
  emptyOf: (part: Part) => Sum,
): Sum[] {
  const sums = new Map<unknown, Sum>();
  for (const part of parts) {
    const key = keyOf(part);
    const sum = sums.get(key) ?? emptyOf(part);
    sum.impressions += part.impressions;
    sum.viewables += part.viewables;
    sum.clicks += part.clicks;
    sums.set(key, sum);
  }
  return [...sums.values()];
}

/** Sums events that are kept apart, each with its reason. */
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

function hourAndDay(event: DeliveryEvent, zones: TimeZones): { readonly hourMs: number; readonly localDay: string } {
  return {
    hourMs: Math.floor(event.atMs / hourMs) * hourMs,
    localDay: localDayOf(event.atMs, zones.of(event.positionId)),
  };
}
