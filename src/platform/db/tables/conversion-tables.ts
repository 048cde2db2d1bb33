import type { Generated } from 'kysely';
import type { AttributionMatch, CandidateOutcome, TouchKind } from '../../../core/vocabulary/attribution-rule.ts';
import type { Json, WithDefault } from '../columns.ts';

/** Tables of orders and of the touches that may have led to them. */
export type ConversionTables = {
  readonly touch: TouchTable;
  /** `forgottenAt` null: the data of the shopper has not been deleted yet. */
  readonly erasedShopper: {
    shopperKey: string;
    erasedAt: Date;
    forgottenAt: Date | null;
    /** null: files of open data may contain it. */
    openDataClearedAt: Date | null;
  };
  readonly conversion: ConversionTable;
  readonly conversionLine: ConversionLineTable;
};

type TouchTable = {
  eventId: string;
  /** Key of the month of the decision; empty: a click without a known shopper. */
  shopperKey: string;
  kind: TouchKind;
  happenedAt: Date;
  bookingId: number;
  creativeId: number;
  positionId: number;
  /** null: an ad of another kind than a product. */
  productId: number | null;
  /** Brand of the product or creative when the touch was counted. */
  brandId: number;
};

type ConversionTable = {
  id: Generated<number>;
  mediaPartnerId: number;
  /** null: an order of a shop. */
  conversionActionId: number | null;
  /** ID in the shop, unique in the catalog, or of a conversion, unique for its action. */
  orderId: string;
  /** Hash of the whole report; empty: its shopper was erased. */
  contentHash: string;
  occurredAt: Date;
  receivedAt: Date;
  clickDays: number;
  viewDays: number;
  /** Keys of the months that may contain touches; empty: no shopper was given, or the shopper was erased. */
  shopperKeys: string[];
  /** Counted event of the click that led to the landing page; null: unknown. */
  clickEventId: string | null;
  /** The action counts once, and the visitor had an earlier conversion: it is not credited. */
  repeated: WithDefault<boolean>;
  /** null: attribution is pending, for the first time or again. */
  judgedAt: Date | null;
};

/** Other candidates of the attribution, without the shopper. */
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
  readonly productId: number | null;
};

type ConversionLineTable = {
  conversionId: number;
  /** From 0, in the order of the shop. */
  number: number;
  /** Empty: the conversion of an action. */
  sku: string;
  /** null: no such product in the catalog, or the conversion of an action. The product and its brand are those at the time of the report. */
  productId: number | null;
  /** Of the conversion of an action: its brand; null: all brands of the media partner. */
  brandId: number | null;
  quantity: number;
  unitPriceMicros: number;
  /** null: without a value. */
  currency: string | null;
  /** The credited touch, as for the following columns; null: none. */
  eventId: string | null;
  kind: TouchKind | null;
  match: AttributionMatch | null;
  touchedAt: Date | null;
  bookingId: number | null;
  creativeId: number | null;
  positionId: number | null;
  /** Local day of the order, in the time zone of the credited position. */
  localDay: string | null;
  candidates: Json<readonly RecordedCandidate[]>;
};
