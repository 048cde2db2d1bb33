import type { BookingId } from '../words/ids.ts';

/** What a booking has of a loop: so many plays of each, a part of all plays, or a share of what those leave. */
export type LoopPart =
  | { readonly kind: 'plays'; readonly perLoop: number }
  | { readonly kind: 'percent'; readonly basisPoints: number }
  | { readonly kind: 'rest' };

/** A booking as the plan of a loop sees it. */
export type LoopBooking = {
  readonly id: BookingId;
  readonly part: LoopPart;
  /** 0 (highest) to 9: who gets what was bought where more was bought than there is. */
  readonly priority: number;
  /** `bookingWeight`: above 0. */
  readonly weight: number;
  /** Two with a common label never follow each other. */
  readonly exclusionLabels: readonly string[];
  /** At least so many plays of others between two of its own. */
  readonly minGap: number;
};

/** Who plays in the slots of one loop, in order; null: nobody is left to play. */
export type Loop = readonly (BookingId | null)[];

/** What of a booking could not be kept, in how many loops. */
export type LoopProblem =
  | {
      /** More was bought than the loop has: it got fewer plays than it bought. */
      readonly kind: 'overbooked';
      readonly bookingId: BookingId;
      readonly missedPlays: number;
      readonly loops: number;
    }
  | {
      /** Its plays followed each other sooner than it asks. */
      readonly kind: 'gap';
      readonly bookingId: BookingId;
      readonly loops: number;
    }
  | {
      /** It followed one that it shares an exclusion label with. */
      readonly kind: 'separation';
      readonly bookingId: BookingId;
      readonly otherId: BookingId;
      readonly loops: number;
    }
  | {
      /** `no_offline_media`: none of its ads plays without a network, so it is left out. `caps_not_applied`: its caps are not kept. */
      readonly kind: 'no_offline_media' | 'caps_not_applied';
      readonly bookingId: BookingId;
      readonly loops: number;
    };
