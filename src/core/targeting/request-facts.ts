import type { AdRequest, RequestedSlot, RequestParameters } from '../decision/ad-request.ts';
import type { LocalMoment } from '../words/local-time.ts';
import { fold } from './fold.ts';
import { unitVector } from './place.ts';
import type { RequestContext, ValueFact } from './targeting.ts';
import type { TargetingIndex } from './targeting-index.ts';

type WallTime = Pick<LocalMoment, 'weekday' | 'minuteOfDay'>;

/** One slot of a request in the numbers of an index; values that no tree asks for are left out. */
export type RequestFacts = {
  /** Entry f: ids of the values of field f; undefined where the request has none. */
  readonly values: readonly (readonly number[] | undefined)[];
  /** False: segments may not be looked at. */
  readonly consented: boolean;
  /** Folded page address; null: not known. */
  readonly page: string | null;
  readonly place: readonly [number, number, number] | null;
  readonly local: WallTime;
  /** What was read, for the words of an explanation: of the slot first, then of the whole request. */
  readonly sent: { readonly parameters: readonly RequestParameters[]; readonly context: RequestContext };
};

/** What a request says, looked up once for all candidates of a slot. */
export function readFacts(
  index: TargetingIndex,
  request: Pick<AdRequest, 'parameters' | 'context'>,
  slot: RequestedSlot,
  local: WallTime,
): RequestFacts {
  const context = request.context ?? {};
  const values: number[][] = [];
  values.length = index.fieldNames.length;
  const note = (field: number | undefined, value: string): void => {
    if (field === undefined) return;
    const id = folded(index.valueIds[field] as ReadonlyMap<string, number>, value);
    if (id === undefined) return;
    const list = values[field];
    if (list === undefined) values[field] = [id];
    else list.push(id);
  };
  const parameters = [slot.parameters, request.parameters];
  for (const one of parameters) {
    for (const [key, list] of one) {
      const field = folded(index.fieldOfKey, key);
      if (field === undefined) continue;
      for (const value of list) note(field, value);
    }
  }
  for (const [fact, field] of index.fieldOfFact) {
    for (const value of factValues(context, fact)) note(field, value);
  }
  return {
    values,
    consented: context.consent === 'granted',
    page: context.pageUrl === undefined || index.texts.length === 0 ? null : fold(context.pageUrl),
    place: context.coordinates === undefined || index.places.length === 0 ? null : unitVector(context.coordinates),
    local,
    sent: { parameters, context },
  };
}

/** Looks up a text by what it folds to. What is found as it stands is folded already, which most of what comes in is. */
function folded(entries: ReadonlyMap<string, number>, text: string): number | undefined {
  return entries.get(text) ?? entries.get(fold(text));
}

/** The values that a request has for a fact, as sent. */
export function factValues(context: RequestContext, fact: ValueFact): readonly string[] {
  switch (fact) {
    case 'segment':
      return context.segments ?? [];
    case 'category':
      return context.categories ?? [];
    case 'keyword':
      return context.keywords ?? [];
    case 'consent':
      return [context.consent ?? 'unknown'];
    default: {
      const value = context[fact];
      return value === undefined ? [] : typeof value === 'string' ? [value] : value;
    }
  }
}
