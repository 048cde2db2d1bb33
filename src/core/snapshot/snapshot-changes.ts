import type {
  BookingId,
  CreativeId,
  FormatId,
  LocationId,
  PositionId,
  PublicationId,
  PublisherId,
} from '../words/ids.ts';
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
 * What brings a snapshot of one revision to a later one: rows that are new or different, whole, and the ids of rows that
 * are gone. Whoever writes it names every booking that uses a creative which it names. JSON-safe, as `SnapshotRows` is.
 */
export type SnapshotChanges = {
  /** The revision that it leads to. */
  readonly revision: number;
  readonly builtAtMs: number;
  readonly upserted: ChangedRows;
  readonly removed: RemovedRows;
};

/** What is left out is empty. */
export type ChangedRows = {
  readonly publishers?: readonly PublisherRow[];
  readonly publications?: readonly PublicationRow[];
  readonly locations?: readonly LocationRow[];
  readonly formats?: readonly FormatRow[];
  readonly positions?: readonly PositionRow[];
  readonly creatives?: readonly (CreativeRow | PackedCreative)[];
  readonly bookings?: readonly BookingRow[];
};

/** What is left out is empty; an id that no row has changes nothing. */
export type RemovedRows = {
  readonly publishers?: readonly PublisherId[];
  readonly publications?: readonly PublicationId[];
  readonly locations?: readonly LocationId[];
  readonly formats?: readonly FormatId[];
  readonly positions?: readonly PositionId[];
  readonly creatives?: readonly CreativeId[];
  readonly bookings?: readonly BookingId[];
};
