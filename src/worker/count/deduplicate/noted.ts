import type { DeliveryEvent } from '../../../exchange/journal/delivery-event.ts';
import type { LocalHour } from '../sums/calendar.ts';

/** Result of recording events as counted. */
export type Noted = {
  /** Not counted before. */
  readonly fresh: readonly DeliveryEvent[];
  /** Counted before under a later local hour. Journals are read in no particular order. */
  readonly moved: readonly { readonly event: DeliveryEvent; readonly counted: LocalHour }[];
  /** Counted before. */
  readonly repeated: readonly DeliveryEvent[];
};

/** Result that is being collected. */
export type MutableNoted = {
  readonly fresh: DeliveryEvent[];
  readonly moved: { readonly event: DeliveryEvent; readonly counted: LocalHour }[];
  readonly repeated: DeliveryEvent[];
};
