import type { TargetingIndex } from '../targeting/targeting-index.ts';
import type { DayPart } from '../time/day-part.ts';
import type { LocalClock } from '../time/local-time.ts';
import type { BookingId, CreativeId, FormatId, PositionId } from '../words/ids.ts';
import type { MoneyMicros } from '../words/money.ts';
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
 * What an ad request reads: the rows of one revision, joined and indexed. `applyChanges` brings it to a later revision in
 * place; a decision is synchronous, so it sees one revision from its beginning to its end. Objects in it are replaced and
 * never written to, except where a list says that it follows.
 * Source: docs/decisions/0017-snapshot-in-place.md.
 */
export type Snapshot = {
  readonly revision: number;
  readonly builtAtMs: number;
  /** How often it was changed: what was worked out from it holds as long as this stays. */
  readonly changeCount: number;
  /** By exact slot name. */
  readonly positionBySlotName: ReadonlyMap<string, SnapshotPosition>;
  readonly positionById: ReadonlyMap<PositionId, SnapshotPosition>;
  readonly bookingById: ReadonlyMap<BookingId, SnapshotBooking>;
  readonly creativeById: ReadonlyMap<CreativeId, PackedCreative>;
  readonly formatById: ReadonlyMap<FormatId, FormatRow>;
  /** Above every `bookingIndex` that was ever given. */
  readonly bookingSlots: number;
  /**
   * Follows: every booking that was new when it came, or came with another delivery or other caps than before, so that
   * what was counted at its place no longer holds; the latest last.
   */
  readonly bookingResets: readonly BookingId[];
  readonly targeting: TargetingIndex;
  /** Rows that are left out, at most `maxSnapshotProblems` of them. */
  readonly problems: readonly SnapshotProblem[];
  /** How many rows are left out in all. */
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
  /** What shows here is played on a screen. */
  readonly isScreen: boolean;
  /** Per thousand impressions, above 0; null: any price. */
  readonly floor: MoneyMicros | null;
  /** null: any number. */
  readonly maxPerBrand: number | null;
  /** null: it is no screen, or one without a loop. */
  readonly loop: ScreenLoopRow | null;
  /** Of a screen, by its clock; empty: always open. */
  readonly openingHours: readonly DayPart[];
  /** Wall clock in the time zone of the publication. */
  readonly clock: LocalClock;
  /** Place of the position, given once; a later row of the same position keeps it. */
  readonly positionIndex: number;
  /** Its node, and every node above it, the nearest first: what the bookings of the position name. */
  readonly nodes: readonly InventoryNode[];
  /** Its pool: the groups of these nodes for its format; a booking stands in one of them at most. */
  readonly groups: readonly CandidateGroup[];
};

/** What bookings name: a position, a location, a publication or a publisher. */
export type InventoryNode = {
  /** null: nothing above it, or not in the rows. */
  readonly parent: InventoryNode | null;
  readonly groupByFormat: ReadonlyMap<FormatId, CandidateGroup>;
  /** Follows: the bookings that stand here and in none of its groups, since they can never deliver in this revision. */
  readonly idle: readonly SnapshotBooking[];
};

/** Bookings of one node of the inventory for one format: all positions of that format below the node share the group. */
export type CandidateGroup = {
  readonly formatId: FormatId;
  /** Place of the group, given once. */
  readonly groupIndex: number;
  /** Rises whenever one of the lists changes. */
  readonly version: number;
  /** Follows: bookings that may deliver at some time by share, in ascending order of booking id. */
  readonly candidates: readonly Candidate[];
  /** Follows: bookings that may deliver at some time and claim a part of it before the others share, same order. */
  readonly claims: readonly Candidate[];
  /** Follows: bookings that may deliver with method `fill`, same order: they are asked when nobody else is eligible. */
  readonly fill: readonly Candidate[];
};

/** A booking with what was joined to it. */
export type SnapshotBooking = {
  readonly row: HeldBooking;
  /** Place of the booking, 0 <= bookingIndex < bookingSlots: its own while it is in the snapshot, then another's. */
  readonly bookingIndex: number;
  /** Its usable ads in ascending order of id. */
  readonly ads: readonly SnapshotAd[];
  readonly named: readonly InventoryNode[];
  /** The named nodes, each once and none that lies below another: so it is once in the pool of a position. */
  readonly nodes: readonly InventoryNode[];
  /** One for each format in which it can deliver. */
  readonly candidates: readonly Candidate[];
  readonly targetingAt: number;
};

/** What stays of a booking's row, with all that a row may leave out: its inventory has become nodes, its targeting is compiled. */
export type HeldBooking = Required<Omit<BookingRow, 'name' | 'inventory' | 'targeting' | 'ads' | 'loop'>> & {
  /** null: it shares what others leave of a loop. */
  readonly loop: BookedLoop | null;
  /** Creatives in the booking, whether they can be shown or not. */
  readonly adCount: number;
};

/** A booking as it stands in the groups of one format. */
export type Candidate = {
  readonly booking: HeldBooking;
  readonly formatId: FormatId;
  /** As in `SnapshotBooking`. */
  readonly bookingIndex: number;
  /** Its ads whose creative fits the position's format, in ascending order of ad id. */
  readonly fittingAds: readonly SnapshotAd[];
  /** The only one of them, where there is only one: found without a look at the list. */
  readonly soleAd: SnapshotAd | null;
  /** Place of its tree in the snapshot's targeting; -1: it is for everybody. */
  readonly targetingAt: number;
  /** It has frequency caps, so that each of its wins is counted. */
  readonly isCapped: boolean;
};

/** One creative inside one booking. */
export type SnapshotAd = Omit<AdRow, 'creativeId'> & {
  readonly booking: HeldBooking;
  readonly creative: PackedCreative;
};
