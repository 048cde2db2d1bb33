import { emptyCapTable } from '../../pacing/cap-table.ts';
import type { DeliveryState } from '../../pacing/delivery-state.ts';
import { restoreCapCount } from '../../pacing/frequency-cap.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { factsOfKept } from '../../targeting/kept-facts.ts';
import { dayMs, hourMs } from '../../time/durations.ts';
import { decide } from '../decide.ts';
import type { Decision } from '../decision.ts';
import type { Seed } from '../draw/random.ts';
import { type KeptRequest, keptSubject } from './kept-request.ts';
import { requestOfKept } from './repeat-decision.ts';

/** Decides a kept request anew, as often as wanted. */
export type ReplayedRequest = (seed: Seed) => Decision;

/**
 * Decides requests that were kept on another configuration than theirs, one after the other: parts of voice keep their debts
 * from one to the next, and of caps each request brings what was counted of its viewer. What it answers of a request holds
 * until the snapshot changes.
 * @param state of the snapshot, with a cap table of its own, which is emptied for each request
 * Source: docs/decisions/0095-foresight.md.
 */
export function createReplay(snapshot: Snapshot, state: DeliveryState): (request: KeptRequest) => ReplayedRequest {
  return (request) => {
    const { atMs, viewer } = request;
    const asked = requestOfKept(snapshot, request);
    const ofAll = factsOfKept(snapshot.targeting, request.facts);
    return (seed) => {
      emptyCapTable(state.caps);
      for (const count of viewer.counts) restoreCapCount(state.caps, count, { subject: keptSubject, nowMs: atMs });
      return decide(snapshot, asked, { nowMs: atMs, seed, state, reading: { ofAll }, explain: false });
    };
  };
}

/**
 * The same request at another moment, with what was counted of its viewer as long ago as it was.
 * @param toMs epoch ms, whole hours away from when it came
 */
export function movedRequest(request: KeptRequest, toMs: number): KeptRequest {
  const hours = Math.round((toMs - request.atMs) / hourMs);
  const windows = { hour: hours, day: Math.round((hours * hourMs) / dayMs), life: 0 } as const;
  const counts = request.viewer.counts.map((count) => ({ ...count, window: count.window + windows[count.scope] }));
  return { ...request, atMs: toMs, viewer: { ...request.viewer, counts } };
}
