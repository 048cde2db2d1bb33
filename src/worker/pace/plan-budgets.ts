import { type EventCounter, type EventCounts, noCounts } from '../../core/pricing/billable-events.ts';
import { type CappedUnit, cappedUnitOf, daysOfFlight, eventsForBudget } from '../../core/pricing/price-model.ts';
import { minuteMs } from '../../core/time/durations.ts';
import type { LearnedRates } from '../../exchange/plan/learned-rates.ts';
import type { PlannedBudget } from '../../exchange/plan/plan-file.ts';
import { daysAhead } from './days-ahead.ts';
import type { PacedBooking } from './read-paced-bookings.ts';

/** Inputs of the budgets of a plan. */
export type BudgetFacts = {
  readonly nowMs: number;
  /** Number of the plan. The remainder of a budget rotates with it. */
  readonly number: number;
  readonly bookings: readonly PacedBooking[];
  /** Delivered events of each booking; missing: none. */
  readonly delivered: ReadonlyMap<number, EventCounts>;
  /** Events that the budget of each booking expects of won slots; missing: 0. */
  readonly pendingOfBudgets: ReadonlyMap<number, number>;
  /** Won slots of each booking since the last plan; missing: 0. */
  readonly wins: ReadonlyMap<number, number>;
  /** Spend of campaigns with a budget, in micro-units; missing: 0. */
  readonly spentByCampaign: ReadonlyMap<number, number>;
  /** Last local day with an impression, of bookings with a price per day; missing: none. */
  readonly lastDays: ReadonlyMap<number, string>;
  readonly rates: LearnedRates;
};

/** Time before its start from which a booking receives a part of the budget. */
const leadMs = minuteMs;

/**
 * Divides budgets into events that bookings may deliver until the next plan, so that the sum never exceeds a budget.
 * Bookings of a campaign receive parts of its budget in proportion to their recently won slots. Source:
 * docs/decisions/0222-budgets.md.
 * @returns by booking ID; bookings without a budget are missing
 */
export function planBudgets(facts: BudgetFacts): ReadonlyMap<number, PlannedBudget> {
  const limited = facts.bookings.flatMap((booking) => budgetedOf(booking, facts) ?? []);
  const left = new Map(limited.map((each) => [each.booking.bookingId, each.ownLeft]));
  const ofCampaigns = limited.filter(({ campaign }) => campaign !== null);
  for (const [campaignId, members] of Map.groupBy(ofCampaigns, ({ campaign }) => campaign?.id ?? 0)) {
    const total = members[0]?.campaign?.micros ?? 0;
    const spent = facts.spentByCampaign.get(campaignId) ?? 0;
    const pending = members.reduce((sum, { pending: events, cost }) => sum + events * cost, 0);
    divide(members, { micros: total - spent - pending, number: facts.number, left });
  }
  return new Map(
    limited.map(({ booking: { bookingId }, counter, brings }) => [
      bookingId,
      { counter, left: left.get(bookingId) ?? 0, brings },
    ]),
  );
}

/** A booking whose spend is limited. */
type Budgeted = {
  readonly booking: PacedBooking;
  readonly campaign: { readonly id: number; readonly micros: number } | null;
  readonly counter: EventCounter;
  /** Micro-units of one event. 0: the price does not depend on events. */
  readonly cost: number;
  /** Micro-units that are deducted in advance, for a price per day or booking. */
  readonly fixed: { readonly least: number; readonly all: number } | null;
  readonly brings: number;
  readonly pending: number;
  /** Events that its own budget allows. */
  readonly ownLeft: number;
  readonly wins: number;
  /** It delivers now or starts soon. */
  readonly isActive: boolean;
};

/** A price per day or booking. */
type FixedPrice = { readonly per: Exclude<CappedUnit['per'], 'events'>; readonly rateMicros: number };

/** Number of events of a booking that is limited by no event price. */
const unlimited = Number.MAX_SAFE_INTEGER;

