import { hourMs } from '../time/durations.ts';
import type { LimitingReason } from '../vocabulary/reasons.ts';
import { type DeliveryHealth, healths, type Status } from '../vocabulary/statuses.ts';

/** Inputs of the health of a booking. */
export type HealthFacts = {
  readonly status: Status;
  /** False: the booking belongs to an option or offer, which never deliver. */
  readonly inCampaign: boolean;
  /** Epoch ms, inclusive. */
  readonly startMs: number;
  /** Goal and delivered part of it, in events; null: no goal. */
  readonly goal: { readonly total: number; readonly delivered: number } | null;
  /** Part of the goal that should be delivered by now, 0 to 1; null: unknown, or no delivery was promised. */
  readonly expectedPart: number | null;
  /** Serves only where no other booking can. Zero delivery is not a problem then. */
  readonly isFill: boolean;
  /** Has at least one impression. */
  readonly wasShown: boolean;
  /** Scheduled time without an impression, in ms, since the start of the booking or the last day with an impression. */
  readonly silentMs: number;
  /** Missed part of the planned plays on screens in the last days, 0 to 1; null: not planned. */
  readonly missedPart: number | null;
  /** The pacing plan reports that its positions have too few requests for its goal. */
  readonly isOverbooked: boolean;
  /** The counts of a third party differ from its own by more than the threshold of the account. */
  readonly hasDiscrepancy: boolean;
  /** Its budget or that of its campaign is spent. */
  readonly isBudgetSpent: boolean;
};

export type BookingHealth = { readonly health: DeliveryHealth; readonly limitingReasons: readonly LimitingReason[] };

/**
 * Returns the health of a booking and the reasons for underdelivery. Only bookings that run or should run soon are
 * judged. Stopped, unsubmitted and finished bookings are `ok`.
 * Source: product decisions 4; docs/decisions/0071-health.md.
 * @param nowMs epoch ms
 * @example a goal of 10,000 at half of its time (expectedPart 0.5): ok at 4,800, at_risk at 4,000, critical at 3,000
 */
export function bookingHealth(facts: HealthFacts, nowMs: number): BookingHealth {
  if (facts.status === 'running') return runningHealth(facts);
  const health = waits.includes(facts.status) && facts.inCampaign ? waitingHealth(facts.startMs - nowMs) : 'ok';
  return { health, limitingReasons: [] };
}

/**
 * Returns the worst of the given healths. The health of a campaign is the worst of its bookings.
 * @example ok and at_risk: at_risk
 */
export function worstHealth(some: readonly DeliveryHealth[]): DeliveryHealth {
  return healths.findLast((health) => some.includes(health)) ?? 'ok';
}

/**
 * Returns the part of a goal that should be delivered when the part `over` of its traffic or time is over. It exceeds
 * even pacing by the factor `1 + f (1 - t)`, as in `aheadBy`.
 * @param over 0 to 1
 * @param frontLoading 0 (even) to 0.4
 * @example expectedPartOf(0.5, 0) // 0.5
 * @example expectedPartOf(0.5, 0.4) // 0.6
 */
export function expectedPartOf(over: number, frontLoading: number): number {
  const t = Math.min(1, Math.max(0, over));
  return t * (1 + frontLoading * (1 - t));
}

/** Time before its start from which a pending booking is at risk. */
const soonMs = 72 * hourMs;
/** Below `riskPart` of the expected delivery a goal is at risk. Below `criticalPart` it is critical. */
const riskPart = 0.95;
const criticalPart = 0.75;
/** A booking is at risk if screens missed more than this part of its planned plays, and critical above the second one. */
const missedRiskPart = 0.1;
const missedCriticalPart = 0.5;
/** A shortfall of up to this many times the square root of the expected delivery counts as random. */
const chance = 3;
/**
 * Scheduled time without an impression after which a booking is at risk: `firstSilenceMs` if it never delivered,
 * `laterSilenceMs` if it did.
 */
const firstSilenceMs = hourMs;
const laterSilenceMs = 12 * hourMs;
const criticalSilenceMs = 24 * hourMs;

const waits: readonly Status[] = ['not_ready', 'pending_approval'];

function waitingHealth(untilStartMs: number): DeliveryHealth {
  if (untilStartMs <= 0) return 'critical';
  return untilStartMs <= soonMs ? 'at_risk' : 'ok';
}

function runningHealth(facts: HealthFacts): BookingHealth {
  const isGoalReached = facts.goal !== null && facts.goal.delivered >= facts.goal.total;
  if (isGoalReached || facts.isBudgetSpent) return { health: 'ok', limitingReasons: [] };
  const found: readonly (readonly [LimitingReason, DeliveryHealth])[] = [
    ['OVERBOOKED_POSITION', facts.isOverbooked ? 'at_risk' : 'ok'],
    ['BEHIND_GOAL', goalHealth(facts)],
    ['MISSED_PLAYS', missedHealth(facts)],
    ['NO_DELIVERY', silenceHealth(facts)],
    ['DISCREPANCY', facts.hasDiscrepancy ? 'at_risk' : 'ok'],
  ];
  return {
    health: worstHealth(found.map(([, health]) => health)),
    limitingReasons: found.flatMap(([reason, health]) => (health === 'ok' ? [] : [reason])),
  };
}

function goalHealth({ goal, expectedPart }: HealthFacts): DeliveryHealth {
  if (goal === null || expectedPart === null) return 'ok';
  const expected = goal.total * expectedPart;
  if (expected - goal.delivered <= chance * Math.sqrt(expected)) return 'ok';
  if (goal.delivered < criticalPart * expected) return 'critical';
  return goal.delivered < riskPart * expected ? 'at_risk' : 'ok';
}

function missedHealth({ missedPart }: HealthFacts): DeliveryHealth {
  if (missedPart === null || missedPart <= missedRiskPart) return 'ok';
  return missedPart > missedCriticalPart ? 'critical' : 'at_risk';
}

function silenceHealth({ isFill, wasShown, silentMs }: HealthFacts): DeliveryHealth {
  if (isFill) return 'ok';
  if (silentMs >= criticalSilenceMs) return 'critical';
  return silentMs >= (wasShown ? laterSilenceMs : firstSilenceMs) ? 'at_risk' : 'ok';
}
