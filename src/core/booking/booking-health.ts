import { hourMs } from '../time/durations.ts';
import type { LimitingReason } from '../words/reasons.ts';
import { type DeliveryHealth, healths, type Status } from '../words/statuses.ts';

/** What is asked of a booking to say how it is doing. */
export type HealthFacts = {
  readonly status: Status;
  /** False: it is in an option or offer, which never deliver. */
  readonly inCampaign: boolean;
  /** Epoch ms, included. */
  readonly startMs: number;
  /** Its goal and what was delivered of it, in events; null: it has none. */
  readonly goal: { readonly total: number; readonly delivered: number } | null;
  /** Part of the goal that should be delivered by now, 0 to 1; null: nobody can say, or it was promised nothing. */
  readonly expectedPart: number | null;
  /** It shows only where no other booking can, so that showing nothing is no fault. */
  readonly isFill: boolean;
  /** It has been shown at least once. */
  readonly wasShown: boolean;
  /** How long of its scheduled time, in ms, it has not been shown since its start or the last day on which it was. */
  readonly silentMs: number;
  /** The plan of the pacing says that its positions do not have what it needs. */
  readonly isOverbooked: boolean;
};

export type BookingHealth = { readonly health: DeliveryHealth; readonly limitingReasons: readonly LimitingReason[] };

/**
 * How a booking is doing, and why it is given less than it asks for. Only what runs, or should run soon, is judged:
 * what somebody stopped, has not submitted, or what is over, is `ok`.
 * @param nowMs epoch ms
 * @example a goal of 10,000 at half of its time (expectedPart 0.5): ok at 4,800, at_risk at 4,000, critical at 3,000
 * Source: product decisions 4; docs/decisions/0071-health.md.
 */
export function bookingHealth(facts: HealthFacts, nowMs: number): BookingHealth {
  if (facts.status === 'running') return runningHealth(facts);
  const health = waits.includes(facts.status) && facts.inCampaign ? waitingHealth(facts.startMs - nowMs) : 'ok';
  return { health, limitingReasons: [] };
}

/** The worst of some: the health of a campaign is that of the worst of its bookings. @example ok and at_risk: at_risk */
export function worstHealth(some: readonly DeliveryHealth[]): DeliveryHealth {
  return healths.findLast((health) => some.includes(health)) ?? 'ok';
}

/**
 * Part of a goal that should be delivered when the part `over` of its traffic or time is over; ahead of even by
 * `t (1 + f (1 - t))`, as `aheadBy` has it.
 * @param over 0 to 1
 * @param frontLoading 0 (even) to 0.4
 * @example expectedPartOf(0.5, 0) // 0.5
 * @example expectedPartOf(0.5, 0.4) // 0.6
 */
export function expectedPartOf(over: number, frontLoading: number): number {
  const t = Math.min(1, Math.max(0, over));
  return t * (1 + frontLoading * (1 - t));
}

/** What waits for somebody is worth a look from so long before its start. */
const soonMs = 72 * hourMs;
/** Below this part of what is expected a goal is at risk, and critical. */
const riskPart = 0.95;
const criticalPart = 0.75;
/** What is missing is chance up to so many times the square root of what is expected. */
const chance = 3;
/** Scheduled time without an impression after which a booking that was never shown, or was before, is at risk. */
const firstSilenceMs = hourMs;
const laterSilenceMs = 12 * hourMs;
const criticalSilenceMs = 24 * hourMs;

const waits: readonly Status[] = ['not_ready', 'pending_approval'];

function waitingHealth(untilStartMs: number): DeliveryHealth {
  if (untilStartMs <= 0) return 'critical';
  return untilStartMs <= soonMs ? 'at_risk' : 'ok';
}

function runningHealth(facts: HealthFacts): BookingHealth {
  if (facts.goal !== null && facts.goal.delivered >= facts.goal.total) return { health: 'ok', limitingReasons: [] };
  const found: readonly (readonly [LimitingReason, DeliveryHealth])[] = [
    ['OVERBOOKED_POSITION', facts.isOverbooked ? 'at_risk' : 'ok'],
    ['BEHIND_GOAL', goalHealth(facts)],
    ['NO_DELIVERY', silenceHealth(facts)],
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

function silenceHealth({ isFill, wasShown, silentMs }: HealthFacts): DeliveryHealth {
  if (isFill) return 'ok';
  if (silentMs >= criticalSilenceMs) return 'critical';
  return silentMs >= (wasShown ? laterSilenceMs : firstSilenceMs) ? 'at_risk' : 'ok';
}
