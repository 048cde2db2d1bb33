import type { AdRequest, RequestParameters } from '../decision/ad-request.ts';
import { fold } from './fold.ts';
import { unitVector } from './geo-distance.ts';
import { makeRising } from './rising-ids.ts';
import { addMask, clearMask, noMasks } from './signature.ts';
import type { FactValues, RequestContext } from './targeting.ts';
import type { TargetingIndex } from './targeting-index.ts';
import { memberOfFact, noScreenFacts, type ScreenFact, type ScreenFacts, type ValueFact } from './value-facts.ts';

/** Facts of one slot of a request as numbers of an index. Values that no tree targets are omitted. */
export type RequestFacts = {
  /** Distinct fields for which the request has values, and for each the IDs of its values, sorted and distinct. */
  readonly fields: readonly number[];
  readonly values: readonly (readonly number[])[];
  /** Bit masks of its values for the comparison with signatures. */
  readonly masks: readonly number[];
  /** False: segments must not be used, or no tree targets them. */
  readonly consented: boolean;
  /** Folded page URL; null: unknown. */
  readonly page: string | null;
  readonly point: readonly [number, number, number] | null;
  /** The original values for descriptions: parameters first of the slot, then of the whole request. */
  readonly sent: {
    readonly parameters: readonly RequestParameters[];
    readonly context: RequestContext;
    readonly position: ScreenFacts;
  };
  /** For recorded requests: locations that contain the viewer, in the form of `geoAreaKey`. Omitted: use `point`. */
  readonly near?: ReadonlySet<string>;
};

/** Facts of a request without values. */
export const emptyFacts: RequestFacts = {
  fields: [],
  values: [],
  masks: [],
  consented: false,
  page: null,
  point: null,
  sent: { parameters: [], context: {}, position: noScreenFacts },
};

/** Reads the facts of a request for all its slots, once for all candidates. */
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
    point: readPoint(index, context),
    sent: { parameters: [request.parameters], context, position: noScreenFacts },
  };
}

/** A context may compute a field on access, so only fields that a tree targets are read. */
function readPage({ texts }: TargetingIndex, context: RequestContext): string | null {
  if (texts.length === 0) return null;
  const { pageUrl } = context;
  return pageUrl === undefined ? null : fold(pageUrl);
}

function readPoint({ geoAreas }: TargetingIndex, context: RequestContext): RequestFacts['point'] {
  if (geoAreas.length === 0) return null;
  const { coordinates } = context;
  return coordinates === undefined ? null : unitVector(coordinates);
}

/** Adds the parameters of a slot. */
export function withSlotParameters(
  index: TargetingIndex,
  facts: RequestFacts,
  parameters: RequestParameters,
): RequestFacts {
  if (parameters.size === 0) return facts;
  const sent = { ...facts.sent, parameters: [parameters, ...facts.sent.parameters] };
  // Parameters of slots are usually not targeted by any tree.
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

/**
 * Adds the values of the position of a slot, which replace those that the request states. Returns the same object if no
 * tree targets one of its facts, or the position has none, as for all positions of pages.
 */
export function withScreenFacts(index: TargetingIndex, facts: RequestFacts, position: ScreenFacts): RequestFacts {
  let noted: NotedValues | null = null;
  for (const fact in position) {
    const field = index.fieldOfFact.get(fact as ScreenFact);
    if (field === undefined) continue;
    noted ??= { fields: [...facts.fields], values: facts.values.map((list) => [...list]), masks: [...facts.masks] };
    forget(field, noted);
    for (const value of position[fact as ScreenFact] ?? []) note(index, field, value, noted);
  }
  if (noted === null) return facts;
  finish(noted);
  return { ...facts, ...noted, sent: { ...facts.sent, position } };
}

function isAnyAsked({ fieldOfKey }: TargetingIndex, parameters: RequestParameters): boolean {
  let isAsked = false;
  parameters.forEach((_values, key) => {
    isAsked ||= folded(fieldOfKey, key) !== undefined;
  });
  return isAsked;
}

/** Unsorted values, sorted by `finish`. */
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
  const point = fields.indexOf(field);
  if (point === -1) {
    fields.push(field);
    values.push([id]);
  } else (values[point] as number[]).push(id);
  addMask(masks, field, id);
}

function forget(field: number, { fields, values, masks }: NotedValues): void {
  const point = fields.indexOf(field);
  if (point === -1) return;
  fields.splice(point, 1);
  values.splice(point, 1);
  clearMask(masks, field);
}

/** Removes duplicates, because each value is searched in every tree that targets its field. */
function finish({ values }: NotedValues): void {
  for (const ids of values) {
    if (ids.length > 1) makeRising(ids);
  }
}

/** Looks up a text by its folded form. A text that is found unfolded is already folded, which is the usual case. */
function folded(entries: ReadonlyMap<string, number>, text: string): number | undefined {
  const known = entries.get(text);
  if (known !== undefined) return known;
  const same = fold(text);
  return same === text ? undefined : entries.get(same);
}

/** Returns the values of a request for a fact, as sent. */
export function factValues(context: RequestContext, fact: ValueFact): FactValues {
  const member = memberOfFact[fact];
  return (member === undefined ? undefined : context[member]) ?? (fact === 'consent' ? 'unknown' : []);
}
