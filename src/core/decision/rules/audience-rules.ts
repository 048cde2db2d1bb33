import type { Candidate } from '../../snapshot/snapshot.ts';
import { describeFailure, type TargetingMismatch } from '../../targeting/describe.ts';
import { evaluateTargeting, type TargetingAnswer } from '../../targeting/evaluate.ts';
import { type EvaluationContext, factsOf, type Rule } from './rule.ts';

/** Targeting rules. Both evaluate the same tree: 0 not met, 1 consent missing, 2 met. */
export const audienceRules: readonly Rule[] = [
  {
    reason: 'TARGETING_NOT_MET',
    concerns: ({ targetingAt }) => targetingAt !== -1,
    allows: ({ targetingAt }, moment) => targetingAnswer(targetingAt, moment) !== 0,
    expected: (candidate, moment) => targetingWords(candidate, moment).expected,
    actual: (candidate, moment) => targetingWords(candidate, moment).actual,
  },
  {
    reason: 'CONSENT_MISSING',
    concerns: ({ targetingAt }) => targetingAt !== -1,
    allows: ({ targetingAt }, moment) => targetingAnswer(targetingAt, moment) !== 1,
    expected: () => 'consent for segments',
    actual: (_, moment) => factsOf(moment).sent.context.consent ?? 'unknown',
  },
];

/** Evaluates the targeting tree at an offset. A booking without a tree (-1) matches all requests. */
export function targetingAnswer(targetingAt: number, moment: EvaluationContext): TargetingAnswer {
  return targetingAt === -1 ? 2 : evaluateTargeting(moment.targeting, targetingAt, factsOf(moment), moment.local);
}

function targetingWords({ targetingAt }: Candidate, moment: EvaluationContext): TargetingMismatch {
  return describeFailure(moment.targeting, targetingAt, factsOf(moment), moment.local);
}
