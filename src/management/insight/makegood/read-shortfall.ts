import type { MakegoodProposal } from '../../../contract/booking/actions/makegood.ts';
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
import { readMissed } from './read-missed.ts';

/** A booking that misses its goal, or whose screens missed planned plays. */
export type Shortfall = {
  readonly row: StoredBooking;
  readonly view: BookingView;
  /** The booking as a body that would create it. */
  readonly body: BookingBody;
  /** What is missing: events of its goal, or planned plays. The plan is the goal of a booking without one. */
  readonly basis: MakegoodProposal['basis'];
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
 * Returns the events that a booking will miss at its end, or the plays that the screens of a booking without a goal
 * missed on ended days.
 * @throws DomainError if it is not approved, reaches its goal, or has no goal or end and no missed plays
 */
export async function readShortfall(row: StoredBooking, call: AskedBy, sources: SharedSources): Promise<Shortfall> {
  const { database } = call.services;
  const { bookings } = sources;
  const { caller } = recordCallOf(call);
  const view = await presentRecord(bookings, row, { database, caller });
  const isApproved = row.lifecycle === 'approved' && row.archivedAt === null && view.status !== 'cancelled';
  const goal = goalOf(row);
  if (!isApproved || view.status === 'held') throw refuseMakegood(view, 'makegoodNotApproved');
  const document = Object.entries(bookingDocument(view));
  const body = parseBody(bookings.body, Object.fromEntries(document.filter(([, value]) => value !== null)));
  if (goal === null) return missedPlays({ row, view, body }, call, sources);
  if (row.endDate === null) throw refuseMakegood(view, 'makegoodWithoutGoal');
  const endMs = row.endDate.getTime();
  const delivered = await readDeliveredEvents(row, goal.counter, call);
  const forecast =
    endMs <= sources.nowMs()
      ? { expected: 0 }
      : await forecastDelivery(database, await taskOfSaved(row.id, call, sources), sources);
  const missing = goal.total - delivered - forecast.expected;
  if (missing < 1) throw refuseMakegood(view, 'makegoodNotNeeded');
  return { row, view, body, basis: 'goal', goal, delivered, expected: forecast.expected, missing, endMs };
}

async function missedPlays(
  booking: Pick<Shortfall, 'row' | 'view' | 'body'>,
  { services }: AskedBy,
  { nowMs }: SharedSources,
): Promise<Shortfall> {
  const { planned, missed, madeGood } = await readMissed(services.database, booking.row, nowMs());
  if (missed === 0) throw refuseMakegood(booking.view, 'makegoodWithoutGoal');
  const missing = missed - madeGood;
  if (missing < 1) throw refuseMakegood(booking.view, 'makegoodExists');
  const goal = { counter: 'impressions', total: planned } as const;
  return { ...booking, basis: 'missed_plays', goal, delivered: planned - missed, expected: 0, missing, endMs: nowMs() };
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

type RefusalName =
  | 'makegoodExists'
  | 'makegoodOnly'
  | 'makegoodNotApproved'
  | 'makegoodWithoutGoal'
  | 'makegoodNotNeeded';

export function refuseMakegood({ status, availableActions }: BookingView, name: RefusalName): DomainError {
  return new DomainError('action_not_allowed', {
    detail: detailMessage(name),
    currentStatus: status,
    availableActions,
  });
}
