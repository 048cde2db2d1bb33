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

/** Returns the slots without which a roadblock with mode `all` cannot win. */
function missingSlots(page: PageSlots, roadblock: SnapshotBooking, moment: EvaluationContext): readonly string[] {
  const missing: string[] = [];
  const requested = new Set<SnapshotPosition>([moment.position]);
  for (let slotIndex = 0; slotIndex < page.count; slotIndex += 1) {
    if (slotIndex === moment.slotIndex) continue;
    const candidate = candidateAt(page, roadblock, slotIndex);
    if (candidate === null) continue;
    const another = { slotIndex, candidate, drawnIn: moment.slotIndex, planned: requested.size };
    if (!isAvailable(page, another)) missing.push(page.slotNameAt(slotIndex));
    requested.add(page.positionAt(slotIndex) as SnapshotPosition);
  }
  return [...missing, ...unrequestedSlots(page, roadblock, moment.position, requested)];
}

/** Returns the booked positions of the same location that the request does not contain. */
function unrequestedSlots(
  page: PageSlots,
  { named }: SnapshotBooking,
  { nodes }: SnapshotPosition,
  requested: ReadonlySet<SnapshotPosition>,
): readonly string[] {
  const location = nodes[1];
  const own = new Set([...requested].map((position) => position.nodes[0]));
  const others = new Set(named.filter((node) => node.parent === location && !own.has(node)));
  return [...others].flatMap(({ positionId }) => {
    const slotName = positionId === null ? null : page.slotNameOf(positionId);
    return slotName === null ? [] : [slotName];
  });
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
  if (slotIndex < drawnIn || page.isHeld(slotIndex, drawnIn)) return false;
  const context = page.contextAt(slotIndex, drawnIn);
  if (refusingRule(candidate, context) !== null || !capsAllowSlot(candidate, context, planned)) return false;
  const claimedBy = page.claimAt(slotIndex, context);
  return claimedBy === null || claimedBy === candidate.booking.id;
}

/** null: the booking does not cover the slot. */
function candidateAt(page: PageSlots, roadblock: SnapshotBooking, slotIndex: number): Candidate | null {
  const position = page.positionAt(slotIndex);
  if (position === null || !position.nodes.some((node) => roadblock.nodes.includes(node))) return null;
  const formatId = position.format.id;
  return roadblock.candidates.find((one) => one.formatId === formatId) ?? candidateFor(roadblock, formatId);
}
