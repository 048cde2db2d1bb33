import { keyValuesOf } from '../../targeting/key-values.ts';
import type { RequestFacts } from '../../targeting/request-facts.ts';
import type { TargetingIndex } from '../../targeting/targeting-index.ts';
import type { MemberArena } from './member-arena.ts';
import { testWords, wordsPerTest } from './member-arena.ts';

/** Members of a smaller group are looked through one by one. */
export const leastIndexed = 64;

/** Where the members of a group are that may be meant by a request with a value, such as a keyword. */
export type KeyIndex = {
  /** Places of members that no value tells: they are asked at every request. */
  readonly others: Uint32Array;
  readonly placesOfValue: ReadonlyMap<number, readonly number[]>;
};

/** @param room places of the members in the arena, from the first (included) on */
export function buildKeyIndex(
  targeting: TargetingIndex,
  { tests }: Pick<MemberArena, 'tests'>,
  { first, size }: { readonly first: number; readonly size: number },
): KeyIndex {
  const others: number[] = [];
  const placesOfValue = new Map<number, number[]>();
  for (let place = first; place < first + size; place += 1) {
    const targetingAt = (tests[wordsPerTest * place + testWords.targetingAt] as number) | 0;
    const values = keyValuesOf(targeting, targetingAt);
    if (values === null) {
      others.push(place);
      continue;
    }
    for (const value of values) {
      const places = placesOfValue.get(value);
      if (places === undefined) placesOfValue.set(value, [place]);
      else places.push(place);
    }
  }
  return { others: Uint32Array.from(others), placesOfValue };
}

/** Beside each place of an arena the number of the walk that came by last, so that no member is visited twice in one. */
let visits = new Uint32Array(1_024);
let walk = 0;

/** Visits every member that a request may mean, each once; the others are not meant whatever their trees say besides. */
export function visitMeant(
  { others, placesOfValue }: KeyIndex,
  { values }: Pick<RequestFacts, 'values'>,
  arena: Pick<MemberArena, 'members'>,
  visit: (place: number) => void,
): void {
  if (visits.length < arena.members.length) visits = new Uint32Array(2 * arena.members.length);
  walk = (walk + 1) >>> 0;
  if (walk === 0) {
    visits.fill(0);
    walk = 1;
  }
  for (let at = 0; at < others.length; at += 1) visit(others[at] as number);
  for (const ofField of values) {
    for (const value of ofField) {
      for (const place of placesOfValue.get(value) ?? noPlaces) {
        if (visits[place] === walk) continue;
        visits[place] = walk;
        visit(place);
      }
    }
  }
}

const noPlaces: readonly number[] = [];
