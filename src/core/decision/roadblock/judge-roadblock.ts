import { candidateFor } from '../../snapshot/apply-bookings.ts';
import type { Candidate, SnapshotBooking, SnapshotPosition } from '../../snapshot/snapshot.ts';
import { refusingRule } from '../eligible.ts';
import { capsAllowSlot } from '../rules/delivery-rules.ts';
import type { EvaluationContext, RoadblockState } from '../rules/rule.ts';
import type { PageOutcome, PageSlots } from './page-slots.ts';

/** Another slot of a roadblock. */
export type RoadblockSlot = { readonly slotIndex: number; readonly candidate: Candidate };

/** Returns the state of a roadblock in the slot of the moment. Source: docs/decisions/0215-roadblocks.md. */
export function judgeRoadblock(page: PageSlots, { booking }: Candidate, moment: EvaluationContext): RoadblockState {
  const { slotIndex, taken } = moment;
  const roadblock = page.bookingOf(booking.id);
  // Cannot be: candidates are bookings of the snapshot.
  if (roadblock === undefined) return nothing;
  if (page.positionAt(slotIndex) === null) return { decidedIn: page.slotNameAt(slotIndex), missing: [] };
  if (booking.roadblock === 'all' && !taken.hasWon(booking.id, 0)) {
    return { decidedIn: null, missing: missingSlots(page, roadblock, moment) };
  }
  for (let earlier = 0; earlier < slotIndex; earlier += 1) {
    if (wasDrawn(page, roadblock, earlier)) return { decidedIn: page.slotNameAt(earlier), missing: [] };
  }
  return nothing;
}

const nothing: RoadblockState = { decidedIn: null, missing: [] };

/**
 * Returns the later slots that a roadblock gets when it wins the slot of the moment: those in which it is eligible and
 * that no other roadblock or claim has, as far as its frequency caps allow. With mode `all` these are all its slots,
 * because it was eligible.
 */
export function slotsOfRoadblock(
  page: PageSlots,
  { booking }: Candidate,
  moment: EvaluationContext,
): readonly RoadblockSlot[] {
  const roadblock = page.bookingOf(booking.id);
  if (roadblock === undefined) return [];
  const slots: RoadblockSlot[] = [];
  for (let slotIndex = moment.slotIndex + 1; slotIndex < page.count; slotIndex += 1) {
    const candidate = candidateAt(page, roadblock, slotIndex);
    if (candidate === null) continue;
    const another = { slotIndex, candidate, drawnIn: moment.slotIndex, planned: slots.length + 1 };
    if (booking.roadblock === 'all' || isAvailable(page, another)) slots.push({ slotIndex, candidate });
  }
  return slots;
}

/** Returns the slots without which a roadblock with mode `all` cannot win: all of them for a trace, else the first. */
function missingSlots(page: PageSlots, roadblock: SnapshotBooking, moment: EvaluationContext): readonly string[] {
  const missing = findMissing(page, roadblock, moment);
  if (page.isExplained) return [...missing];
  const first = missing.next();
  return first.done === true ? none : [first.value];
}

const none: readonly string[] = [];

/** Finds missing slots, those that are found with the least work first. */
function* findMissing(page: PageSlots, roadblock: SnapshotBooking, moment: EvaluationContext): Generator<string, void> {
  const { slotIndex: drawnIn, position } = moment;
  for (let slotIndex = 0; slotIndex < drawnIn; slotIndex += 1) {
    if (isCovered(page, roadblock, slotIndex)) yield page.slotNameAt(slotIndex);
  }
  // Booked positions of the same location must be requested.
  for (const node of new Set(roadblock.named)) {
    if (node.parent !== position.nodes[1] || node.positionId === null || page.isRequested(node)) continue;
    const slotName = page.slotNameOf(node.positionId);
    if (slotName !== null) yield slotName;
  }
  let planned = 1;
  for (let slotIndex = drawnIn + 1; slotIndex < page.count; slotIndex += 1) {
    const candidate = candidateAt(page, roadblock, slotIndex);
    if (candidate === null) continue;
    if (!isAvailable(page, { slotIndex, candidate, drawnIn, planned })) yield page.slotNameAt(slotIndex);
    planned += 1;
  }
}

/** Reports whether a roadblock took part in the draw of an earlier slot. */
function wasDrawn(page: PageSlots, roadblock: SnapshotBooking, slotIndex: number): boolean {
  const candidate = candidateAt(page, roadblock, slotIndex);
  if (candidate === null) return false;
  const outcome = page.outcomeAt(slotIndex);
  if (outcome?.bookingId === roadblock.row.id) return true;
  if (!wasOpen(roadblock, outcome?.by)) return false;
  return refusingRule(candidate, page.contextAt(slotIndex, slotIndex)) === null;
}

/** Claims precede shares, and a slot that a roadblock holds is not drawn. */
function wasOpen({ row }: SnapshotBooking, by: PageOutcome['by'] | undefined): boolean {
  return row.delivery.method === 'share' ? by === 'share' : by !== 'claim' && by !== 'roadblock';
}

type AnotherSlot = RoadblockSlot & {
  readonly drawnIn: number;
  /** Slots that the roadblock gets before this one. */
  readonly planned: number;
};

/** Reports whether a roadblock that wins the slot `drawnIn` gets another slot. */
function isAvailable(page: PageSlots, { slotIndex, candidate, drawnIn, planned }: AnotherSlot): boolean {
  if (page.isHeld(slotIndex, drawnIn)) return false;
  const context = page.contextAt(slotIndex, drawnIn);
  if (refusingRule(candidate, context) !== null || !capsAllowSlot(candidate, context, planned)) return false;
  const claimedBy = page.claimAt(slotIndex, context);
  return claimedBy === null || claimedBy === candidate.booking.id;
}

function isCovered(page: PageSlots, { nodes }: SnapshotBooking, slotIndex: number): boolean {
  return page.positionAt(slotIndex)?.nodes.some((node) => nodes.includes(node)) ?? false;
}

/** null: the booking does not cover the slot. */
function candidateAt(page: PageSlots, roadblock: SnapshotBooking, slotIndex: number): Candidate | null {
  if (!isCovered(page, roadblock, slotIndex)) return null;
  const formatId = (page.positionAt(slotIndex) as SnapshotPosition).format.id;
  return roadblock.candidates.find((one) => one.formatId === formatId) ?? candidateFor(roadblock, formatId);
}
