import type {
  BookingId,
  CreativeId,
  FormatId,
  LocationId,
  PositionId,
  PublicationId,
  PublisherId,
} from '../vocabulary/ids.ts';
import type { PackedCreative } from './packed-creative.ts';
import type {
  BookingRow,
  CreativeRow,
  FormatRow,
  LocationRow,
  PositionRow,
  PublicationRow,
  PublisherRow,
} from './snapshot-rows.ts';

/**
 * Changes from one revision of a snapshot to a later one: complete new or changed rows, and the IDs of removed rows.
 * The writer must include every booking that uses an included creative. JSON-safe like `SnapshotRows`.
 */
export type SnapshotChanges = {
  /** The revision after the change. */
  readonly revision: number;
  readonly builtAtMs: number;
  readonly upserted: ChangedRows;
  readonly removed: RemovedRows;
};

/** Omitted tables are empty. */
export type ChangedRows = {
  readonly publishers?: readonly PublisherRow[];
  readonly publications?: readonly PublicationRow[];
  readonly locations?: readonly LocationRow[];
  readonly formats?: readonly FormatRow[];
  readonly positions?: readonly PositionRow[];
  readonly creatives?: readonly (CreativeRow | PackedCreative)[];
  readonly bookings?: readonly BookingRow[];
};

/** Omitted tables are empty. Unknown IDs are ignored. */
export type RemovedRows = {
  readonly publishers?: readonly PublisherId[];
  readonly publications?: readonly PublicationId[];
  readonly locations?: readonly LocationId[];
  readonly formats?: readonly FormatId[];
  readonly positions?: readonly PositionId[];
  readonly creatives?: readonly CreativeId[];
  readonly bookings?: readonly BookingId[];
};
