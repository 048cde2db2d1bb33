import { type LocalMoment, minuteText } from '../time/local-time.ts';
import { weekdays } from '../vocabulary/statuses.ts';
import { evaluateTargeting } from './evaluate.ts';
import { fold } from './fold.ts';
import { factValues, type RequestFacts } from './request-facts.ts';
import { fieldKeyOf } from './targeting-dictionary.ts';
import { nodeOperations, type TargetingIndex } from './targeting-index.ts';
import type { ScreenFact, ValueFact } from './value-facts.ts';

/** Largest number of values of a leaf in a description. */
const maxWordsOfValues = 10;
/**
 * Largest number of characters per side. A page URL has up to 2,000 characters and would be repeated for every booking.
 */
const maxWordsLength = 200;

export type TargetingMismatch = { readonly expected: string; readonly actual: string };

/**
 * Returns the first leaf that prevents a tree from being met: the required value and the value of the request.
 * @param at offset of a tree whose result is 0
 */
export function describeFailure(
  index: TargetingIndex,
  at: number,
  facts: RequestFacts,
  local: LocalMoment,
): TargetingMismatch {
  let node = at;
  let wanted = true;
  while (index.program[node] === nodeOperations.not || isParent(index, node)) {
    if (index.program[node] === nodeOperations.not) {
      wanted = !wanted;
      node += 2;
    } else {
      node = decidingChild(index, node, facts, local);
    }
  }
  const { subject, expected, actual } = leafWords(index, node, facts, local);
  return { expected: cut(`${subject} ${wanted ? '' : 'not '}${expected}`), actual: cut(`${subject} ${actual}`) };
}

function cut(words: string): string {
  return words.length <= maxWordsLength ? words : `${words.slice(0, maxWordsLength - 1)}…`;
}

function isParent({ program }: TargetingIndex, node: number): boolean {
  return program[node] === nodeOperations.all || program[node] === nodeOperations.any;
}

/**
 * Returns the first child with the same result as its parent: `all` is the minimum of its children, `any` the maximum.
 */
function decidingChild(index: TargetingIndex, parent: number, facts: RequestFacts, local: LocalMoment): number {
  const answer = evaluateTargeting(index, parent, facts, local);
  let child = parent + 2;
  while (evaluateTargeting(index, child, facts, local) !== answer) child += index.program[child + 1] as number;
  return child;
}

type LeafWords = { readonly subject: string; readonly expected: string; readonly actual: string };

function leafWords(index: TargetingIndex, node: number, facts: RequestFacts, local: LocalMoment): LeafWords {
  const { program, geoAreas } = index;
  const end = node + (program[node + 1] as number);
  const [first = 0, second = 0, third = 0] = program.subarray(node + 2, end);
  switch (program[node]) {
    case nodeOperations.value: {
      const values = [...program.subarray(node + 3, end)].map((id) => index.valueTexts[id] as string);
      return {
        subject: index.fieldNames[first] as string,
        expected: listed(values, 'or'),
        actual: sentValues(index, first, facts),
      };
    }
    case nodeOperations.url: {
      const parts = [...program.subarray(node + 2, end)].map((text) => index.texts[text] as string);
      return { subject: 'page address', expected: `with ${listed(parts, 'or')}`, actual: facts.page ?? 'unknown' };
    }
    case nodeOperations.near: {
      const metres = geoAreas[first + 4] as number;
      const isKnown = facts.point !== null || (facts.near !== undefined && facts.near.size > 0);
      return {
        subject: 'coordinates',
        expected: `within ${metres} m of ${describeGeoArea(geoAreas, first)}`,
        actual: isKnown ? 'distance does not match' : 'unknown',
      };
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

function listed(values: readonly string[], word: 'and' | 'or'): string {
  const shown = values.slice(0, maxWordsOfValues).join(` ${word} `);
  return values.length <= maxWordsOfValues ? shown : `${shown} ${word} ${values.length - maxWordsOfValues} more`;
}

/** Returns the folded values of the request and of its position for a field. */
function sentValues({ fieldOfFact, fieldOfKey }: TargetingIndex, field: number, { sent, near }: RequestFacts): string {
  const fact = fieldKeyOf(fieldOfFact, field);
  const key = fieldKeyOf(fieldOfKey, field);
  const values =
    fact === undefined
      ? sent.parameters.flatMap((parameters) =>
          [...parameters].flatMap(([name, list]) => (fold(name) === key ? list : [])),
        )
      : (sent.position[fact as ScreenFact] ?? sentFact(fact, sent.context));
  // A recorded request only contains values that a booking targets.
  const nothing = near === undefined ? 'unknown' : 'unknown, or not targeted by any booking';
  return values.length === 0 ? nothing : listed([...new Set(values.map(fold))], 'and');
}

function sentFact(fact: ValueFact, context: RequestFacts['sent']['context']): readonly string[] {
  if (fact === 'segment' && context.consent !== 'granted') return ['closed without consent'];
  const values = factValues(context, fact);
  return typeof values === 'string' ? [values] : values;
}

function describeGeoArea(geoAreas: readonly number[], at: number): string {
  const [x = 0, y = 0, z = 0] = geoAreas.slice(at, at + 3);
  const degrees = (radians: number): string => ((radians * 180) / Math.PI).toFixed(4);
  return `${degrees(Math.asin(z))}, ${degrees(Math.atan2(y, x))}`;
}
