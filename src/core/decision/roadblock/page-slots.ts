/*
 * Roadblocks: bookings that take several slots of one request together.
 *
 * - `judge-roadblock.ts`: which slots a roadblock can get, and whether it was already drawn.
 * - `page-slots.ts`: what it reads of the other slots. `decided-page.ts`: the slots of a decision. `recorded-page.ts`:
 *   those of a recorded request.
 *
 * A roadblock is drawn once per request, in the first slot in which it is eligible. When it wins, it also gets its later
 * slots. See docs/decisions/0215-roadblocks.md.
 */

import type { InventoryNode, SnapshotBooking, SnapshotPosition } from '../../snapshot/snapshot.ts';
import type { BookingId, PositionId } from '../../vocabulary/ids.ts';
import type { WayOfWinning } from '../decision.ts';
import type { EvaluationContext } from '../rules/rule.ts';

/** The slots of a request, decided or recorded. */
export type PageSlots = {
  /** Number of slots. */
  readonly count: number;
  /** Whether all missing slots of a roadblock are listed, for a trace. Otherwise the first one is sufficient. */
  readonly isExplained: boolean;
  readonly slotNameAt: (slotIndex: number) => string;
  /** null: an unknown or repeated name, or a further ad of a stack. */
  readonly positionAt: (slotIndex: number) => SnapshotPosition | null;
  /** Whether the position of a node is one of those of `positionAt`. */
  readonly isRequested: (node: InventoryNode) => boolean;
  /** Returns the slot name of a position; null: the position does not exist any more. */
  readonly slotNameOf: (positionId: PositionId) => string | null;
  readonly bookingOf: (bookingId: BookingId) => SnapshotBooking | undefined;
  /** Context of a slot, with the winners of the slots before `takenUpTo`, and without the page. */
  readonly contextAt: (slotIndex: number, takenUpTo: number) => EvaluationContext;
  /** How an earlier slot was decided; null: no ad. */
  readonly outcomeAt: (slotIndex: number) => PageOutcome | null;
  /** Whether a roadblock that won a slot before `drawnIn` gets this slot. */
  readonly isHeld: (slotIndex: number, drawnIn: number) => boolean;
  /** Returns the booking that claims a slot before the shares are drawn, without changing the state; null: none. */
  readonly claimAt: (slotIndex: number, moment: EvaluationContext) => BookingId | null;
};

export type PageOutcome = {
  readonly bookingId: number;
  readonly by: WayOfWinning;
};
