/*
 * Rules that make a booking ineligible, one group per file.
 *
 * A rule has a reason (`core/vocabulary/reasons.ts`) and a predicate over the candidate and the moment. `rule.ts` has the
 * types. Reasons are reported in the order of the groups: status, schedule, audience, position, delivery, together, roadblock,
 * experiment.
 * `showable-ads.ts` finds the creatives of a booking that can be shown.
 *
 * A new rule belongs in one of these files and in the reference engine in `test/oracle`.
 */

import type { DeliveryState } from '../../pacing/delivery-state.ts';
import type { Candidate, SnapshotPosition } from '../../snapshot/snapshot.ts';
import { type RequestFacts, readFacts, withScreenFacts, withSlotParameters } from '../../targeting/request-facts.ts';
import type { TargetingIndex } from '../../targeting/targeting-index.ts';
import type { LocalMoment } from '../../time/local-time.ts';
import type { RefusalReason } from '../../vocabulary/reasons.ts';
import type { AdRequest, RequestedSlot } from '../ad-request.ts';
import type { PriorWinners } from '../draw/prior-winners.ts';
import type { Seed } from '../draw/random.ts';

/** A condition that a candidate must meet, with the texts of its trace. */
export type Rule = {
  readonly reason: RefusalReason;
  /**
   * False if the rule accepts the candidate at every moment of the time span. Evaluated once per hour, not per request.
   */
  readonly concerns: (candidate: Candidate, span: TimeSpan) => boolean;
  readonly allows: (candidate: Candidate, moment: EvaluationContext) => boolean;
  readonly expected: (candidate: Candidate, moment: EvaluationContext) => string;
  readonly actual: (candidate: Candidate, moment: EvaluationContext) => string;
};

/** From an instant (inclusive) to an instant (exclusive), epoch ms. */
export type TimeSpan = { readonly fromMs: number; readonly toMs: number };

/** Inputs of rules other than the candidate. */
export type EvaluationContext = {
  readonly nowMs: number;
  /** The same instant in the time zone of the publication of the position. */
  readonly local: LocalMoment;
  /** Winners of the earlier slots of this request. */
  readonly taken: PriorWinners;
  /** Number of winners before the stack of this slot. Later winners belong to the same stack. */
  readonly stackFrom: number;
  readonly position: SnapshotPosition;
  readonly targeting: TargetingIndex;
  readonly request: AdRequest;
  readonly slotIndex: number;
  readonly seed: Seed;
  readonly state: DeliveryState | null;
  readonly reading: RequestReading;
  /** Bookings whose holdout contains the viewer; null: none. */
  readonly heldOut: ReadonlySet<number> | null;
  /** The other slots of the request, for roadblocks; null: only this slot is evaluated. */
  readonly page: RoadblockView | null;
  /** Filled by `factsOf` when the first targeting tree is evaluated. Most decisions evaluate none. */
  facts: RequestFacts | null;
};

/** The slots of a request, as roadblocks read them. */
export type RoadblockView = {
  /** Returns the state of a roadblock in a slot. Equal calls in one slot return the same object. */
  readonly stateOf: (candidate: Candidate, moment: EvaluationContext) => RoadblockState;
};

/** A roadblock in the slot that is being decided. */
export type RoadblockState = {
  /** Slot in which it was drawn before; null: this is its draw. */
  readonly decidedIn: string | null;
  /** Slots of a roadblock with mode `all` that it cannot get, as text; empty: it is complete. */
  readonly missing: readonly string[];
};

/** Returns exclusion labels as text. */
export function labelsText(labels: readonly string[]): string {
  return labels.join(' and ');
}

/** Facts of a request for all its slots; null: not read yet. */
export type RequestReading = { ofAll: RequestFacts | null };

/** Returns the facts of the request and the position for this slot, as numbers of the targeting of the snapshot. */
export function factsOf(moment: EvaluationContext): RequestFacts {
  return moment.facts ?? readMoment(moment);
}

function readMoment(moment: EvaluationContext): RequestFacts {
  const { targeting, request, slotIndex, reading, position } = moment;
  reading.ofAll ??= readFacts(targeting, request);
  const { parameters } = request.slots[slotIndex] as RequestedSlot;
  moment.facts = withScreenFacts(
    targeting,
    withSlotParameters(targeting, reading.ofAll, parameters),
    position.screenFacts,
  );
  return moment.facts;
}
