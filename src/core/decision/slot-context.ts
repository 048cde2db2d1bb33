import type { DeliveryState } from '../pacing/delivery-state.ts';
import type { Snapshot, SnapshotPosition } from '../snapshot/snapshot.ts';
import { laterMoment } from '../time/local-time.ts';
import type { AdRequest } from './ad-request.ts';
import type { Circumstances } from './decision.ts';
import type { PriorWinners } from './draw/prior-winners.ts';
import type { EvaluationContext, RequestReading, RoadblockView } from './rules/rule.ts';
import type { HourTables } from './tables/hour-tables.ts';

/** Inputs common to all slots of a request. */
export type RequestTask = {
  readonly snapshot: Snapshot;
  readonly tables: HourTables;
  readonly request: AdRequest;
  readonly taken: PriorWinners;
  readonly state: DeliveryState | null;
  readonly reading: RequestReading;
  readonly circumstances: Circumstances;
  /** Bookings whose holdout contains the viewer; null: none. */
  readonly heldOut: ReadonlySet<number> | null;
};

/** What differs between the slots of a request. */
export type SlotInputs = Pick<EvaluationContext, 'position' | 'slotIndex' | 'taken' | 'stackFrom'> & {
  readonly page: RoadblockView | null;
};

/** Returns the context in which the rules are evaluated for a slot. */
export function contextOfSlot(
  { snapshot, request, state, reading, heldOut, circumstances: { nowMs, seed } }: RequestTask,
  { position, slotIndex, taken, stackFrom, page }: SlotInputs,
): EvaluationContext {
  return {
    nowMs,
    local: laterMoment(position.clock, nowMs),
    taken,
    stackFrom,
    position,
    targeting: snapshot.targeting,
    request,
    slotIndex,
    seed,
    state,
    reading,
    heldOut,
    page,
    facts: null,
  };
}

/** Returns the position of a slot with a known name that no earlier slot has; null: it wins nothing, or is a further ad. */
export function separatePosition(
  { positionBySlotName }: Pick<Snapshot, 'positionBySlotName'>,
  { slots }: Pick<AdRequest, 'slots'>,
  slotIndex: number,
): SnapshotPosition | null {
  const slot = slots[slotIndex];
  if (slot === undefined || slot.isFurther === true || isRepeatedSlot(slots, slotIndex)) return null;
  return positionBySlotName.get(slot.slotName) ?? null;
}

/** Reports whether an earlier slot has the same name. A request has too few slots for a Set to be faster. */
export function isRepeatedSlot(slots: AdRequest['slots'], slotIndex: number): boolean {
  const slotName = slots[slotIndex]?.slotName;
  for (let earlier = 0; earlier < slotIndex; earlier += 1) {
    if (slots[earlier]?.slotName === slotName) return true;
  }
  return false;
}
