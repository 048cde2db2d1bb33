import type { DisplayTrackers } from '../creative/display-trackers.ts';
import type { TargetingIndex } from '../targeting/targeting-index.ts';
import type { ScreenFacts } from '../targeting/value-facts.ts';
import type { DayPart } from '../time/day-part.ts';
import type { LocalClock } from '../time/local-time.ts';
import type { BookingId, CreativeId, FormatId, PositionId } from '../vocabulary/ids.ts';
import type { MoneyMicros } from '../vocabulary/money.ts';
import type { LayeredMap } from './layered-map.ts';
import type { PackedCreative } from './packed-creative.ts';
import type {
  AdRow,
  BookedLoop,
  BookingRow,
  FormatRow,
  PositionRow,
  PublicationRow,
  ScreenLoopRow,
} from './snapshot-rows.ts';

/**
 * Index for ad requests: the rows of one revision, joined. `applyChanges` updates it to a later revision in place. A
 * decision is synchronous, so it sees a single revision. Contained objects are replaced and never modified, except
 * lists described as live. Source: docs/decisions/0017-snapshot-in-place.md.
 */
export type Snapshot = {
  readonly revision: number;
  readonly builtAtMs: number;
  /** Number of changes so far. Derived data is valid while it is unchanged. */
  readonly changeCount: number;
  /** By slot name (case-sensitive). */
  readonly positionBySlotName: ReadonlyMap<string, SnapshotPosition>;
  readonly positionById: ReadonlyMap<PositionId, SnapshotPosition>;
  readonly bookingById: LayeredMap<BookingId, SnapshotBooking>;
  readonly creativeById: ReadonlyMap<CreativeId, PackedCreative>;
  readonly formatById: ReadonlyMap<FormatId, FormatRow>;
  /** Entry b: 1 if a plan determines the claim of booking b of the image. Empty without an image. */
  readonly plannedBookings: Uint8Array;
  /** Greater than every `bookingIndex` that was ever assigned. */
  readonly bookingSlots: number;
  /**
   * Live: every booking that was added, or whose delivery or caps changed, so that counts at its index are no longer
   * valid. Latest last.
   */
  readonly bookingResets: readonly BookingId[];
  /** Candidates of all groups by number. */
  readonly candidates: CandidateSource;
  readonly targeting: TargetingIndex;
  /** Skipped rows, at most `maxSnapshotProblems`. */
  readonly problems: readonly SnapshotProblem[];
  /** Total number of skipped rows. */
  readonly problemCount: number;
};

/** A row that could not be used. All other rows are served. */
export type SnapshotProblem = {
  readonly kind: 'publisher' | 'publication' | 'location' | 'format' | 'position' | 'booking' | 'ad' | 'creative';
  /** As in the row; null: no usable ID. */
  readonly id: number | null;
  readonly message: string;
};

export type SnapshotPosition = {
  readonly row: PositionRow;
  readonly format: FormatRow;
  readonly publication: PublicationRow;
  /** True: ads play on a screen. */
  readonly isScreen: boolean;
  /** CPM above 0; null: any price. */
  readonly floor: MoneyMicros | null;
  /** null: no limit. */
  readonly maxPerBrand: number | null;
  /** null: not a screen, or a screen without a loop. */
  readonly loop: ScreenLoopRow | null;
  /** Of a screen, in local time; empty: always open. */
  readonly openingHours: readonly DayPart[];
  /** Facts of the screen that trees can target. `noScreenFacts`: none. */
  readonly screenFacts: ScreenFacts;
  /** Wall clock in the time zone of the publication. */
  readonly clock: LocalClock;
  /** Index of the position, assigned once. Later rows of the same position keep it. */
  readonly positionIndex: number;
  /** Its node and all ancestors, nearest first: the nodes that bookings of the position name. */
  readonly nodes: readonly InventoryNode[];
  /** Its pool: the groups of these nodes for its format. A booking belongs to at most one of them. */
  readonly groups: readonly CandidateGroup[];
};

/** Inventory object that bookings name: a position, a location, a publication or a publisher. */
export type InventoryNode = {
  /** null: no parent, or a parent that is missing from the rows. */
  readonly parent: InventoryNode | null;
  /** Set if the node represents a position. */
  readonly positionId: PositionId | null;
  readonly groupByFormat: ReadonlyMap<FormatId, CandidateGroup>;
  /** Live: IDs of the bookings of this node that belong to none of its groups because they can never deliver in this revision. */
  readonly idle: readonly BookingId[];
};

