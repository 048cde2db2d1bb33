import type { RequestedSlot } from '../../../core/decision/ad-request.ts';
import type { Snapshot } from '../../../core/snapshot/snapshot.ts';
import { defaultStackAds } from '../../../core/vocabulary/limits.ts';
import type { ReadRequest } from '../../request/viewer-key.ts';

/** The request with a place for every ad of its stacks; most have none and stay as they are. */
export function withStacks(request: ReadRequest, snapshot: Pick<Snapshot, 'positionBySlotName'>): ReadRequest {
  const { slots } = request;
  for (let index = 0; index < slots.length; index += 1) {
    if (isStack(snapshot, slots[index] as RequestedSlot)) {
      const expanded = slots.flatMap((slot) =>
        isStack(snapshot, slot) ? slotsOfStack(slot, defaultStackAds, snapshot) : [slot],
      );
      return { ...request, slots: expanded };
    }
  }
  return request;
}

/** A slot and the further ones that make so many of it, or as many as its position has at most. */
export function slotsOfStack(
  slot: RequestedSlot,
  ads: number,
  { positionBySlotName }: Pick<Snapshot, 'positionBySlotName'>,
): readonly RequestedSlot[] {
  const most = Math.min(ads, positionBySlotName.get(slot.slotName)?.row.maxAds ?? ads);
  const further = { ...slot, isFurther: true as const };
  return [slot, ...Array.from({ length: most - 1 }, () => further)];
}

function isStack({ positionBySlotName }: Pick<Snapshot, 'positionBySlotName'>, { slotName }: RequestedSlot): boolean {
  return positionBySlotName.get(slotName)?.format.mediaType === 'stack';
}
