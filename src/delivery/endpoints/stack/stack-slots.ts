import type { RequestedSlot } from '../../../core/decision/ad-request.ts';
import type { Snapshot } from '../../../core/snapshot/snapshot.ts';
import { defaultStackAds } from '../../../core/vocabulary/limits/delivery-limits.ts';
import type { ReadRequest } from '../../request/viewer-key.ts';

/**
 * Returns the request with a slot for each ad of its stacks. Most requests have no stack and are returned unchanged.
 */
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

/** Returns a slot with further slots up to this number, or up to the limit of its position. */
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
