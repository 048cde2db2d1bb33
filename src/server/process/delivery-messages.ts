import type { CappedView } from '../delivery/pacing/capped-views.ts';

/** Viewers saw bookings with caps; the supervisor tells all other processes. */
export type Shown = { readonly type: 'shown'; readonly views: readonly CappedView[] };

/** What a delivery process and its supervisor tell each other. */
export type FromDelivery =
  | { readonly type: 'listening' }
  | { readonly type: 'failed'; readonly reason: string }
  | Shown;
export type ToDelivery = { readonly type: 'close' } | Shown;
