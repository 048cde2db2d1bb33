import { isWithin, placeKey } from './evaluate.ts';
import { type RequestFacts, readFacts } from './request-facts.ts';
import type { RequestContext } from './targeting.ts';
import type { TargetingIndex } from './targeting-index.ts';
import { fieldKeyOf, type TargetingDictionary, wordsPerPlace } from './targeting-words.ts';
import { memberOfFact, type ValueFact } from './value-facts.ts';

/**
 * What is kept of a request: which of the things that bookings ask for it had, and nothing that none asks for. So it names
 * nobody, and a decision is repeated with it exactly.
 * Source: docs/decisions/0085-decisions-kept.md.
 */
export type KeptFacts = {
  readonly asked: readonly AskedThing[];
  /** `undefined`: not known, or nobody asked. */
  readonly consent: RequestContext['consent'];
};

/** One thing that bookings ask for: a value of a fact or of a parameter, a part of page addresses, or a place. */
export type AskedThing =
  | { readonly fact: ValueFact; readonly text: string }
  | { readonly key: string; readonly text: string }
  | { readonly part: string }
  /** As `placeKey` names it. */
  | { readonly place: string };

/** Parts of page addresses that a folded address has, by their places in `texts`. */
export function partsWithin({ texts }: Pick<TargetingDictionary, 'texts'>, page: string): readonly number[] {
  const found: number[] = [];
  for (let at = 0; at < texts.length; at += 1) {
    if (page.includes(texts[at] as string)) found.push(at);
  }
  return found;
}

/** Places with a radius in which a point lies, by where they begin in `places`. */
export function placesAround(
  { places }: Pick<TargetingDictionary, 'places'>,
  point: readonly [number, number, number],
): readonly number[] {
  const found: number[] = [];
  for (let at = 0; at < places.length; at += wordsPerPlace) {
    if (isWithin(places, at, point)) found.push(at);
  }
  return found;
}

/** A value by the field in which it stands. @param id of a value that a tree asks for */
export function askedValue(index: TargetingDictionary, field: number, id: number): AskedThing {
  const text = index.valueTexts[id] as string;
  const fact = fieldKeyOf(index.fieldOfFact, field);
  return fact === undefined ? { key: fieldKeyOf(index.fieldOfKey, field) ?? '', text } : { fact, text };
}

/** A place as it is kept. @param at where it begins in `places` */
export function askedPlace({ places }: TargetingDictionary, at: number): AskedThing {
  return { place: placeKey(places, at) };
}

/** What was kept, in the numbers of an index: every tree of it answers as for the request itself. */
export function factsOfKept(index: TargetingIndex, { asked, consent }: KeptFacts): RequestFacts {
  const parameters = new Map<string, string[]>();
  const context: Record<string, readonly string[]> = {};
  const parts: string[] = [];
  const near = new Set<string>();
  for (const thing of asked) {
    if ('fact' in thing) {
      const member = memberOfFact[thing.fact];
      context[member] = [...(context[member] ?? []), thing.text];
    } else if ('key' in thing) parameters.set(thing.key, [...(parameters.get(thing.key) ?? []), thing.text]);
    else if ('part' in thing) parts.push(thing.part);
    else near.add(thing.place);
  }
  const read = readFacts(index, { parameters, context: { ...(context as RequestContext), consent } });
  // What is folded has no such character, so that no part is found where two others meet.
  return { ...read, page: parts.length === 0 ? null : parts.join('\n'), place: null, near };
}
