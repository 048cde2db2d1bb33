import { type LocalMoment, minuteText } from '../words/local-time.ts';
import { weekdays } from '../words/statuses.ts';
import { evaluateTargeting } from './evaluate.ts';
import { fold } from './fold.ts';
import { factValues, type RequestFacts } from './request-facts.ts';
import type { ValueFact } from './targeting.ts';
import { operations, type TargetingIndex } from './targeting-index.ts';

/** Values of one leaf that are written out. */
const maxWordsOfValues = 10;

export type TargetingWords = { readonly expected: string; readonly actual: string };

/**
 * The first leaf that keeps a tree from holding: what it asks for and what the request has.
 * @param at place of a tree whose answer is 0
 */
export function describeFailure(
  index: TargetingIndex,
  at: number,
  facts: RequestFacts,
  local: LocalMoment,
): TargetingWords {
  let node = at;
  let wanted = true;
  while (index.program[node] === operations.not || isParent(index, node)) {
    if (index.program[node] === operations.not) {
      wanted = !wanted;
      node += 2;
    } else {
      node = decidingChild(index, node, facts, local);
    }
  }
  const { subject, expected, actual } = leafWords(index, node, facts, local);
  return { expected: `${subject} ${wanted ? '' : 'not '}${expected}`, actual: `${subject} ${actual}` };
}

function isParent({ program }: TargetingIndex, node: number): boolean {
  return program[node] === operations.all || program[node] === operations.any;
}

/** The first child that answers as its parent does: `all` is the least of its children and `any` the greatest. */
function decidingChild(index: TargetingIndex, parent: number, facts: RequestFacts, local: LocalMoment): number {
  const answer = evaluateTargeting(index, parent, facts, local);
  let child = parent + 2;
  while (evaluateTargeting(index, child, facts, local) !== answer) child += index.program[child + 1] as number;
  return child;
}

type LeafWords = { readonly subject: string; readonly expected: string; readonly actual: string };

function leafWords(index: TargetingIndex, node: number, facts: RequestFacts, local: LocalMoment): LeafWords {
  const { program, places } = index;
  const end = node + (program[node + 1] as number);
  const [first = 0, second = 0, third = 0] = program.subarray(node + 2, end);
  switch (program[node]) {
    case operations.value: {
      const values = [...program.subarray(node + 3, end)].map((id) => index.valueTexts[id] as string);
      return {
        subject: index.fieldNames[first] as string,
        expected: oneOf(values),
        actual: sentValues(index, first, facts),
      };
    }
    case operations.url: {
      const parts = [...program.subarray(node + 2, end)].map((place) => index.texts[place] as string);
      return { subject: 'page address', expected: `with ${oneOf(parts)}`, actual: facts.page ?? 'unknown' };
    }
    case operations.near: {
      const metres = places[first + 4] as number;
      const actual = facts.place === null ? 'unknown' : 'farther or nearer than that';
      return { subject: 'coordinates', expected: `within ${metres} m of ${placeWords(places, first)}`, actual };
    }
    default: {
      const days = weekdays.filter((_, day) => (first & (1 << day)) !== 0).join(' ');
      const { weekday, minuteOfDay } = local;
      return {
        subject: 'time',
        expected: `in ${days} ${minuteText(second)}-${minuteText(third)}`,
        actual: `${weekday} ${minuteText(minuteOfDay)}`,
      };
    }
  }
}

function oneOf(values: readonly string[]): string {
  const shown = values.slice(0, maxWordsOfValues).join(' or ');
  return values.length <= maxWordsOfValues ? shown : `${shown} or ${values.length - maxWordsOfValues} more`;
}

/** What the request has for a field, folded as it was compared. */
function sentValues({ fieldOfFact, fieldOfKey }: TargetingIndex, field: number, { sent }: RequestFacts): string {
  const fact = keyOf(fieldOfFact, field);
  const key = keyOf(fieldOfKey, field);
  const values =
    fact === undefined
      ? sent.parameters.flatMap((parameters) =>
          [...parameters].flatMap(([name, list]) => (fold(name) === key ? list : [])),
        )
      : sentFact(fact, sent.context);
  return values.length === 0 ? 'unknown' : [...new Set(values.map(fold))].join(' and ');
}

function sentFact(fact: ValueFact, context: RequestFacts['sent']['context']): readonly string[] {
  if (fact === 'segment' && context.consent !== 'granted') return ['closed without consent'];
  const values = factValues(context, fact);
  return typeof values === 'string' ? [values] : values;
}

function keyOf<Key>(fields: ReadonlyMap<Key, number>, field: number): Key | undefined {
  for (const [key, value] of fields) {
    if (value === field) return key;
  }
  return undefined;
}

function placeWords(places: readonly number[], at: number): string {
  const [x = 0, y = 0, z = 0] = places.slice(at, at + 3);
  const degrees = (radians: number): string => ((radians * 180) / Math.PI).toFixed(4);
  return `${degrees(Math.asin(z))}, ${degrees(Math.atan2(y, x))}`;
}
