import type { Candidate } from '../../snapshot/snapshot.ts';
import { mayHold } from '../../targeting/signature.ts';
import { isRefused, refusedAllHour, rulesOfAudience } from '../eligible.ts';
import { targetingAnswer } from '../rules/audience-rules.ts';
import { type DecisionMoment, factsOf } from '../rules/rule.ts';
import { type MemberArena, testWords, wordsPerTest } from './member-arena.ts';

/**
 * True when one of a set of rules refuses the member at a place; the same answer as `isRefused`. The candidate is
 * fetched from memory only for what its words in the arena cannot tell.
 */
export function isMemberRefused(
  { tests, members }: MemberArena,
  place: number,
  moment: DecisionMoment,
  set: number,
): boolean {
  if ((set & refusedAllHour) !== 0) return true;
  if ((set & rulesOfAudience) !== 0 && !isMeant(tests, wordsPerTest * place, moment)) return true;
  const rest = set & ~rulesOfAudience;
  return rest !== 0 && isRefused(members[place] as Candidate, moment, rest);
}

/** Asks the tree by its place, and that only where its signatures fit: who is not meant is not fetched from memory. */
function isMeant(tests: Uint32Array, at: number, moment: DecisionMoment): boolean {
  return (
    mayHold(tests, at + testWords.signatures, factsOf(moment).masks) &&
    targetingAnswer((tests[at + testWords.targetingAt] as number) | 0, moment) === 2
  );
}