/** Bookings of one inventory node for one format. All positions of that format below the node share the group. */
export type CandidateGroup = {
  readonly formatId: FormatId;
  /** Index of the group, assigned once. */
  readonly groupIndex: number;
  /** Incremented when one of the lists changes. */
  readonly version: number;
  /** Live: bookings with method `share` that may deliver at some time, in ascending order of booking ID. */
  readonly candidates: CandidateList;
  /** Live: bookings that may deliver at some time and claim a part before the others share, in the same order. */
  readonly claims: CandidateList;
  /** Live: bookings with method `fill` that may deliver, in the same order. Drawn if no other booking is eligible. */
  readonly fill: CandidateList;
};

/** A booking with its joined rows. */
export type SnapshotBooking = {
  readonly row: HeldBooking;
  /** Index of the booking, 0 <= bookingIndex < bookingSlots. Reused after the booking is removed. */
  readonly bookingIndex: number;
  /** Its usable ads in ascending order of ID. */
  readonly ads: readonly SnapshotAd[];
  readonly named: readonly InventoryNode[];
  /** The named nodes, each once, without descendants of others. The booking is thus once in the pool of a position. */
  readonly nodes: readonly InventoryNode[];
  /** One for each format in which it can deliver. */
  readonly candidates: readonly Candidate[];
  readonly targetingAt: number;
};

/**
 * The retained part of a booking row, with defaults for omitted fields. Its inventory is resolved to nodes, its
 * targeting is compiled.
 */
export type HeldBooking = Required<
  Omit<BookingRow, 'name' | 'inventory' | 'targeting' | 'ads' | 'loop' | 'trackers'>
> & {
  readonly trackers: DisplayTrackers | null;
  /** null: a share of the rest of a loop. */
  readonly loop: BookedLoop | null;
  /** Number of creatives in the booking, whether they can be shown or not. */
  readonly adCount: number;
};

/** A booking in the groups of one format. */
export type Candidate = {
  /** Number in `Snapshot.candidates`; -1: in none of its groups. */
  readonly candidateNumber: number;
  readonly booking: HeldBooking;
  readonly formatId: FormatId;
  /** As in `SnapshotBooking`. */
  readonly bookingIndex: number;
  /** Its ads whose creative has the format of the position, in ascending order of ad ID. */
  readonly fittingAds: readonly SnapshotAd[];
  /** The fitting ad if there is exactly one. Avoids reading the list. */
  readonly soleAd: SnapshotAd | null;
  /** Offset of its tree in the targeting of the snapshot; -1: all requests match. */
  readonly targetingAt: number;
  /** Has frequency caps, so each of its wins is counted. */
  readonly isCapped: boolean;
};

/** All candidates of a snapshot by number. A number is never reused, so equal numbers mean equal candidates. */
export type CandidateSource = {
  /** Returns a candidate. Two calls may return different but equal objects. */
  readonly at: (number: number) => Candidate;
  /** Returns the ID of its booking, also after the candidate was removed. */
  readonly bookingIdOf: (number: number) => BookingId;
  /** Words of the candidates of a snapshot image; null: there is no image. */
  readonly records: DraftRecords | null;
};

/** Records of the candidates with the numbers below `count`; see `decision/tables/draft-record.ts`. */
export type DraftRecords = {
  readonly count: number;
  readonly words: Uint32Array;
  /** View of the same memory. */
  readonly doubles: Float64Array;
  /** Returns a value that a record refers to. */
  readonly valueAt: (index: number) => unknown;
};

/** Candidates in ascending order of booking ID, unless stated otherwise, read on access. */
export type CandidateList = Iterable<Candidate> & {
  readonly length: number;
  /** Numbers of the candidates. Only the first `length` entries are valid. */
  readonly numbers: Uint32Array;
  /** Whether it is a list of an image, unchanged. */
  readonly isOfImage: boolean;
  readonly source: CandidateSource;
  readonly at: (index: number) => Candidate;
};

/** One creative in one booking. */
export type SnapshotAd = Omit<AdRow, 'creativeId'> & {
  readonly booking: HeldBooking;
  readonly creative: PackedCreative;
};
