import type { BookingBody, BookingView } from '../../../contract/booking/booking.ts';
import { counterOfGoal, type EventCounter, eventGoalKinds } from '../../../core/pricing/billable-events.ts';
import { type EventGoal, goalInEvents } from '../../../exchange/plan/goal-in-events.ts';
import { recordCallOf } from '../../api/call/authenticate-call.ts';
import { detailMessage } from '../../records/detail-message.ts';
import { DomainError } from '../../records/domain-error.ts';
import { parseBody } from '../../records/field-errors.ts';
import { presentRecord } from '../../records/present-record.ts';
import { bookingDocument } from '../../resources/booking/booking.ts';
import type { StoredBooking } from '../../resources/booking/read-booking-facts.ts';
import { forecastDelivery } from '../forecast/forecast-delivery.ts';
import { type AskedBy, type SharedSources, taskOfSaved } from '../forecast/forecast-tasks.ts';

/** A booking that misses its goal. */
export type Shortfall = {
  readonly row: StoredBooking;
  readonly view: BookingView;
  /** The booking as a body that would create it. */
  readonly body: BookingBody;
  readonly goal: EventGoal;
  readonly delivered: number;
  /** Events that are expected until its end. */
  readonly expected: number;
  /** At least 1. */
  readonly missing: number;
  /** Epoch ms, exclusive. */
  readonly endMs: number;
};

/**
 * Returns the events that a booking will miss at its end.
 * @throws DomainError if it is not approved, has no goal or no end, or reaches its goal
 */
export async function readShortfall(row: StoredBooking, call: AskedBy, sources: SharedSources): Promise<Shortfall> {
  const { database } = call.services;
  const { bookings } = sources;
  const { caller } = recordCallOf(call);
  const view = await presentRecord(bookings, row, { database, caller });
  const isApproved = row.lifecycle === 'approved' && row.archivedAt === null && view.status !== 'cancelled';
  const goal = goalOf(row);
  if (!isApproved || view.status === 'held') throw refused(view, 'makegoodNotApproved');
  if (goal === null || row.endDate === null) throw refused(view, 'makegoodWithoutGoal');
  const endMs = row.endDate.getTime();
  const delivered = await readDeliveredEvents(row, goal.counter, call);
  const forecast =
    endMs <= sources.nowMs()
      ? { expected: 0 }
      : await forecastDelivery(database, await taskOfSaved(row.id, call, sources), sources);
  const missing = goal.total - delivered - forecast.expected;
  if (missing < 1) throw refused(view, 'makegoodNotNeeded');
  const document = Object.entries(bookingDocument(view));
  const body = parseBody(bookings.body, Object.fromEntries(document.filter(([, value]) => value !== null)));
  return { row, view, body, goal, delivered, expected: forecast.expected, missing, endMs };
}

/** Returns the kind of goal that counts these events. */
export function goalKindOf(counter: EventCounter) {
  const kind = eventGoalKinds.find((each) => counterOfGoal[each] === counter);
  if (kind === undefined) throw new Error(`no goal counts ${counter}`);
  return kind;
}

function goalOf({ delivery, pricingModel, rateMicros }: StoredBooking): EventGoal | null {
  if (delivery.goal === undefined) return null;
  const price = pricingModel === null || rateMicros === null ? null : { model: pricingModel, rateMicros };
  return goalInEvents(delivery.goal, price);
}

async function readDeliveredEvents({ id }: StoredBooking, counter: EventCounter, { services }: AskedBy) {
  const total = await services.database
    .selectFrom('bookingTotal')
    .select(`bookingTotal.${counter} as events`)
    .where('bookingTotal.bookingId', '=', id)
    .executeTakeFirst();
  return total?.events ?? 0;
}

type RefusalName = 'makegoodNotApproved' | 'makegoodWithoutGoal' | 'makegoodNotNeeded';

function refused({ status, availableActions }: BookingView, name: RefusalName): DomainError {
  return new DomainError('action_not_allowed', {
    detail: detailMessage(name),
    currentStatus: status,
    availableActions,
  });
}
