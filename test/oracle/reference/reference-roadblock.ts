import type { BookingRow, PositionRow, SnapshotRows } from '../../../src/core/snapshot/snapshot-rows.ts';
import type { RefusalReason } from '../../../src/core/vocabulary/reasons.ts';
import { claimsPart } from './reference-claims.ts';

/** A slot of a request that was decided before the current one. */
export type DecidedSlot = {
  readonly winner: { readonly bookingId: number } | null;
  /** Whether a roadblock had it. */
  readonly isHeld: boolean;
};

/** What the rules of roadblocks need to know of a request. The index of the current slot is the number of decided slots. */
export type ReferencePage = {
  readonly rows: SnapshotRows;
  readonly slotNames: readonly string[];
  readonly furtherSlots: readonly number[];
  readonly decided: readonly DecidedSlot[];
  /** Booking that has each of the later slots. */
  readonly held: ReadonlyMap<number, number>;
  readonly covers: (booking: BookingRow, position: PositionRow) => boolean;
  /**
   * Whether another rule refuses the booking in a slot, after the winners of the slots before `after` and `more` slots
   * of its own.
   */
  readonly isRefused: (booking: BookingRow, slotIndex: number, after: number, more: number) => boolean;
  /** Booking that claims a later slot as things are. null: none. */
  readonly claimant: (slotIndex: number) => number | null;
};

export function takesTogether({ roadblock, delivery }: BookingRow): boolean {
  return roadblock !== undefined && roadblock !== 'none' && delivery?.method !== 'fill';
}

/** Returns the refusal of a roadblock in the current slot. Source: decision 0215. */
export function roadblockRefusal(booking: BookingRow, page: ReferencePage): RefusalReason | null {
  if (!takesTogether(booking)) return null;
  const { decided, rows, slotNames, held } = page;
  const current = decided.length;
  const here = ownPosition(page, current);
  if (here === undefined) return 'ROADBLOCK_DECIDED';
  const hasWon = decided.some(({ winner }) => winner?.bookingId === booking.id);
  if (hasWon) return 'ROADBLOCK_DECIDED';
  const slots = slotNames.map((_, index) => index).filter((index) => isCovered(booking, index, page));
  if (booking.roadblock === 'as_many_as_possible') {
    const isDecided = slots.some((index) => {
      const slot = decided[index];
      return slot !== undefined && wasOpen(booking, slot, rows) && !page.isRefused(booking, index, index, 0);
    });
    return isDecided ? 'ROADBLOCK_DECIDED' : null;
  }
  const requested = slots.map((index) => ownPosition(page, index)?.id);
  const isPartial = rows.positions.some(
    ({ id, locationId }) =>
      locationId === here.locationId && booking.inventory.positionIds.includes(id) && !requested.includes(id),
  );
  const others = slots.filter((index) => index !== current);
  if (isPartial) return 'ROADBLOCK_INCOMPLETE';
  return others.every((index, order) => index > current && !held.has(index) && isFree(booking, index, page, order + 1))
    ? null
    : 'ROADBLOCK_INCOMPLETE';
}

/** Returns the later slots that a roadblock gets by winning the current one. */
export function slotsTaken(booking: BookingRow, page: ReferencePage): readonly number[] {
  if (!takesTogether(booking)) return [];
  const later = page.slotNames
    .map((_, index) => index)
    .filter((index) => index > page.decided.length && isCovered(booking, index, page));
  if (booking.roadblock === 'all') return later;
  const taken: number[] = [];
  for (const index of later) {
    if (!page.held.has(index) && isFree(booking, index, page, taken.length + 1)) taken.push(index);
  }
  return taken;
}

/** @param more slots that the booking gets before */
function isFree(booking: BookingRow, slotIndex: number, page: ReferencePage, more: number): boolean {
  if (page.isRefused(booking, slotIndex, page.decided.length, more)) return false;
  const claimant = page.claimant(slotIndex);
  return claimant === null || claimant === booking.id;
}

function isCovered(booking: BookingRow, slotIndex: number, page: ReferencePage): boolean {
  const position = ownPosition(page, slotIndex);
  return position !== undefined && page.covers(booking, position);
}

/** undefined: an unknown or repeated slot name, or a further ad. */
function ownPosition({ rows, slotNames, furtherSlots }: ReferencePage, slotIndex: number): PositionRow | undefined {
  const slotName = slotNames[slotIndex];
  if (furtherSlots.includes(slotIndex) || slotNames.indexOf(slotName as string) !== slotIndex) return undefined;
  return rows.positions.find((row) => row.slotName === slotName);
}

/** Whether the booking could have won the slot by its method. */
function wasOpen(booking: BookingRow, { winner, isHeld }: DecidedSlot, { bookings }: SnapshotRows): boolean {
  const won = bookings.find(({ id }) => id === winner?.bookingId);
  const isClaimed = !isHeld && won !== undefined && claimsPart(won);
  if (claimsPart(booking)) return !isHeld && !isClaimed;
  return won !== undefined && !isHeld && !isClaimed && won.delivery?.method !== 'fill';
}
