import type { Candidate, InventoryNode, SnapshotPosition } from '../../snapshot/snapshot.ts';
import type { BookingId } from '../../vocabulary/ids.ts';
import { type Winner, wayOfWinning } from '../decision.ts';
import { claimantOf } from '../draw/claims.ts';
import { PriorWinners } from '../draw/prior-winners.ts';
import type { EvaluationContext, RoadblockState, RoadblockView } from '../rules/rule.ts';
import { contextOfSlot, type RequestTask, separatePosition } from '../slot-context.ts';
import { poolTableOf } from '../tables/hour-tables.ts';
import { judgeRoadblock, slotsOfRoadblock } from './judge-roadblock.ts';
import type { PageOutcome, PageSlots } from './page-slots.ts';

/** The slots of a request while they are decided. */
export class DecidedPage implements RoadblockView, PageSlots {
  readonly #task: RequestTask;
  readonly #winners: readonly (Winner | null)[];
  /** Candidates of the slots that roadblocks get; null: none so far. */
  #held: Map<number, Candidate> | null = null;
  /** States of the roadblocks in the current slot. */
  #states: Map<BookingId, RoadblockState> | null = null;
  #statesOf = -1;
  /** Positions of the slots; null: not read yet, as in requests without roadblocks. */
  #positions: (SnapshotPosition | null)[] | null = null;
  /** Nodes of these positions; null: not read yet. */
  #requested: ReadonlySet<InventoryNode> | null = null;

  /** @param winners of the slots decided so far; the caller adds to it */
  constructor(task: RequestTask, winners: readonly (Winner | null)[]) {
    this.#task = task;
    this.#winners = winners;
  }

  get isExplained(): boolean {
    return this.#task.circumstances.explain;
  }

  get count(): number {
    return this.#task.request.slots.length;
  }

  /** The state is determined once per slot, because the claims of the slot change what it depends on. */
  stateOf(candidate: Candidate, moment: EvaluationContext): RoadblockState {
    if (this.#statesOf !== moment.slotIndex) this.#states = null;
    this.#statesOf = moment.slotIndex;
    this.#states ??= new Map();
    const known = this.#states.get(candidate.booking.id);
    if (known !== undefined) return known;
    const state = judgeRoadblock(this, candidate, moment);
    this.#states.set(candidate.booking.id, state);
    return state;
  }

  /** Gives the winning roadblock of a slot its later slots. */
  hold(winner: Candidate, moment: EvaluationContext): void {
    for (const { slotIndex, candidate } of slotsOfRoadblock(this, winner, moment)) {
      this.#held ??= new Map();
      this.#held.set(slotIndex, candidate);
    }
  }

  /** Returns the roadblock that gets a slot; null: the slot is drawn. */
  heldBy(slotIndex: number): Candidate | null {
    return this.#held?.get(slotIndex) ?? null;
  }

  isHeld(slotIndex: number): boolean {
    return this.#held?.has(slotIndex) ?? false;
  }

  slotNameAt(slotIndex: number): string {
    return this.#task.request.slots[slotIndex]?.slotName ?? '';
  }

  positionAt(slotIndex: number): SnapshotPosition | null {
    const { snapshot, request } = this.#task;
    this.#positions ??= request.slots.map((_, index) => separatePosition(snapshot, request, index));
    return this.#positions[slotIndex] ?? null;
  }

  isRequested(node: InventoryNode): boolean {
    if (this.#requested === null) {
      const positions = this.#task.request.slots.map((_, index) => this.positionAt(index));
      this.#requested = new Set(positions.flatMap((position) => position?.nodes[0] ?? []));
    }
    return this.#requested.has(node);
  }

  slotNameOf(positionId: SnapshotPosition['row']['id']): string | null {
    return this.#task.snapshot.positionById.get(positionId)?.row.slotName ?? null;
  }

  bookingOf(bookingId: BookingId) {
    return this.#task.snapshot.bookingById.get(bookingId);
  }

  contextAt(slotIndex: number, takenUpTo: number): EvaluationContext {
    const taken = takenUpTo === this.#winners.length ? this.#task.taken : this.#takenBefore(takenUpTo);
    const position = this.positionAt(slotIndex) as SnapshotPosition;
    return contextOfSlot(this.#task, { position, slotIndex, taken, stackFrom: taken.count, page: null });
  }

  outcomeAt(slotIndex: number): PageOutcome | null {
    const winner = this.#winners[slotIndex] ?? null;
    return winner === null ? null : { bookingId: winner.ad.booking.id, by: wayOfWinning(winner) };
  }

  claimAt(slotIndex: number, moment: EvaluationContext): BookingId | null {
    const { tables, state, circumstances } = this.#task;
    const position = this.positionAt(slotIndex) as SnapshotPosition;
    const { claims } = poolTableOf(tables, position, circumstances.nowMs, 'candidates');
    return state === null || claims === null ? null : (claimantOf(claims, { moment, state })?.booking.id ?? null);
  }

  #takenBefore(slotIndex: number): PriorWinners {
    const { terms } = this.#task.request;
    const taken = new PriorWinners();
    for (const winner of this.#winners.slice(0, slotIndex)) {
      if (winner !== null) taken.add(winner.ad, terms?.breakTime?.durationMs(winner.ad));
    }
    return taken;
  }
}
