import type { RecordedRequest } from '../../../core/decision/explain/recorded-request.ts';
import type { RecordedFacts } from '../../../core/targeting/recorded-facts.ts';
import { capParameters } from '../../../core/vocabulary/cap-subjects.ts';

/** Key-values that identify a viewer. A booking may target them, but they are not exported. */
const identifyingKeys: ReadonlySet<string> = new Set([
  'ui',
  'xz',
  'xs',
  'x5',
  'fp',
  capParameters.session,
  capParameters.household,
  capParameters.screen,
]);

/**
 * Returns a row for each slot of a recorded request, as lines of JSON with the fields `decisionSet.rowColumns`.
 * @param source of the record, and its index there
 */
export function decisionRows(
  request: RecordedRequest,
  { source, index }: { readonly source: string; readonly index: number },
): readonly string[] {
  const { id, atMs, revision, facts, missing } = request;
  return request.slots.map(({ positionId, isFurther, ownFacts, winner }, slot) => {
    const row = {
      id,
      slot,
      atMs,
      revision,
      positionId,
      isFurther,
      bookingId: winner?.bookingId ?? null,
      adId: winner?.adId ?? null,
      brandId: winner === null || winner.brandId === 0 ? null : winner.brandId,
      method: winner?.method ?? null,
      consent: facts.consent ?? null,
      ...valuesOf([...facts.asked, ...(ownFacts?.asked ?? [])]),
      isComplete: missing === 0,
      source,
      index,
    };
    return `${JSON.stringify(row)}\n`;
  });
}

function valuesOf(asked: RecordedFacts['asked']) {
  const facts: Record<string, string[]> = {};
  const parameters: Record<string, string[]> = {};
  const pageParts: string[] = [];
  const areas: string[] = [];
  for (const thing of asked) {
    if ('fact' in thing) append(facts, thing.fact, thing.text);
    else if ('key' in thing) {
      if (!identifyingKeys.has(thing.key)) append(parameters, thing.key, thing.text);
    } else if ('part' in thing) pageParts.push(thing.part);
    else areas.push(thing.geoArea);
  }
  return { facts, parameters, pageParts, areas };
}

function append(lists: Record<string, string[]>, key: string, text: string): void {
  lists[key] = [...(lists[key] ?? []), text];
}
