import type { Candidate, HeldBooking } from '../snapshot/snapshot.ts';
import type { RefusalReason } from '../vocabulary/reasons.ts';
import { audienceRules, targetingAnswer } from './rules/audience-rules.ts';
import { capRule, goalRules } from './rules/delivery-rules.ts';
import { holdoutRule } from './rules/experiment-rules.ts';
import { blockedLabelRule, floorRule } from './rules/position-rules.ts';
import { roadblockRules } from './rules/roadblock-rules.ts';
import type { EvaluationContext, Rule, TimeSpan } from './rules/rule.ts';
import { containerRule, creativeRule, scheduleRules, termsRule } from './rules/schedule-rules.ts';
import { statusRules } from './rules/status-rules.ts';
import { togetherRules } from './rules/together-rules.ts';

/**
 * Rules that depend on the moment, in groups that are evaluated together. A set of them is a bit mask: bit i represents
 * `ruleGroups[i]`. Rules that concern the same few bookings or slots form one group.
 */
export const ruleGroups: readonly (readonly Rule[])[] = [
  ...[...scheduleRules, ...audienceRules, blockedLabelRule, floorRule, creativeRule, termsRule].map((rule) => [rule]),
  [containerRule, capRule],
  goalRules,
  togetherRules,
  roadblockRules,
  [holdoutRule],
];

/** All rules in order of evaluation, which is that of `refusalReasons`. */
export const rules: readonly Rule[] = [...statusRules, ...ruleGroups.flat()];

/** Rules about winners of earlier slots of the request. Not needed for its first slot. */
const rulesOfLaterSlots = setOf(['ALREADY_IN_REQUEST']);

/** Rule of viewers in the holdout of an experiment. */
const rulesOfHoldout = setOf(['HOLDOUT']);

/** Rule of positions with a bid floor. */
const rulesOfFloor = setOf(['BELOW_FLOOR']);

/** Rule of requests with terms. */
const rulesOfTerms = setOf(['REQUEST_TERMS_NOT_MET']);

const ruleOfDays = setOf(['DAY_NOT_ACTIVE']);
const ruleOfDayParts = setOf(['OUTSIDE_DAY_PART']);

/** Rules of active days and dayparts. */
export const rulesOfWallClock = ruleOfDays | ruleOfDayParts;

/** Rule of the last hour. */
export const rulesOfEnd = setOf(['AFTER_END']);

/** Rule of the time before the start. */
export const rulesOfStart = setOf(['BEFORE_START']);

/** Rules of the dates of a booking and its ads. Only these depend on the time span. */
export const rulesOfDates = rulesOfStart | rulesOfEnd | setOf(['NO_FITTING_CREATIVE']);

/** Bit of a set: one of its rules rejects the candidate at every moment of the hour, so none need be evaluated. */
export const refusedAllHour = 1 << 15;

/** Rules that evaluate the targeting tree of the booking. One evaluation serves both. */
export const rulesOfAudience = setOf(['TARGETING_NOT_MET', 'CONSENT_MISSING']);

/** Returns the first rule that rejects a candidate at a moment; null: it is eligible. Source: product decisions 5.1. */
export function refusingRule(candidate: Candidate, moment: EvaluationContext): Rule | null {
  for (const rule of rules) {
    if (!rule.allows(candidate, moment)) return rule;
  }
  return null;
}

/**
 * Returns the set of rules that may reject a candidate in a time span.
 * @param candidate one for which `neverDelivers` is false: status rules cannot reject it
 */
export function concernedRules(candidate: Candidate, span: TimeSpan): number {
  let set = 0;
  for (let index = 0; index < ruleGroups.length; index += 1) {
    if (ruleGroups[index]?.some((rule) => rule.concerns(candidate, span))) set |= 1 << index;
  }
  return set;
}

/** The fields of a candidate that depend on the wall clock. */
export type WallClockTerms = { readonly booking: Pick<HeldBooking, 'activeDays' | 'dayParts'> };

/** Returns the subset that depends on the wall clock. */
export function concernedByWallClock({ booking: { activeDays, dayParts } }: WallClockTerms): number {
  return (activeDays.length > 0 ? ruleOfDays : 0) | (dayParts.length > 0 ? ruleOfDayParts : 0);
}

/**
 * Returns the set of rules that may reject any candidate at a moment. Rules that the request does not involve are
 * omitted.
 */
export function askedRules({ taken, request, position, heldOut }: EvaluationContext): number {
  const ofTerms = request.terms === undefined ? rulesOfTerms : 0;
  const ofFloor = position.floor === null ? rulesOfFloor : 0;
  const notAsked = ofTerms | ofFloor | (heldOut === null ? rulesOfHoldout : 0);
  return taken.count === 0 ? ~(rulesOfLaterSlots | notAsked) : ~notAsked;
}

/** Reports whether one of a set of rules rejects a candidate at a moment. */
export function isRefused(candidate: Candidate, moment: EvaluationContext, set: number): boolean {
  if ((set & refusedAllHour) !== 0) return true;
  if ((set & rulesOfAudience) !== 0 && targetingAnswer(candidate.targetingAt, moment) !== 2) return true;
  for (let rest = set & ~rulesOfAudience; rest !== 0; rest &= rest - 1) {
    const group = groups[31 - Math.clz32(rest & -rest)] as Allowing;
    if (!group.allows(candidate, moment)) return true;
  }
  return false;
}

/** Returns the set of groups that contain one of these rules. */
function setOf(reasons: readonly RefusalReason[]): number {
  const has = (group: readonly Rule[]) => group.some(({ reason }) => reasons.includes(reason));
  return ruleGroups.reduce((set, group, index) => (has(group) ? set | (1 << index) : set), 0);
}

type Allowing = Pick<Rule, 'allows'>;

/** Predicate of each group. A group with one rule uses the rule directly. */
const groups: readonly Allowing[] = ruleGroups.map((group) => ({
  allows: group
    .map(({ allows }) => allows)
    .reduce((one, other) => (candidate, moment) => one(candidate, moment) && other(candidate, moment)),
}));
