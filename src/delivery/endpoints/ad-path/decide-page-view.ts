import type { RequestedSlot } from '../../../core/decision/ad-request.ts';
import type { Snapshot } from '../../../core/snapshot/snapshot.ts';
import type { PlayerSupport } from '../../answer/player-support.ts';
import type { TraceableRequest } from '../debug/note-decision.ts';
import { decideStackSlot } from '../stack/decide-stack-slot.ts';
import { adText, type DecideAdsOptions, decideNow, stackText } from './decide-slots.ts';

/**
 * Returns the JSON array of a request with stacks in a page view. Each stack is a separate decision: `/m/stack` knows
 * only one slot and must select the same ads. All other slots are one decision.
 */
export function decidePageView(
  options: DecideAdsOptions,
  snapshot: Snapshot,
  request: TraceableRequest,
  { video, pageView }: { readonly video: PlayerSupport; readonly pageView: string },
): string {
  const { metrics, stackSelections } = options;
  const groups = groupsOf(request.slots);
  const single = groups.filter((group) => group.length === 1).flat();
  const decided = single.length === 0 ? null : decideNow(options, snapshot, withSlots(request, single));
  let next = 0;
  const texts = groups.map((slots) => {
    if (slots.length === 1) {
      next += 1;
      return decided === null ? null : adText(options, decided, next - 1, video);
    }
    const ofStack = withSlots(request, slots);
    const decideAnew = (id: Buffer) => decideNow(options, snapshot, ofStack, id);
    const ask = { pageView, saysLimits: false };
    const stack = decideStackSlot(stackSelections, snapshot, ofStack, ask, decideAnew);
    return stackText(options, snapshot, ofStack, stack, 0);
  });
  const found = texts.filter((text) => text !== null);
  metrics.counts.filledSlots += found.length;
  metrics.counts.emptySlots += texts.length - found.length;
  return `[${found.join(',')}]`;
}

/** Groups the slots: a stack is one group, its slot and the further slots of its other ads. Other groups have one slot. */
function groupsOf(slots: readonly RequestedSlot[]): readonly (readonly RequestedSlot[])[] {
  const groups: RequestedSlot[][] = [];
  for (const slot of slots) {
    if (slot.isFurther === true) groups.at(-1)?.push(slot);
    else groups.push([slot]);
  }
  return groups;
}

/** Returns the request limited to these slots. */
function withSlots(request: TraceableRequest, slots: readonly RequestedSlot[]): TraceableRequest {
  const { parameters, context, terms, maxPerBrand, noteDecision } = request;
  return { slots, parameters, terms, maxPerBrand, noteDecision, ...(context !== undefined && { context }) };
}
