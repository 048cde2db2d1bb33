import type { DeliveryState } from '../pacing/delivery-state.ts';
import type { Snapshot, SnapshotAd, SnapshotPosition } from '../snapshot/snapshot.ts';
import type { BookingId } from '../words/ids.ts';
import type { RefusalReason } from '../words/reasons.ts';
import type { AdRequest } from './ad-request.ts';
import type { Seed } from './draw/random.ts';
import type { RequestReading } from './rules/rule.ts';

/**
 * `decide` in `decide.ts` has the type `Decide`: a pure function, equal arguments give an equal answer.
 * Source: product decisions 5, architecture 1.
 */
export type Decide = (snapshot: Snapshot, request: AdRequest, circumstances: Circumstances) => Decision;

export type Circumstances = {
  /** Epoch milliseconds. */
  readonly nowMs: number;
  /** 64 random bits as two unsigned 32-bit integers; the same seed gives the same draws. */
  readonly seed: Seed;
  /** What pacing, goals and caps say now; left out: bookings that need it are not asked. */
  readonly state?: DeliveryState;
  /**
   * What the request says, where the caller has read it with `readFacts` of this snapshot's targeting already; where not,
   * the decision leaves here what it has read.
   */
  readonly reading?: RequestReading;
  /** With traces of every candidate; without, `traces` is empty and the decision costs nothing more. */
  readonly explain: boolean;
};

export type Decision = {
  readonly revision: number;
  readonly nowMs: number;
  readonly seed: Seed;
  /** One entry per requested slot, in the order of the request; null: no ad. */
  readonly winners: readonly (Winner | null)[];
  /** One entry per requested slot when explained, else empty. */
  readonly traces: readonly SlotTrace[];
};

export type Winner = {
  readonly slotName: string;
  readonly position: SnapshotPosition;
  readonly ad: SnapshotAd;
};

export type SlotTrace = {
  readonly slotName: string;
  /** False when no position has this slot name. */
  readonly known: boolean;
  readonly candidates: readonly CandidateTrace[];
  /** The ticket that decided, 0 <= draw < drawSpace; null when nothing was eligible. */
  readonly draw: number | null;
  /** The trials of a large pool in their order; empty for a small one, which is scanned. */
  readonly trials: readonly TrialTrace[];
  /**
   * `claim`: a part of voice or a goal had its turn, and the shares of the others are what they would have been; null: no
   * ad.
   */
  readonly decidedBy: 'claim' | 'share' | 'fill' | null;
};

/** One trial of a large pool. Source: docs/decisions/0010-draw-tables.md. */
export type TrialTrace = {
  readonly ticket: number;
  /** Whom the ticket named; null: a ticket beyond the table. */
  readonly bookingId: BookingId | null;
  /**
   * `weighed_out`: named, but its weight lies below the cap of its level and the second number of the trial above it;
   * `refused`: the candidate's trace says by which rule.
   */
  readonly outcome: 'won' | 'weighed_out' | 'refused' | 'nobody';
};

export type CandidateTrace =
  | {
      readonly bookingId: BookingId;
      readonly eligible: false;
      /** The first rule that refused it. */
      readonly reason: RefusalReason;
      readonly expected: string;
      readonly actual: string;
    }
  | {
      readonly bookingId: BookingId;
      readonly eligible: true;
      /** weight / sum of weights; of a claim the part of the eligible requests that it is given. */
      readonly share: number;
      /**
       * Tickets from (included) and to (excluded) with which it wins; when a trial of a large pool decided, with which
       * a trial names it.
       */
      readonly fromTicket: number;
      readonly toTicket: number;
      readonly won: boolean;
    };
