import { emptyCapTable } from '../../pacing/cap-table.ts';
import type { DeliveryState } from '../../pacing/delivery-state.ts';
import { restoreCapCount } from '../../pacing/frequency-cap.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { factsOfRecorded } from '../../targeting/recorded-facts.ts';
import { dayMs, hourMs } from '../../time/durations.ts';
import { decide } from '../decide.ts';
import type { Decision } from '../decision.ts';
import type { Seed } from '../draw/random.ts';
import { type RecordedRequest, recordedSubject } from './recorded-request.ts';
import { requestOfRecorded } from './repeat-decision.ts';

/** Decides a recorded request again. Can be called repeatedly. */
export type ReplayedRequest = (seed: Seed) => Decision;

/**
 * Creates a function that decides recorded requests on another configuration, one after the other. Shares of voice keep
 * their debts between requests. Frequency-cap counts come from each request. The returned function is valid until the
 * snapshot changes.
 * Source: docs/decisions/0095-simulations.md.
 * @param state of the snapshot, with its own cap table, which is emptied for each request
 */
export function createReplay(snapshot: Snapshot, state: DeliveryState): (request: RecordedRequest) => ReplayedRequest {
  return (request) => {
    const { atMs, viewer } = request;
    const asked = requestOfRecorded(snapshot, request);
    const ofAll = factsOfRecorded(snapshot.targeting, request.facts);
    return (seed) => {
      emptyCapTable(state.caps);
      for (const count of viewer.counts) restoreCapCount(state.caps, count, { subject: recordedSubject, nowMs: atMs });
      return decide(snapshot, asked, { nowMs: atMs, seed, state, reading: { ofAll }, explain: false });
    };
  };
}

/**
 * Moves a request to another time. The counts of its viewer keep their age.
 * @param toMs epoch ms, a whole number of hours from the time of the request
 */
export function movedRequest(request: RecordedRequest, toMs: number): RecordedRequest {
  const hours = Math.round((toMs - request.atMs) / hourMs);
  const windows = { hour: hours, day: Math.round((hours * hourMs) / dayMs), life: 0 } as const;
  const counts = request.viewer.counts.map((count) => ({ ...count, window: count.window + windows[count.scope] }));
  return { ...request, atMs: toMs, viewer: { ...request.viewer, counts } };
}
