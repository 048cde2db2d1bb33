import type { AdId, BookingId, CreativeId, PositionId } from '../words/ids.ts';
import type { AdRow, BookingRow, CreativeRow, FormatRow, PositionRow, PublicationRow } from './snapshot-rows.ts';

/** The immutable view of one revision that an ad request reads; frozen after it is built by `buildSnapshot`. */
export type Snapshot = {
  readonly revision: number;
  readonly builtAtMs: number;
  /** By exact slot name. */
  readonly positionBySlotName: ReadonlyMap<string, SnapshotPosition>;
  readonly positionById: ReadonlyMap<PositionId, SnapshotPosition>;
  readonly bookingById: ReadonlyMap<BookingId, BookingRow>;
  readonly creativeById: ReadonlyMap<CreativeId, CreativeRow>;
  /** By id of one creative in one booking. */
  readonly adById: ReadonlyMap<AdId, SnapshotAd>;
};

export type SnapshotPosition = {
  readonly row: PositionRow;
  readonly format: FormatRow;
  readonly publication: PublicationRow;
  /** Bookings whose inventory covers this position, in ascending order of booking id. */
  readonly candidates: readonly Candidate[];
};

export type Candidate = {
  readonly booking: BookingRow;
  /** Its ads whose creative fits the position's format, in ascending order of ad id. */
  readonly fittingAds: readonly SnapshotAd[];
};

export type SnapshotAd = {
  readonly row: AdRow;
  readonly booking: BookingRow;
  readonly creative: CreativeRow;
};
