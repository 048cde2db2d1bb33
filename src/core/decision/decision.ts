import type { DeliveryState } from '../pacing/delivery-state.ts';
import type { Snapshot, SnapshotAd, SnapshotPosition } from '../snapshot/snapshot.ts';
import type { AdId, BookingId, CreativeId } from '../vocabulary/ids.ts';
import type { RefusalReason } from '../vocabulary/reasons.ts';
import type { AdRequest } from './ad-request.ts';
import type { Seed } from './draw/random.ts';
import type { RequestReading } from './rules/rule.ts';

/**
 * Type of `decide` in `decide.ts`: a pure function. Equal arguments give an equal result. Source: product decisions 5,
 * architecture 1.
 */
export type Decide = (snapshot: Snapshot, request: AdRequest, circumstances: Circumstances) => Decision;

export type Circumstances = {
  /** Epoch milliseconds. */
  readonly nowMs: number;
  /** 64 random bits as two unsigned 32-bit integers. The same seed gives the same draws. */
  readonly seed: Seed;
  /** State of pacing, goals and frequency caps. Omitted: bookings that require it are not eligible. */
  readonly state?: DeliveryState;
  /**
   * Facts of the request if the caller has already read them with `readFacts` of the targeting of this snapshot.
   * Otherwise the decision stores here what it reads.
   */
  readonly reading?: RequestReading;
  /**
   * Bookings whose holdout contains the viewer, from `heldOutBookings`; null: none. Omitted: determined by the decision.
   */
  readonly heldOut?: ReadonlySet<number> | null;
  /** True: the decision does not change the state, so it may be made in addition to the actual one. */
  readonly readsOnly?: true;
  /** Adds traces of every candidate. If false, `traces` is empty and the decision has no extra cost. */
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
  /** True: a roadblock got the slot because it won an earlier one. Omitted: the slot was drawn or claimed. */
  readonly byRoadblock?: true;
};

/** `roadblock`: the winner of an earlier slot also got this one. */
export type WayOfWinning = 'claim' | 'share' | 'fill' | 'roadblock';

/** Returns how the winner of a slot was chosen. */
export function wayOfWinning({ byRoadblock, ad }: Pick<Winner, 'byRoadblock' | 'ad'>): WayOfWinning {
  if (byRoadblock === true) return 'roadblock';
  const { method } = ad.booking.delivery;
  return method === 'share' || method === 'fill' ? method : 'claim';
}

export type SlotTrace = {
  readonly slotName: string;
  /** False when no position has this slot name. */
  readonly known: boolean;
  readonly candidates: readonly CandidateTrace[];
  /** The deciding ticket, 0 <= draw < drawSpace; null if no booking was eligible. */
  readonly draw: number | null;
  /** Trials of a large pool in their order. Empty for a small pool, which is scanned. */
  readonly trials: readonly TrialTrace[];
  /**
   * `claim`: won by a share of voice or a goal, without changing the shares of the others. `roadblock`: the winner of an
   * earlier slot also got this one. null: no ad.
   */
  readonly decidedBy: WayOfWinning | null;
  /** Choice among the creatives of the winner; null: no ad, or a single creative. */
  readonly rotation: RotationTrace | null;
};

/** Weights of the creatives of a winner. Source: docs/decisions/0220-optimized-rotation.md. */
export type RotationTrace = {
  /** Plan that computed the weights; null: the weights of the booking. */
  readonly planNumber: number | null;
  /** Ticket of the draw, 0 <= draw < drawSpace. */
  readonly draw: number;
  /** Creatives that could be shown, in ascending order of ad ID. */
  readonly ads: readonly {
    readonly adId: AdId;
    readonly creativeId: CreativeId;
    /** Positive integer. */
    readonly weight: number;
  }[];
};

/** One trial of a large pool. Source: docs/decisions/0010-draw-tables.md. */
export type TrialTrace = {
  readonly ticket: number;
  /** Booking of the ticket; null: the ticket is beyond the table. */
  readonly bookingId: BookingId | null;
  /**
   * `weighed_out`: a booking was drawn, but the second number of the trial, scaled to the weight cap of its level, is
   * not below its weight. `refused`: the trace of the candidate has the rule.
   */
  readonly outcome: 'won' | 'weighed_out' | 'refused' | 'nobody';
};

export type CandidateTrace =
  | {
      readonly bookingId: BookingId;
      readonly eligible: false;
      /** The first rule that rejected it. */
      readonly reason: RefusalReason;
      readonly expected: string;
      readonly actual: string;
    }
  | {
      readonly bookingId: BookingId;
      readonly eligible: true;
      /** Weight divided by the sum of weights. For a claim: the part of the eligible requests assigned to it. */
      readonly share: number;
      /**
       * Winning tickets, from inclusive, to exclusive. If a trial of a large pool decided: the tickets for which a
       * trial names it.
       */
      readonly fromTicket: number;
      readonly toTicket: number;
      readonly won: boolean;
    };