/** null: it has no budget, or its events are free. */
function budgetedOf(booking: PacedBooking, facts: BudgetFacts): Budgeted | null {
  const { bookingId, budget, startMs, endMs } = booking;
  if (budget === null || budget.price.rateMicros <= 0) return null;
  const { price, ownMicros, campaign } = budget;
  const common = {
    booking,
    campaign,
    wins: facts.wins.get(bookingId) ?? 0,
    isActive: booking.isDelivering && startMs <= facts.nowMs + leadMs && (endMs === null || endMs > facts.nowMs),
  };
  const unit = cappedUnitOf(price);
  const counts = facts.delivered.get(bookingId) ?? noCounts();
  if (unit.per !== 'events') {
    const fixed = fixedCost({ per: unit.per, rateMicros: price.rateMicros }, booking, facts, counts);
    return { ...common, counter: 'impressions', cost: 0, fixed, brings: 1, pending: 0, ownLeft: unlimited };
  }
  const pending = facts.pendingOfBudgets.get(bookingId) ?? 0;
  const total = ownMicros === null ? unlimited : (eventsForBudget(ownMicros, price)?.total ?? 0);
  return {
    ...common,
    counter: unit.counter,
    cost: price.rateMicros / unit.events,
    fixed: null,
    // Almost every won slot becomes an impression. Expecting all of them keeps the cap hard.
    brings: unit.counter === 'impressions' ? 1 : facts.rates.of(bookingId, unit.counter).brings,
    pending,
    ownLeft: Math.max(0, Math.floor(total - counts[unit.counter] - pending)),
  };
}

/**
 * Returns the micro-units that a price per day or booking still costs: for its next delivery, and for the rest of its
 * flight.
 */
function fixedCost(
  { per, rateMicros }: FixedPrice,
  { bookingId, endMs, startMs, positions }: PacedBooking,
  { nowMs, lastDays }: BudgetFacts,
  counts: EventCounts,
): { readonly least: number; readonly all: number } {
  if (per === 'booking') {
    return counts.impressions > 0 ? { least: 0, all: 0 } : { least: rateMicros, all: rateMicros };
  }
  const parts = per === 'day' || endMs === null ? 1 : daysOfFlight(startMs, endMs);
  const rate = Math.ceil(rateMicros / parts);
  const timeZone = positions[0]?.timeZone ?? 'UTC';
  const { isTodayPaid, days } = daysAhead({
    nowMs,
    startMs,
    endMs,
    timeZone,
    lastDay: lastDays.get(bookingId) ?? null,
  });
  return { least: isTodayPaid ? 0 : rate, all: days * rate };
}

type Division = { readonly micros: number; readonly number: number; readonly left: Map<number, number> };

/** Divides the remaining budget of a campaign among its bookings and lowers their `left`. */
function divide(members: readonly Budgeted[], { micros, number, left }: Division): void {
  let rest = Math.max(0, micros);
  const active = members.filter(({ isActive }) => isActive);
  for (const { booking } of members) left.set(booking.bookingId, 0);
  for (const { booking, fixed } of active) {
    if (fixed === null || fixed.least > rest) continue;
    left.set(booking.bookingId, unlimited);
    rest -= Math.min(fixed.all, rest);
  }
  const byEvent = active.filter(({ fixed }) => fixed === null);
  const weights = byEvent.reduce((sum, { wins }) => sum + wins + 1, 0);
  let remainder = rest;
  for (const { booking, cost, wins, ownLeft } of byEvent) {
    const events = Math.min(ownLeft, Math.floor((rest * (wins + 1)) / weights / cost));
    left.set(booking.bookingId, events);
    remainder -= events * cost;
  }
  // Less than one event per booking remains, unless a booking is limited by its own budget.
  for (let index = 0; index < byEvent.length; index += 1) {
    const next = byEvent[(index + number) % byEvent.length] as Budgeted;
    const id = next.booking.bookingId;
    const events = left.get(id) ?? 0;
    const extra = Math.min(next.ownLeft - events, Math.floor(remainder / next.cost));
    if (extra <= 0) continue;
    left.set(id, events + extra);
    remainder -= extra * next.cost;
  }
}
