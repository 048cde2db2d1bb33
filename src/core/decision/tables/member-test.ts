import { mayHold } from '../../targeting/signature.ts';
import { isRefused, refusedAllHour, rulesOfAudience } from '../eligible.ts';
import { targetingAnswer } from '../rules/audience-rules.ts';
import { type EvaluationContext, factsOf } from '../rules/rule.ts';
import { type MemberArena, memberAt, memberLayout, wordsPerTest } from './member-arena.ts';

/**
 * Reports whether one of a set of rules rejects a member, with the same result as `isRefused`. The candidate is read
 * only if its words in the arena are not sufficient.
 */
export function isMemberRefused(
  arena: MemberArena,
  memberIndex: number,
  moment: EvaluationContext,
  set: number,
): boolean {
  if ((set & refusedAllHour) !== 0) return true;
  if ((set & rulesOfAudience) !== 0 && !matchesTargeting(arena.tests, wordsPerTest * memberIndex, moment)) return true;
  const rest = set & ~rulesOfAudience;
  return rest !== 0 && isRefused(memberAt(arena, memberIndex), moment, rest);
}

/** Evaluates the targeting tree only if its signatures match, so that non-matching members are not read. */
function matchesTargeting(tests: Uint32Array, at: number, moment: EvaluationContext): boolean {
  return (
    mayHold(tests, at + memberLayout.signatures, factsOf(moment).masks) &&
    targetingAnswer((tests[at + memberLayout.targetingAt] as number) | 0, moment) === 2
  );
}
