import type { TargetingIndex } from '../targeting/targeting-index.ts';
import type { AdId, BookingId, CreativeId, PositionId } from '../words/ids.ts';
import type { LocalClock } from '../words/local-time.ts';
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
  readonly groupCount: number;
  readonly targeting: TargetingIndex;
  /** Rows that were left out, at most `maxSnapshotProblems` of them. */
  readonly problems: readonly SnapshotProblem[];
  /** How many rows were left out in all. */
  readonly problemCount: number;
};

/** One row that could not be used; everything else serves without it. */
export type SnapshotProblem = {
  readonly kind: 'publisher' | 'publication' | 'location' | 'format' | 'position' | 'booking' | 'ad' | 'creative';
  /** As in the row; null where it has no usable id. */
  readonly id: number | null;
  readonly message: string;
};

export type SnapshotPosition = {
  readonly row: PositionRow;
  readonly format: FormatRow;
  readonly publication: PublicationRow;
  /** Wall clock in the time zone of the publication. */
  readonly clock: LocalClock;
  /** Place of the position in ascending order of id, 0 <= positionIndex < positionById.size. */
  readonly positionIndex: number;
  /** Its pool: the groups of the nodes above it, the nearest first; a booking stands in one of them at most. */
  readonly groups: readonly CandidateGroup[];
};

/** Bookings of one node of the inventory for one format: all positions of that format below the node share the group. */
export type CandidateGroup = {
  /** Place in the snapshot, 0 <= groupIndex < groupCount. */
  readonly groupIndex: number;
  /** Bookings of the node that may deliver at some time by share, in ascending order of booking id. */
  readonly candidates: readonly Candidate[];
  /** Bookings that may deliver at some time and claim a part of it before the others share, same order. */
  readonly claims: readonly Candidate[];
  /** Bookings that may deliver at some time with method `fill`, same order: they are asked when nobody else is eligible. */
  readonly fill: readonly Candidate[];
  /** Bookings of the node that can never deliver in this revision (not approved, no fitting creative, ...), same order. */
  readonly barred: readonly Candidate[];
};

/** A booking as it stands in the groups of one format. */
export type Candidate = {
  readonly booking: BookingRow;
  /** Place of the booking in ascending order of id, 0 <= bookingIndex < bookingById.size. */
  readonly bookingIndex: number;
  /** Its ads whose creative fits the position's format, in ascending order of ad id. */
  readonly fittingAds: readonly SnapshotAd[];
  /** The only one of them, where there is only one: found without a look at the list. */
  readonly soleAd: SnapshotAd | null;
  /** Place of its tree in the snapshot's targeting; -1: it is for everybody. */
  readonly targetingAt: number;
  readonly asksForSegments: boolean;
  /** It has frequency caps, so that each of its wins is counted. */
  readonly isCapped: boolean;
};

export type SnapshotAd = {
  readonly row: AdRow;
  readonly booking: BookingRow;
  readonly creative: CreativeRow;
};
