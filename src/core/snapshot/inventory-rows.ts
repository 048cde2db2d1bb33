import { type LocalClock, localClock, UnknownTimeZoneError } from '../time/local-time.ts';
import type { FormatId, LocationId, PositionId, PublicationId } from '../vocabulary/ids.ts';
import type { FormatRow, LocationRow, PositionRow, PublicationRow } from './snapshot-rows.ts';

/** Inventory rows as received, whether they can be joined or not, and their references. */
export type InventoryRows = {
  readonly publications: Map<PublicationId, PublicationRow>;
  readonly locations: Map<LocationId, LocationRow>;
  readonly formats: Map<FormatId, FormatRow>;
  readonly positions: Map<PositionId, PositionRow>;
  readonly positionsOfLocation: Map<LocationId, Set<PositionId>>;
  readonly locationsOfPublication: Map<PublicationId, Set<LocationId>>;
  /** More than one ID only for invalid rows: the lowest ID gets the name. */
  readonly positionsOfSlotName: Map<string, Set<PositionId>>;
  /** Assigned once per position. */
  readonly positionIndexes: Map<PositionId, number>;
  /** Returns the clock of a time zone; null: unknown time zone. */
  readonly clockOf: (timeZone: string) => LocalClock | null;
};

export function createInventoryRows(): InventoryRows {
  const clocks = new Map<string, LocalClock | null>();
  return {
    publications: new Map(),
    locations: new Map(),
    formats: new Map(),
    positions: new Map(),
    positionsOfLocation: new Map(),
    locationsOfPublication: new Map(),
    positionsOfSlotName: new Map(),
    positionIndexes: new Map(),
    clockOf: (timeZone) => {
      const known = clocks.get(timeZone);
      if (known !== undefined) return known;
      const clock = clockOrNull(timeZone);
      clocks.set(timeZone, clock);
      return clock;
    },
  };
}

/** Records that a child refers to a parent. */
export function link<Parent, Child>(children: Map<Parent, Set<Child>>, parent: Parent, child: Child): void {
  const known = children.get(parent);
  if (known === undefined) children.set(parent, new Set([child]));
  else known.add(child);
}

/** Removes the reference of a child to a parent. */
export function unlink<Parent, Child>(children: Map<Parent, Set<Child>>, parent: Parent, child: Child): void {
  const known = children.get(parent);
  known?.delete(child);
  if (known?.size === 0) children.delete(parent);
}

function clockOrNull(timeZone: string): LocalClock | null {
  try {
    return localClock(timeZone);
  } catch (error) {
    if (error instanceof UnknownTimeZoneError) return null;
    throw error;
  }
}
