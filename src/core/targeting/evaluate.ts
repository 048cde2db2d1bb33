import type { LocalMoment } from '../time/local-time.ts';
import { weekdays } from '../words/statuses.ts';
import type { RequestFacts } from './request-facts.ts';
import { placeInRising } from './rising-ids.ts';
import { lacksField } from './signature.ts';
import { nodeOperations, type TargetingIndex } from './targeting-index.ts';
import { wordsPerPlace } from './targeting-words.ts';

/**
 * What a tree says of a request: 2 it holds, 0 it does not, 1 only segments could tell, and they may not be looked at
 * without consent. `all` is the least of its children, `any` the greatest, `not` turns 2 and 0 round and leaves 1.
 */
export type TargetingAnswer = 0 | 1 | 2;

/**
 * The answer of a compiled tree, or of one of its nodes; allocates nothing.
 * @param at place of the node in the program
 * Source: product decisions 6 and 10.
 */
export function evaluateTargeting(
  index: TargetingIndex,
  at: number,
  facts: RequestFacts,
  local: LocalMoment,
): TargetingAnswer {
  const { program } = index;
  const end = at + (program[at + 1] as number);
  switch (program[at]) {
    case nodeOperations.all: {
      let least: TargetingAnswer = 2;
      for (let child = at + 2; child < end; child += program[child + 1] as number) {
        const answer = evaluateTargeting(index, child, facts, local);
        if (answer === 0) return 0;
        if (answer < least) least = answer;
      }
      return least;
    }
    case nodeOperations.any: {
      let greatest: TargetingAnswer = 0;
      for (let child = at + 2; child < end; child += program[child + 1] as number) {
        const answer = evaluateTargeting(index, child, facts, local);
        if (answer === 2) return 2;
        if (answer > greatest) greatest = answer;
      }
      return greatest;
    }
    case nodeOperations.not:
      return (2 - evaluateTargeting(index, at + 2, facts, local)) as TargetingAnswer;
    case nodeOperations.value:
      return valueAnswer(index, at, end, facts);
    case nodeOperations.url:
      return hasPart(index, at, end, facts) ? 2 : 0;
    case nodeOperations.near:
      return isNear(index, program[at + 2] as number, facts) ? 2 : 0;
    default:
      return isInDayPart(program, at, local) ? 2 : 0;
  }
}

function valueAnswer(index: TargetingIndex, at: number, end: number, facts: RequestFacts): TargetingAnswer {
  const { program, segmentField } = index;
  const field = program[at + 2] as number;
  if (!facts.consented && field === segmentField) return 1;
  // Most leaves ask for what the request does not say; a field beyond the masks has none.
  if (lacksField(facts.masks, field)) return 0;
  const place = facts.fields.indexOf(field);
  if (place === -1) return 0;
  const values = facts.values[place] as readonly number[];
  // The shorter list is gone through: a body has room for thousands of values.
  if (values.length > end - at - 3) return hasOneOf(program, at + 3, end, values) ? 2 : 0;
  for (let each = 0; each < values.length; each += 1) {
    if (isAmong(program, at + 3, end, values[each] as number)) return 2;
  }
  return 0;
}

/** True when one of the ids in a part of the program is among those of the request. */
function hasOneOf(program: Int32Array, from: number, to: number, values: readonly number[]): boolean {
  for (let place = from; place < to; place += 1) {
    const id = program[place] as number;
    if (values[placeInRising(values, id)] === id) return true;
  }
  return false;
}

/** Binary search in a rising part of the program. */
function isAmong(program: Int32Array, from: number, to: number, value: number): boolean {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((program[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low < to && program[low] === value;
}

function hasPart({ program, texts }: TargetingIndex, at: number, end: number, { page }: RequestFacts): boolean {
  if (page === null) return false;
  for (let place = at + 2; place < end; place += 1) {
    if (page.includes(texts[program[place] as number] as string)) return true;
  }
  return false;
}

function isNear({ places }: TargetingIndex, at: number, { place, near }: RequestFacts): boolean {
  if (place === null) return near?.has(placeKey(places, at)) ?? false;
  return isWithin(places, at, place);
}

/** True when a point, as a unit vector, lies within the radius of a place of an index. @param at of `TargetingWords.places` */
export function isWithin(places: readonly number[], at: number, place: readonly [number, number, number]): boolean {
  const x = place[0] - (places[at] as number);
  const y = place[1] - (places[at + 1] as number);
  const z = place[2] - (places[at + 2] as number);
  return x * x + y * y + z * z <= (places[at + 3] as number);
}

/** A place with its radius, by another name than its number in one index. @param at of `TargetingWords.places` */
export function placeKey(places: readonly number[], at: number): string {
  return places.slice(at, at + wordsPerPlace).join(' ');
}

function isInDayPart(program: Int32Array, at: number, local: LocalMoment): boolean {
  const dayBit = 1 << weekdays.indexOf(local.weekday);
  const isOn = ((program[at + 2] as number) & dayBit) !== 0;
  return isOn && local.minuteOfDay >= (program[at + 3] as number) && local.minuteOfDay < (program[at + 4] as number);
}
