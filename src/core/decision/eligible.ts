import type { Candidate } from '../snapshot/snapshot.ts';
import type { RefusalReason } from '../words/reasons.ts';
import { audienceRules, targetingAnswer } from './rules/audience-rules.ts';
import { capRule, goalRules } from './rules/delivery-rules.ts';
import { blockedLabelRule, floorRule } from './rules/position-rules.ts';
import type { DecisionMoment, Rule, TimeSpan } from './rules/rule.ts';
import { creativeRule, scheduleRules, termsRule } from './rules/schedule-rules.ts';
import { statusRules } from './rules/status-rules.ts';
import { togetherRules } from './rules/together-rules.ts';

/**
 * The rules that a moment can decide, in groups that are asked together; a set of them is a number, bit i stands for
 * `ruleGroups[i]`. Those that look at what won earlier slots are one: few slots ask them.
 */
export const ruleGroups: readonly (readonly Rule[])[] = [
  ...[
    ...scheduleRules,
    ...audienceRules,
    blockedLabelRule,
    floorRule,
    creativeRule,
    termsRule,
    capRule,
    ...goalRules,
  ].map((rule) => [rule]),
  togetherRules,
];

/** All rules in the order in which they are asked, which is that of `refusalReasons`. */
export const rules: readonly Rule[] = [...statusRules, ...ruleGroups.flat()];

/** The rules that look at what was won earlier in the request; for its first slot they need not be asked. */
const rulesOfLaterSlots = setOf(['ALREADY_IN_REQUEST']);

/** The rule of positions with a floor. */
const rulesOfFloor = setOf(['BELOW_FLOOR']);

/** The rule of requests that do not take any ad. */
const rulesOfTerms = setOf(['REQUEST_TERMS_NOT_MET']);

const ruleOfDays = setOf(['DAY_NOT_ACTIVE']);
const ruleOfDayParts = setOf(['OUTSIDE_DAY_PART']);

/** Active days and parts of the day. */
export const rulesOfWallClock = ruleOfDays | ruleOfDayParts;

/** The rule of the last hour. */
export const rulesOfEnd = setOf(['AFTER_END']);

/** In a set: one of its rules refuses the candidate at every moment of the hour, so none need be asked. */
export const refusedAllHour = 1 << 15;

/** The rules that ask the booking's tree; one look at it answers both. */
export const rulesOfAudience = setOf(['TARGETING_NOT_MET', 'CONSENT_MISSING']);

/**
 * The first rule that refuses a candidate at a moment; null: it is eligible.
 * Source: product decisions 5.1.
 */
export function refusingRule(candidate: Candidate, moment: DecisionMoment): Rule | null {
  for (const rule of rules) {
    if (!rule.allows(candidate, moment)) return rule;
  }
  return null;
}

/**
 * The rules that may refuse a candidate in a time span, as a set.
 * @param candidate one of which `neverDelivers` is false: the rules of status cannot refuse it
 */
export function concernedRules(candidate: Candidate, span: TimeSpan): number {
  let set = 0;
  for (let index = 0; index < ruleGroups.length; index += 1) {
    if (ruleGroups[index]?.some((rule) => rule.concerns(candidate, span))) set |= 1 << index;
  }
  return set;
}

/** Those of them that ask the wall clock. */
export function concernedByWallClock({ booking: { activeDays, dayParts } }: Candidate): number {
  return (activeDays.length > 0 ? ruleOfDays : 0) | (dayParts.length > 0 ? ruleOfDayParts : 0);
}

/** The rules that may refuse anybody at a moment, as a set: what its request does not touch need not be asked. */
export function askedRules({ taken, request, position }: DecisionMoment): number {
  const ofTerms = request.terms === undefined ? rulesOfTerms : 0;
  const ofFloor = position.floor === null ? rulesOfFloor : 0;
  return taken.count === 0 ? ~(rulesOfLaterSlots | ofTerms | ofFloor) : ~(ofTerms | ofFloor);
}

/** True when one of a set of rules refuses a candidate at a moment. */
export function isRefused(candidate: Candidate, moment: DecisionMoment, set: number): boolean {
  if ((set & refusedAllHour) !== 0) return true;
  if ((set & rulesOfAudience) !== 0 && targetingAnswer(candidate.targetingAt, moment) !== 2) return true;
  for (let rest = set & ~rulesOfAudience; rest !== 0; rest &= rest - 1) {
    const group = groups[31 - Math.clz32(rest & -rest)] as Allowing;
    if (!group.allows(candidate, moment)) return true;
  }
  return false;
}

/** The groups with one of these rules. */
function setOf(reasons: readonly RefusalReason[]): number {
  const has = (group: readonly Rule[]) => group.some(({ reason }) => reasons.includes(reason));
  return ruleGroups.reduce((set, group, index) => (has(group) ? set | (1 << index) : set), 0);
}

type Allowing = Pick<Rule, 'allows'>;

/** What each group allows: a lone rule answers itself. */
const groups: readonly Allowing[] = ruleGroups.map((group) => ({
  allows: group
    .map(({ allows }) => allows)
    .reduce((one, other) => (candidate, moment) => one(candidate, moment) && other(candidate, moment)),
}));
