import type { Candidate, InventoryNode, Snapshot, SnapshotPosition } from '../../snapshot/snapshot.ts';
import type { BookingId, BrandId, PositionId } from '../../vocabulary/ids.ts';
import { PriorWinners } from '../draw/prior-winners.ts';
import type { RecordedRequest, RecordedWinner } from '../explain/recorded-request.ts';
import type { EvaluationContext, RoadblockState, RoadblockView } from '../rules/rule.ts';
import { judgeRoadblock } from './judge-roadblock.ts';
import type { PageOutcome, PageSlots } from './page-slots.ts';

/** Creates the context of a slot of a recorded request. */
export type ContextOfRecorded = (
  slotIndex: number,
  position: SnapshotPosition,
  taken: PriorWinners,
) => EvaluationContext;

/**
 * The slots of a recorded request. The claims of its later slots are those that won, so a claim that became impossible
 * by the winner of a slot in between is not seen.
 */
export class RecordedPage implements RoadblockView, PageSlots {
  readonly isExplained = false;
  readonly #snapshot: Snapshot;
  readonly #request: RecordedRequest;
  readonly #contextOf: ContextOfRecorded;

  constructor(snapshot: Snapshot, request: RecordedRequest, contextOf: ContextOfRecorded) {
    this.#snapshot = snapshot;
    this.#request = request;
    this.#contextOf = contextOf;
  }

  get count(): number {
    return this.#request.slots.length;
  }

  stateOf(candidate: Candidate, moment: EvaluationContext): RoadblockState {
    return judgeRoadblock(this, candidate, moment);
  }

  slotNameAt(slotIndex: number): string {
    return this.slotNameOf(this.#request.slots[slotIndex]?.positionId as PositionId) ?? '';
  }

  positionAt(slotIndex: number): SnapshotPosition | null {
    const { slots } = this.#request;
    const { positionId = null, isFurther = true } = slots[slotIndex] ?? {};
    if (isFurther || slots.findIndex((slot) => slot.positionId === positionId) !== slotIndex) return null;
    return this.#snapshot.positionById.get(positionId as PositionId) ?? null;
  }

  isRequested({ positionId }: InventoryNode): boolean {
    return this.#request.slots.some((slot) => !slot.isFurther && slot.positionId === positionId);
  }

  slotNameOf(positionId: PositionId): string | null {
    return this.#snapshot.positionById.get(positionId)?.row.slotName ?? null;
  }

  bookingOf(bookingId: BookingId) {
    return this.#snapshot.bookingById.get(bookingId);
  }

  contextAt(slotIndex: number, takenUpTo: number): EvaluationContext {
    const taken = new PriorWinners();
    for (const { winner } of this.#request.slots.slice(0, takenUpTo)) {
      if (winner !== null) addRecordedWinner(taken, winner, this.#request);
    }
    return this.#contextOf(slotIndex, this.positionAt(slotIndex) as SnapshotPosition, taken);
  }

  outcomeAt(slotIndex: number): PageOutcome | null {
    const winner = this.#request.slots[slotIndex]?.winner ?? null;
    return winner === null ? null : { bookingId: winner.bookingId, by: winner.method };
  }

  isHeld(slotIndex: number, drawnIn: number): boolean {
    const holder = this.outcomeAt(slotIndex);
    if (holder?.by !== 'roadblock') return false;
    return this.#request.slots.slice(0, drawnIn).some(({ winner }) => winner?.bookingId === holder.bookingId);
  }

  claimAt(slotIndex: number): BookingId | null {
    const outcome = this.outcomeAt(slotIndex);
    return outcome?.by === 'claim' ? (outcome.bookingId as BookingId) : null;
  }
}

/** Adds the winner of a recorded slot to those of a request. */
export function addRecordedWinner(taken: PriorWinners, winner: RecordedWinner, { terms }: RecordedRequest): void {
  const { bookingId, adId, brandId, exclusionLabels } = winner;
  const won = {
    booking: { id: bookingId as BookingId, exclusionLabels },
    creative: { brandId: brandId as BrandId },
  };
  taken.add(won, terms?.breakTime?.durationsMs.get(adId));
}
