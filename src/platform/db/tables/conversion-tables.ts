import type { Generated } from 'kysely';
import type { AttributionMatch, CandidateOutcome, TouchKind } from '../../../core/vocabulary/attribution-rule.ts';
import type { Json } from '../columns.ts';

/** The tables of orders and of what may have led to them. */
export type ConversionTables = {
  readonly touch: TouchTable;
  /** `forgottenAt` null: what is known of the shopper is still there. */
  readonly erasedShopper: { shopperKey: string; erasedAt: Date; forgottenAt: Date | null };
  readonly conversion: ConversionTable;
  readonly conversionLine: ConversionLineTable;
};

type TouchTable = {
  eventId: string;
  /** Of the month in which the ad was chosen. */
  shopperKey: string;
  kind: TouchKind;
  happenedAt: Date;
  bookingId: number;
  creativeId: number;
  positionId: number;
  productId: number;
  /** Of the product when the touch was counted. */
  brandId: number;
};

type ConversionTable = {
  id: Generated<number>;
  mediaPartnerId: number;
  /** As the shop knows it, unique in the catalogue. */
  orderId: string;
  /** Of all that was said; empty: whoever it was of has been erased. */
  contentHash: string;
  occurredAt: Date;
  receivedAt: Date;
  clickDays: number;
  viewDays: number;
  /** Of the months in which touches may lie; empty: nobody was named, or nobody is any more. */
  shopperKeys: string[];
  /** null: it waits to be attributed, for the first time or again. */
  judgedAt: Date | null;
};

/** What else could have been credited, without who it was. */
export type RecordedCandidate = {
  readonly eventId: string;
  readonly kind: TouchKind;
  readonly match: AttributionMatch;
  readonly outcome: CandidateOutcome;
  /** RFC 3339, UTC. */
  readonly at: string;
  readonly bookingId: number;
  readonly creativeId: number;
  readonly positionId: number;
  readonly productId: number;
};

type ConversionLineTable = {
  conversionId: number;
  /** From 0, in the order of the shop. */
  number: number;
  sku: string;
  /** null: the catalogue has no such product; it and its brand are those of when the order was told of. */
  productId: number | null;
  brandId: number | null;
  quantity: number;
  unitPriceMicros: number;
  currency: string;
  /** The touch that is credited, as all that follow; null: none. */
  eventId: string | null;
  kind: TouchKind | null;
  match: AttributionMatch | null;
  touchedAt: Date | null;
  bookingId: number | null;
  creativeId: number | null;
  positionId: number | null;
  /** Of the order, by the time zone of the credited position. */
  localDay: string | null;
  candidates: Json<readonly RecordedCandidate[]>;
};
