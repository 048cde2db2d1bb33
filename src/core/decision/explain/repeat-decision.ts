import { createCapTable } from '../../pacing/cap-table.ts';
import { createDeliveryState, type DeliveryState } from '../../pacing/delivery-state.ts';
import { restoreCapCount } from '../../pacing/frequency-cap.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { factsOfKept, type KeptFacts } from '../../targeting/kept-facts.ts';
import type { BookingId, PositionId } from '../../words/ids.ts';
import type { AdRequest, AdTerms, RequestParameters } from '../ad-request.ts';
import { decide } from '../decide.ts';
import type { Decision } from '../decision.ts';
import { contextOfKnown, type KeptRequest, type KeptTerms, keptSubject, seedOfId } from './kept-request.ts';

/** Enough for every count of a request; a power of two. */
const capSlots = 4_096;

/** The places in `stops` of bookings that were stopped; the others ran. */
export type StoppedBookings = ReadonlyMap<number, number>;

/**
 * Repeats a decision that was kept, with its trace.
 * @param snapshot of its revision, with every booking that covers its positions
 * @param request with an id
 * @param stopped as it was in the process that decided
 */
export function repeatDecision(snapshot: Snapshot, request: KeptRequest, stopped: StoppedBookings): Decision {
  return decide(snapshot, requestOfKept(snapshot, request), {
    nowMs: request.atMs,
    seed: seedOfId(request.id ?? ''),
    state: stateOfKept(snapshot, request, stopped),
    reading: { ofAll: factsOfKept(snapshot.targeting, request.facts) },
    explain: true,
  });
}

/** True when a repetition came to the ads that were chosen then. */
export function isRepeated({ winners }: Decision, { slots }: KeptRequest): boolean {
  return slots.every(({ winner }, index) => {
    const repeated = winners[index] ?? null;
    return repeated?.ad.id === winner?.adId && repeated?.ad.booking.id === winner?.bookingId;
  });
}

/** What a request took, by the ads that it refused. */
export function termsOfKept({ inWords, refusedAdIds, refusals }: KeptTerms): AdTerms {
  return {
    accepts: ({ id }) => !refusedAdIds.has(id),
    refusal: ({ id }) => refusals.get(id) ?? '',
    inWords: () => inWords,
  };
}

/** The request as it is decided: its parameters stand in its facts; those of slots of their own are needed as such. */
export function requestOfKept(snapshot: Snapshot, { slots, terms, viewer, maxPerBrand }: KeptRequest): AdRequest {
  return {
    slots: slots.map(({ positionId, isFurther, ownFacts }) => ({
      slotName: snapshot.positionById.get(positionId as PositionId)?.row.slotName ?? '',
      parameters: ownFacts === null ? nothing : parametersOf(ownFacts),
      ...(isFurther && { isFurther: true as const }),
    })),
    parameters: nothing,
    context: contextOfKnown(viewer.known),
    terms: terms === null ? undefined : termsOfKept(terms),
    ...(maxPerBrand !== null && { maxPerBrand }),
  };
}

const nothing: RequestParameters = new Map();

function parametersOf({ asked }: KeptFacts): RequestParameters {
  const parameters = new Map<string, string[]>();
  for (const thing of asked) {
    if ('key' in thing) parameters.set(thing.key, [...(parameters.get(thing.key) ?? []), thing.text]);
  }
  return parameters;
}

function stateOfKept(snapshot: Snapshot, request: KeptRequest, stopped: StoppedBookings): DeliveryState {
  const state = createDeliveryState(snapshot, createCapTable(capSlots));
  for (const [id, stop] of stopped) {
    const booking = snapshot.bookingById.get(id as BookingId);
    if (booking !== undefined) state.stopped[booking.bookingIndex] = stop;
  }
  for (const { bookingId, value } of request.claims) {
    const booking = snapshot.bookingById.get(bookingId as BookingId);
    if (booking === undefined) continue;
    const isVoice = booking.row.delivery.method === 'share_of_voice';
    (isVoice ? state.voiceDebts : state.acceptance)[booking.bookingIndex] = value;
  }
  const viewer = { subject: keptSubject, nowMs: request.atMs };
  for (const count of request.viewer.counts) restoreCapCount(state.caps, count, viewer);
  return state;
}
