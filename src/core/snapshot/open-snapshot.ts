import { createTargetingCompiler, type TargetingCompiler } from '../targeting/targeting-index.ts';
import type { BookingId, CreativeId, PositionId } from '../vocabulary/ids.ts';
import { type CandidateStore, createCandidateStore } from './candidate-store.ts';
import { createInventoryNodes, type InventoryNodes } from './inventory-nodes.ts';
import { createInventoryRows, type InventoryRows } from './inventory-rows.ts';
import { LayeredMap } from './layered-map.ts';
import type { PackedCreative } from './packed-creative.ts';
import { createValueSharer, type ValueSharer } from './share-values.ts';
import type { Snapshot, SnapshotBooking, SnapshotPosition } from './snapshot.ts';
import { createProblemList, type ProblemList } from './snapshot-problems.ts';

/** A snapshot that `applyChanges` can modify. All other code reads it as a `Snapshot`. */
export type OpenSnapshot = Snapshot & {
  revision: number;
  builtAtMs: number;
  changeCount: number;
  bookingSlots: number;
  readonly positionBySlotName: Map<string, SnapshotPosition>;
  readonly positionById: Map<PositionId, SnapshotPosition>;
  readonly bookingById: LayeredMap<BookingId, SnapshotBooking>;
  readonly creativeById: LayeredMap<CreativeId, PackedCreative>;
  plannedBookings: Uint8Array;
  readonly bookingResets: BookingId[];
  readonly candidates: CandidateStore;
  /** Data that only `applyChanges` needs. */
  readonly workshop: {
    readonly nodes: InventoryNodes;
    readonly rows: InventoryRows;
    readonly compiler: TargetingCompiler;
    readonly shared: ValueSharer;
    readonly problems: ProblemList;
    /** Indexes of removed bookings, for reuse. */
    readonly freeIndexes: number[];
  };
};

/** Creates an empty snapshot. */
export function createSnapshot(revision: number, builtAtMs: number): OpenSnapshot {
  const compiler = createTargetingCompiler();
  const problems = createProblemList();
  const rows = createInventoryRows();
  const candidates = createCandidateStore();
  return {
    revision,
    builtAtMs,
    changeCount: 0,
    bookingSlots: 0,
    positionBySlotName: new Map(),
    positionById: new Map(),
    bookingById: new LayeredMap(),
    creativeById: new LayeredMap(),
    plannedBookings: new Uint8Array(0),
    formatById: rows.formats,
    bookingResets: [],
    candidates,
    targeting: compiler.index,
    get problems() {
      return problems.listed();
    },
    get problemCount() {
      return problems.count();
    },
    workshop: {
      nodes: createInventoryNodes(candidates),
      rows,
      compiler,
      shared: createValueSharer(),
      problems,
      freeIndexes: [],
    },
  };
}
