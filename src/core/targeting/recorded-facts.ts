import { geoAreaKey, isWithin } from './evaluate.ts';
import { type RequestFacts, readFacts } from './request-facts.ts';
import type { RequestContext } from './targeting.ts';
import { fieldKeyOf, numbersPerGeoArea, type TargetingDictionary } from './targeting-dictionary.ts';
import type { TargetingIndex } from './targeting-index.ts';
import { memberOfFact, type ValueFact } from './value-facts.ts';

/**
 * Recorded part of a request: only values that bookings target, so it identifies no person, and a decision can be
 * repeated exactly. Source: docs/decisions/0085-recorded-decisions.md.
 */
export type RecordedFacts = {
  readonly asked: readonly TargetedValue[];
  /** `undefined`: unknown, or not needed by any booking. */
  readonly consent: RequestContext['consent'];
};

/** A targeted property: a value of a fact or parameter, a part of a page URL, or a location. */
export type TargetedValue =
  | { readonly fact: ValueFact; readonly text: string }
  | { readonly key: string; readonly text: string }
  | { readonly part: string }
  /** In the form of `geoAreaKey`. */
  | { readonly geoArea: string };

/** Returns the parts that a folded page URL contains, by index in `texts`. */
export function partsWithin({ texts }: Pick<TargetingDictionary, 'texts'>, page: string): readonly number[] {
  const found: number[] = [];
  for (let at = 0; at < texts.length; at += 1) {
    if (page.includes(texts[at] as string)) found.push(at);
  }
  return found;
}

/** Returns the locations whose radius contains a point, by offset in `geoAreas`. */
export function geoAreasAround(
  { geoAreas }: Pick<TargetingDictionary, 'geoAreas'>,
  point: readonly [number, number, number],
): readonly number[] {
  const found: number[] = [];
  for (let at = 0; at < geoAreas.length; at += numbersPerGeoArea) {
    if (isWithin(geoAreas, at, point)) found.push(at);
  }
  return found;
}

/** Returns a value by the field that contains it. @param id of a value that a tree targets */
export function askedValue(index: TargetingDictionary, field: number, id: number): TargetedValue {
  const text = index.valueTexts[id] as string;
  const fact = fieldKeyOf(index.fieldOfFact, field);
  return fact === undefined ? { key: fieldKeyOf(index.fieldOfKey, field) ?? '', text } : { fact, text };
}

/** Returns a location in its recorded form. @param at its offset in `geoAreas` */
export function requestedGeoArea({ geoAreas }: TargetingDictionary, at: number): TargetedValue {
  return { geoArea: geoAreaKey(geoAreas, at) };
}

/** Converts recorded facts to the numbers of an index. Every tree has the same result as for the original request. */
export function factsOfRecorded(index: TargetingIndex, { asked, consent }: RecordedFacts): RequestFacts {
  const parameters = new Map<string, string[]>();
  const context: Record<string, readonly string[]> = {};
  const parts: string[] = [];
  const near = new Set<string>();
  for (const thing of asked) {
    if ('fact' in thing) {
      const member = memberOfFact[thing.fact];
      if (member !== undefined) context[member] = [...(context[member] ?? []), thing.text];
    } else if ('key' in thing) parameters.set(thing.key, [...(parameters.get(thing.key) ?? []), thing.text]);
    else if ('part' in thing) parts.push(thing.part);
    else near.add(thing.geoArea);
  }
  const read = readFacts(index, { parameters, context: { ...(context as RequestContext), consent } });
  // Folded text contains no line break, so no part matches across two others.
  return { ...read, page: parts.length === 0 ? null : parts.join('\n'), point: null, near };
}
