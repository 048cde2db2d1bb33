/*
 * The rules that make a booking ineligible, one group per file.
 *
 * A rule has a reason (`core/words/reasons.ts`) and a function of the candidate and the moment. `rule.ts` has the
 * types. The order of the groups is the order in which reasons are reported: status, schedule, position, audience,
 * together, delivery. `showable-ads.ts` finds the creatives of a booking that can be shown.
 *
 * A new rule belongs to one of these files and to the reference engine in `test/oracle`.
 */

import type { DeliveryState } from '../../pacing/delivery-state.ts';
import type { Candidate, SnapshotPosition } from '../../snapshot/snapshot.ts';
import { type RequestFacts, readFacts, withSlotParameters } from '../../targeting/request-facts.ts';
import type { TargetingIndex } from '../../targeting/targeting-index.ts';
import type { LocalMoment } from '../../time/local-time.ts';
import type { RefusalReason } from '../../words/reasons.ts';
import type { AdRequest, RequestedSlot } from '../ad-request.ts';
import type { Seed } from '../draw/random.ts';
import type { Taken } from '../draw/taken.ts';

/** A test that a candidate must pass, with the words that an explanation has for it. */
export type Rule = {
  readonly reason: RefusalReason;
  /** False when the rule refuses the candidate at no moment of the time span; asked once an hour, not per request. */
  readonly concerns: (candidate: Candidate, span: TimeSpan) => boolean;
  readonly allows: (candidate: Candidate, moment: DecisionMoment) => boolean;
  readonly expected: (candidate: Candidate, moment: DecisionMoment) => string;
  readonly actual: (candidate: Candidate, moment: DecisionMoment) => string;
};

/** From an instant (included) to an instant (excluded), epoch ms. */
export type TimeSpan = { readonly fromMs: number; readonly toMs: number };

/** What a rule may look at besides the candidate. */
export type DecisionMoment = {
  readonly nowMs: number;
  /** The same instant in the time zone of the position's publication. */
  readonly local: LocalMoment;
  /** What won the earlier slots of this request. */
  readonly taken: Taken;
  /** How many had won when the stack of this slot began: what won since is in the same stack. */
  readonly stackFrom: number;
  readonly position: SnapshotPosition;
  readonly targeting: TargetingIndex;
  readonly request: AdRequest;
  readonly slotIndex: number;
  readonly seed: Seed;
  readonly state: DeliveryState | null;
  readonly reading: RequestReading;
  /** `factsOf` fills it when the first tree asks; most decisions ask none. */
  facts: RequestFacts | null;
};

/** Exclusion labels in words. */
export function labelsText(labels: readonly string[]): string {
  return labels.join(' and ');
}

/** What was read of a request, for all of its slots; null: nobody has asked yet. */
export type RequestReading = { ofAll: RequestFacts | null };

/** What the request says for this slot, in the numbers of the snapshot's targeting. */
export function factsOf(moment: DecisionMoment): RequestFacts {
  return moment.facts ?? readMoment(moment);
}

function readMoment(moment: DecisionMoment): RequestFacts {
  const { targeting, request, slotIndex, reading } = moment;
  reading.ofAll ??= readFacts(targeting, request);
  moment.facts = withSlotParameters(targeting, reading.ofAll, (request.slots[slotIndex] as RequestedSlot).parameters);
  return moment.facts;
}
