import type { AdRequest, RequestParameters } from '../decision/ad-request.ts';
import { fold } from './fold.ts';
import { unitVector } from './place.ts';
import { makeRising } from './rising-ids.ts';
import { addMask, noMasks } from './signature.ts';
import type { FactValues, RequestContext } from './targeting.ts';
import type { TargetingIndex } from './targeting-index.ts';
import { memberOfFact, type ValueFact } from './value-facts.ts';

/** One slot of a request in the numbers of an index; values that no tree asks for are left out. */
export type RequestFacts = {
  /** The fields for which the request has values, each once, and beside each the ids of its values, rising and each once. */
  readonly fields: readonly number[];
  readonly values: readonly (readonly number[])[];
  /** The bits of its values, as signatures have them. */
  readonly masks: readonly number[];
  /** False: segments may not be looked at, or no tree asks for them. */
  readonly consented: boolean;
  /** Folded page address; null: not known. */
  readonly page: string | null;
  readonly place: readonly [number, number, number] | null;
  /** What was read, for the words of an explanation: of the slot first, then of the whole request. */
  readonly sent: { readonly parameters: readonly RequestParameters[]; readonly context: RequestContext };
  /** Of a request that was kept: the places that the viewer was near, as `placeKey` names them. Left out: `place` tells. */
  readonly near?: ReadonlySet<string>;
};

/** What a request says for all its slots, looked up once for all candidates. */
export function readFacts(index: TargetingIndex, request: Pick<AdRequest, 'parameters' | 'context'>): RequestFacts {
  const context = request.context ?? {};
  const noted: NotedValues = { fields: [], values: [], masks: noMasks(index.fieldNames.length) };
  noteParameters(index, request.parameters, noted);
  for (const [fact, field] of index.fieldOfFact) {
    const sent = factValues(context, fact);
    if (typeof sent === 'string') note(index, field, sent, noted);
    else for (const value of sent) note(index, field, value, noted);
  }
  finish(noted);
  return {
    ...noted,
    consented: index.segmentField !== -1 && context.consent === 'granted',
    page: readPage(index, context),
    place: readPlace(index, context),
    sent: { parameters: [request.parameters], context },
  };
}

/** A context may read what it is asked for just then, so nothing is asked that no tree wants to know. */
function readPage({ texts }: TargetingIndex, context: RequestContext): string | null {
  if (texts.length === 0) return null;
  const { pageUrl } = context;
  return pageUrl === undefined ? null : fold(pageUrl);
}

function readPlace({ places }: TargetingIndex, context: RequestContext): RequestFacts['place'] {
  if (places.length === 0) return null;
  const { coordinates } = context;
  return coordinates === undefined ? null : unitVector(coordinates);
}

/** The same for a slot that has parameters of its own. */
export function withSlotParameters(
  index: TargetingIndex,
  facts: RequestFacts,
  parameters: RequestParameters,
): RequestFacts {
  if (parameters.size === 0) return facts;
  const sent = { ...facts.sent, parameters: [parameters, ...facts.sent.parameters] };
  // Slots mostly say what no tree asks for.
  if (!isAnyAsked(index, parameters)) return { ...facts, sent };
  const noted = {
    fields: [...facts.fields],
    values: facts.values.map((list) => [...list]),
    masks: [...facts.masks],
  };
  noteParameters(index, parameters, noted);
  finish(noted);
  return { ...facts, ...noted, sent };
}

function isAnyAsked({ fieldOfKey }: TargetingIndex, parameters: RequestParameters): boolean {
  let isAsked = false;
  parameters.forEach((_values, key) => {
    isAsked ||= folded(fieldOfKey, key) !== undefined;
  });
  return isAsked;
}

/** Values as they come, until `finish` puts them in order. */
type NotedValues = { readonly fields: number[]; readonly values: number[][]; readonly masks: number[] };

function noteParameters(index: TargetingIndex, parameters: RequestParameters, noted: NotedValues): void {
  if (index.fieldOfKey.size === 0) return;
  parameters.forEach((values, key) => {
    const field = folded(index.fieldOfKey, key);
    if (field === undefined) return;
    for (const value of values) note(index, field, value, noted);
  });
}

function note(index: TargetingIndex, field: number, value: string, { fields, values, masks }: NotedValues): void {
  const id = folded(index.valueIds[field] as ReadonlyMap<string, number>, value);
  if (id === undefined) return;
  const place = fields.indexOf(field);
  if (place === -1) {
    fields.push(field);
    values.push([id]);
  } else (values[place] as number[]).push(id);
  addMask(masks, field, id);
}

/** A value that is sent thousands of times is one: each is looked for in every tree that asks for its field. */
function finish({ values }: NotedValues): void {
  for (const ids of values) {
    if (ids.length > 1) makeRising(ids);
  }
}

/** Looks up a text by what it folds to. What is found as it stands is folded already, which most of what comes in is. */
function folded(entries: ReadonlyMap<string, number>, text: string): number | undefined {
  const known = entries.get(text);
  if (known !== undefined) return known;
  const same = fold(text);
  return same === text ? undefined : entries.get(same);
}

/** The values that a request has for a fact, as sent. */
export function factValues(context: RequestContext, fact: ValueFact): FactValues {
  return context[memberOfFact[fact]] ?? (fact === 'consent' ? 'unknown' : []);
}
