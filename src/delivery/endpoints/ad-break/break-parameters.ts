import type { RequestedSlot } from '../../../core/decision/ad-request.ts';
import type { BreakOffset } from '../../../core/vast/write-vmap.ts';

/** Parameter with the position of an ad break in the content: `pre`, `mid` or `post`. */
export const breakPosition = 'bp';
/** Parameter with the position of an ad in its ad pod, from 1. */
const podPosition = 'pp';

/** Returns the parameter for targeting by the position of a break. Source: docs/decisions/0217-vmap.md. */
export function positionInContent(offset: BreakOffset): readonly [key: string, values: readonly string[]] {
  const name = offset === 'start' ? 'pre' : offset === 'end' ? 'post' : 'mid';
  return [breakPosition, [name]];
}

/**
 * Returns the slots of an ad pod with the parameter for targeting by the position of the ad.
 * @param first position of the first slot
 */
export function withPodPositions(slots: readonly RequestedSlot[], first = 1): readonly RequestedSlot[] {
  return slots.map((slot, index) => ({
    ...slot,
    parameters: new Map([...slot.parameters, [podPosition, [String(index + first)]]]),
  }));
}
