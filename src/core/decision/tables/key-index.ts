import { keyValuesOf } from '../../targeting/key-values.ts';
import type { RequestFacts } from '../../targeting/request-facts.ts';
import type { TargetingIndex } from '../../targeting/targeting-index.ts';
import type { MemberArena } from './member-arena.ts';
import { memberLayout, wordsPerTest } from './member-arena.ts';

/** Smaller groups are scanned linearly. */
export const leastIndexed = 64;

/** Index of the members of a group by the values that a request must have to match them, such as a keyword. */
export type KeyIndex = {
  /** Indexes of members without such a value, which are evaluated for every request. */
  readonly others: Uint32Array;
  readonly memberIndexesOfValue: ReadonlyMap<number, readonly number[]>;
};

/** @param range range of the members in the arena: `first` (inclusive) and `size` */
export function buildKeyIndex(
  targeting: TargetingIndex,
  { tests }: Pick<MemberArena, 'tests'>,
  { first, size }: { readonly first: number; readonly size: number },
): KeyIndex {
  const others: number[] = [];
  const memberIndexesOfValue = new Map<number, number[]>();
  for (let memberIndex = first; memberIndex < first + size; memberIndex += 1) {
    const targetingAt = (tests[wordsPerTest * memberIndex + memberLayout.targetingAt] as number) | 0;
    const values = keyValuesOf(targeting, targetingAt);
    if (values === null) {
      others.push(memberIndex);
      continue;
    }
    for (const value of values) {
      const memberIndexes = memberIndexesOfValue.get(value);
      if (memberIndexes === undefined) memberIndexesOfValue.set(value, [memberIndex]);
      else memberIndexes.push(memberIndex);
    }
  }
  return { others: Uint32Array.from(others), memberIndexesOfValue };
}

/** Number of the last walk that visited each arena index, so that each walk visits a member once. */
let visits = new Uint32Array(1_024);
let walk = 0;

/** Visits every member that a request may match, each once. The targeting of the others cannot be met. */
export function visitMatching(
  { others, memberIndexesOfValue }: KeyIndex,
  { values }: Pick<RequestFacts, 'values'>,
  arena: Pick<MemberArena, 'members'>,
  visit: (memberIndex: number) => void,
): void {
  if (visits.length < arena.members.length) visits = new Uint32Array(arena.members.length);
  walk = (walk + 1) >>> 0;
  if (walk === 0) {
    visits.fill(0);
    walk = 1;
  }
  for (let at = 0; at < others.length; at += 1) visit(others[at] as number);
  for (const ofField of values) {
    for (const value of ofField) {
      for (const memberIndex of memberIndexesOfValue.get(value) ?? noIndexes) {
        if (visits[memberIndex] === walk) continue;
        visits[memberIndex] = walk;
        visit(memberIndex);
      }
    }
  }
}

const noIndexes: readonly number[] = [];
