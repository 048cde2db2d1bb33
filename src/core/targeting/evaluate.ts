import type { LocalMoment } from '../time/local-time.ts';
import { weekdays } from '../vocabulary/statuses.ts';
import type { RequestFacts } from './request-facts.ts';
import { indexInRising } from './rising-ids.ts';
import { lacksField } from './signature.ts';
import { numbersPerGeoArea } from './targeting-dictionary.ts';
import { nodeOperations, type TargetingIndex } from './targeting-index.ts';

/**
 * Result of a tree for a request: 2 met, 0 not met, 1 depends on segments, which require consent. `all` is the minimum
 * of its children, `any` the maximum. `not` swaps 2 and 0 and keeps 1.
 */
export type TargetingAnswer = 0 | 1 | 2;

/**
 * Evaluates a compiled tree or one of its nodes. Does not allocate.
 * Source: product decisions 6 and 10.
 * @param at offset of the node in the program
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
  // Most leaves require a field that the request does not have. Fields beyond the masks have no bit.
  if (lacksField(facts.masks, field)) return 0;
  const fieldIndex = facts.fields.indexOf(field);
  if (fieldIndex === -1) return 0;
  const values = facts.values[fieldIndex] as readonly number[];
  // Iterates over the shorter list, because a request body can contain thousands of values.
  if (values.length > end - at - 3) return hasOneOf(program, at + 3, end, values) ? 2 : 0;
  for (let each = 0; each < values.length; each += 1) {
    if (isAmong(program, at + 3, end, values[each] as number)) return 2;
  }
  return 0;
}

/** Reports whether one of the IDs in a range of the program is among those of the request. */
function hasOneOf(program: Int32Array, from: number, to: number, values: readonly number[]): boolean {
  for (let fieldIndex = from; fieldIndex < to; fieldIndex += 1) {
    const id = program[fieldIndex] as number;
    if (values[indexInRising(values, id)] === id) return true;
  }
  return false;
}

/** Binary search in a sorted range of the program. */
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
  for (let word = at + 2; word < end; word += 1) {
    if (page.includes(texts[program[word] as number] as string)) return true;
  }
  return false;
}

function isNear({ geoAreas }: TargetingIndex, at: number, { point, near }: RequestFacts): boolean {
  if (point === null) return near?.has(geoAreaKey(geoAreas, at)) ?? false;
  return isWithin(geoAreas, at, point);
}

/**
 * Reports whether a point, as a unit vector, lies within the radius of a location of an index. @param at of
 * `TargetingDictionary.geoAreas`
 */
export function isWithin(geoAreas: readonly number[], at: number, point: readonly [number, number, number]): boolean {
  const x = point[0] - (geoAreas[at] as number);
  const y = point[1] - (geoAreas[at + 1] as number);
  const z = point[2] - (geoAreas[at + 2] as number);
  return x * x + y * y + z * z <= (geoAreas[at + 3] as number);
}

/**
 * Returns a key for a location with its radius that is independent of the index. @param at of `TargetingDictionary.geoAreas`
 */
export function geoAreaKey(geoAreas: readonly number[], at: number): string {
  return geoAreas.slice(at, at + numbersPerGeoArea).join(' ');
}

function isInDayPart(program: Int32Array, at: number, local: LocalMoment): boolean {
  const dayBit = 1 << weekdays.indexOf(local.weekday);
  const isOn = ((program[at + 2] as number) & dayBit) !== 0;
  return isOn && local.minuteOfDay >= (program[at + 3] as number) && local.minuteOfDay < (program[at + 4] as number);
}
