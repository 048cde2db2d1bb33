import type { Candidate } from '../snapshot/snapshot.ts';
import type { RefusalReason } from '../words/reasons.ts';
import { audienceRules, targetingAnswer } from './rules/audience-rules.ts';
import { capRule, goalRules } from './rules/delivery-rules.ts';
import type { Moment, Rule, TimeSpan } from './rules/rule.ts';
import { creativeRule, scheduleRules, termsRule } from './rules/schedule-rules.ts';
import { statusRules } from './rules/status-rules.ts';
import { blockedLabelRule, togetherRules } from './rules/together-rules.ts';

/** The rules that a moment can decide; a set of them is a number, bit i stands for `momentRules[i]`. */
export const momentRules: readonly Rule[] = [
  ...scheduleRules,
  ...audienceRules,
  blockedLabelRule,
  creativeRule,
  termsRule,
  capRule,
  ...goalRules,
  ...togetherRules,
];

/** All rules in the order in which they are asked, which is that of `refusalReasons`. */
export const rules: readonly Rule[] = [...statusRules, ...momentRules];

/** The rules that look at what was won earlier in the request; for its first slot they need not be asked. */
const rulesOfLaterSlots = setOf(['EXCLUSION_LABEL', 'ALREADY_IN_REQUEST']);

/** The rule of requests that do not take any ad. */
const rulesOfTerms = setOf(['REQUEST_TERMS_NOT_MET']);

/** Active days and parts of the day. */
export const rulesOfWallClock = setOf(['DAY_NOT_ACTIVE', 'OUTSIDE_DAY_PART']);

/** In a set: one of its rules refuses the candidate at every moment of the hour, so none need be asked. */
export const refusedAllHour = 1 << 15;

/** The rules that ask the booking's tree; one look at it answers both. */
export const rulesOfAudience = setOf(['TARGETING_NOT_MET', 'CONSENT_MISSING']);

/**
 * The first rule that refuses a candidate at a moment; null: it is eligible.
 * Source: product decisions 5.1.
 */
export function refusingRule(candidate: Candidate, moment: Moment): Rule | null {
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
  for (let index = 0; index < momentRules.length; index += 1) {
    if (momentRules[index]?.concerns(candidate, span)) set |= 1 << index;
  }
  return set;
}

/** The rules that may refuse anybody at a moment, as a set: what its request does not touch need not be asked. */
export function askedRules({ taken, request }: Moment): number {
  const ofTerms = request.terms === undefined ? rulesOfTerms : 0;
  return taken.count === 0 ? ~(rulesOfLaterSlots | ofTerms) : ~ofTerms;
}

/** True when one of a set of rules refuses a candidate at a moment. */
export function isRefused(candidate: Candidate, moment: Moment, set: number): boolean {
  if ((set & refusedAllHour) !== 0) return true;
  if ((set & rulesOfAudience) !== 0 && targetingAnswer(candidate.targetingAt, moment) !== 2) return true;
  for (let rest = set & ~rulesOfAudience; rest !== 0; rest &= rest - 1) {
    const rule = momentRules[31 - Math.clz32(rest & -rest)] as Rule;
    if (!rule.allows(candidate, moment)) return true;
  }
  return false;
}

function setOf(reasons: readonly RefusalReason[]): number {
  return momentRules.reduce((set, { reason }, index) => (reasons.includes(reason) ? set | (1 << index) : set), 0);
}
