import { createCapTable } from '../../pacing/cap-table.ts';
import { createDeliveryState, type DeliveryState } from '../../pacing/delivery-state.ts';
import { restoreCapCount } from '../../pacing/frequency-cap.ts';
import type { Snapshot, SnapshotAd } from '../../snapshot/snapshot.ts';
import { factsOfRecorded, type RecordedFacts } from '../../targeting/recorded-facts.ts';
import type { BookingId, PositionId } from '../../vocabulary/ids.ts';
import type { AdRequest, AdTerms, RequestParameters } from '../ad-request.ts';
import { decide } from '../decide.ts';
import type { Decision } from '../decision.ts';
import { drawSpace } from '../draw/random.ts';
import {
  contextOfViewer,
  type RecordedRequest,
  type RecordedTerms,
  recordedSubject,
  seedOfId,
} from './recorded-request.ts';

/** Sufficient for all counts of a request; a power of two. */
const capSlots = 4_096;

/** Index in `stops` by stopped booking. Other bookings were running. */
export type StoppedBookings = ReadonlyMap<number, number>;

/**
 * Repeats a recorded decision, with its trace.
 * @param snapshot of its revision, with every booking that covers its positions
 * @param request with an ID
 * @param stopped state of the process that decided
 */
export function repeatDecision(snapshot: Snapshot, request: RecordedRequest, stopped: StoppedBookings): Decision {
  return decide(snapshot, requestOfRecorded(snapshot, request), {
    nowMs: request.atMs,
    seed: seedOfId(request.id ?? ''),
    state: stateOfKept(snapshot, request, stopped),
    reading: { ofAll: factsOfRecorded(snapshot.targeting, request.facts) },
    explain: true,
  });
}

/** Reports whether a repeated decision chose the recorded ads. */
export function isRepeated({ winners }: Decision, { slots }: RecordedRequest): boolean {
  return slots.every(({ winner }, index) => {
    const repeated = winners[index] ?? null;
    return repeated?.ad.id === winner?.adId && repeated?.ad.booking.id === winner?.bookingId;
  });
}

/** Rebuilds the terms of a request from the ads that it rejected. */
export function termsOfRecorded({ inWords, refusedAdIds, refusals, breakTime }: RecordedTerms): AdTerms {
  return {
    ...(breakTime !== null && {
      breakTime: { maxMs: breakTime.maxMs, durationMs: ({ id }: SnapshotAd) => breakTime.durationsMs.get(id) ?? 0 },
    }),
    accepts: ({ id }) => !refusedAdIds.has(id),
    refusal: ({ id }) => refusals.get(id) ?? '',
    inWords: () => inWords,
  };
}

/**
 * Returns the request to decide. Common parameters are already in its facts. Parameters of individual slots are still
 * needed.
 */
export function requestOfRecorded(
  snapshot: Snapshot,
  { slots, terms, viewer, maxPerBrand }: RecordedRequest,
): AdRequest {
  return {
    slots: slots.map(({ positionId, isFurther, ownFacts }) => ({
      slotName: snapshot.positionById.get(positionId as PositionId)?.row.slotName ?? '',
      parameters: ownFacts === null ? nothing : parametersOf(ownFacts),
      ...(isFurther && { isFurther: true as const }),
    })),
    parameters: nothing,
    context: contextOfViewer(viewer),
    terms: terms === null ? undefined : termsOfRecorded(terms),
    ...(maxPerBrand !== null && { maxPerBrand }),
  };
}

const nothing: RequestParameters = new Map();

function parametersOf({ asked }: RecordedFacts): RequestParameters {
  const parameters = new Map<string, string[]>();
  for (const thing of asked) {
    if ('key' in thing) parameters.set(thing.key, [...(parameters.get(thing.key) ?? []), thing.text]);
  }
  return parameters;
}

function stateOfKept(snapshot: Snapshot, request: RecordedRequest, stopped: StoppedBookings): DeliveryState {
  const state = createDeliveryState(snapshot, createCapTable(capSlots));
  // Only claims and reduced request rates are recorded.
  state.acceptance.fill(drawSpace);
  state.rotations = request.rotations;
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
  const viewer = { subject: recordedSubject, nowMs: request.atMs };
  for (const count of request.viewer.counts) restoreCapCount(state.caps, count, viewer);
  return state;
}
