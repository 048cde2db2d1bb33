import type { BookingId } from '../vocabulary/ids.ts';

/** Part of a loop that a booking receives: a number of plays per loop, a part of all plays, or a share of the rest. */
export type LoopPart =
  | { readonly kind: 'plays'; readonly perLoop: number }
  | { readonly kind: 'percent'; readonly basisPoints: number }
  | { readonly kind: 'rest' };

/** Properties of a booking that affect the loop plan. */
export type LoopBooking = {
  readonly id: BookingId;
  readonly part: LoopPart;
  /** 0 (highest) to 9. Decides which bookings are served when a loop is overbooked. */
  readonly priority: number;
  /** `bookingWeight`: above 0. */
  readonly weight: number;
  /** Bookings with a common label never play consecutively. */
  readonly exclusionLabels: readonly string[];
  /** Minimum number of plays of other bookings between two of its own. */
  readonly minGap: number;
  /** Slots of a store roadblock in every loop, rising. It has no other slots. Omitted: none. */
  readonly pins?: readonly number[];
};

/** Bookings in the slots of one loop, in order; null: empty slot. */
export type Loop = readonly (BookingId | null)[];

/**
 * Reason why no screen of a store plays a store roadblock: the screen has no store, the loops, opening hours or time
 * zones of its screens differ, a screen does not accept it or has no creative for it, or no slots are free on all
 * screens.
 */
export type RoadblockProblem =
  | 'roadblock_no_store'
  | 'roadblock_loops_differ'
  | 'roadblock_screen_refuses'
  | 'roadblock_no_slot';

/** A rule of a booking that was violated, with the number of loops. */
export type LoopProblem =
  | {
      /** The loop is overbooked: the booking received fewer plays than purchased. */
      readonly kind: 'overbooked';
      readonly bookingId: BookingId;
      readonly missedPlays: number;
      readonly loops: number;
    }
  | {
      /** Its plays are closer together than its minimum gap. */
      readonly kind: 'gap';
      readonly bookingId: BookingId;
      readonly loops: number;
    }
  | {
      /** It follows a booking with a common exclusion label. */
      readonly kind: 'separation';
      readonly bookingId: BookingId;
      readonly otherId: BookingId;
      readonly loops: number;
    }
  | {
      /**
       * `no_offline_media`: none of its ads plays without a network, so it is omitted. `caps_not_applied`: its
       * frequency caps are not applied.
       */
      readonly kind: 'no_offline_media' | 'caps_not_applied' | RoadblockProblem;
      readonly bookingId: BookingId;
      readonly loops: number;
    };
