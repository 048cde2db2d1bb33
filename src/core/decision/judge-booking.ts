import { createCapTable, emptyCapTable } from '../pacing/cap-table.ts';
import { createDeliveryState, type DeliveryState, followSnapshot } from '../pacing/delivery-state.ts';
import { noteShown, restoreCapCount, type Viewer, viewerOfContext } from '../pacing/frequency-cap.ts';
import { bucketOf, isHeldOut } from '../rotation/experiment.ts';
import { candidateFor } from '../snapshot/apply-bookings.ts';
import type { Candidate, Snapshot, SnapshotBooking, SnapshotPosition } from '../snapshot/snapshot.ts';
import { factsOfRecorded } from '../targeting/recorded-facts.ts';
import { type RequestFacts, withScreenFacts } from '../targeting/request-facts.ts';
import type { BookingId, PositionId } from '../vocabulary/ids.ts';
import type { RefusalReason } from '../vocabulary/reasons.ts';
import type { AdRequest, RequestParameters } from './ad-request.ts';
import { PriorWinners } from './draw/prior-winners.ts';
import { drawSpace } from './draw/random.ts';
import { refusingRule } from './eligible.ts';
import {
  contextOfViewer,
  missingParts,
  type RecordedRequest,
  type RecordedSlot,
  recordedSubject,
  seedOfId,
} from './explain/recorded-request.ts';
import { termsOfRecorded } from './explain/repeat-decision.ts';
import { addRecordedWinner, RecordedPage } from './roadblock/recorded-page.ts';
import { isRoadblock } from './rules/roadblock-rules.ts';
import type { EvaluationContext } from './rules/rule.ts';

/** Outcome of one booking in one slot: it won, another booking won, or the first rule that rejected it. */
export type SlotOutcome = 'WON' | 'LOST' | RefusalReason;

/** State of the booking in the deciding process that is not in the snapshot. */
export type BookingStateThen = {
  /** Index in `stops`. */
  readonly stopped: number;
  /** Number of tickets with which a slot admits the booking; null: all, as for every booking without a claim. */
  readonly acceptance: number | null;
};

/** Called for each slot that the booking covered, in order. null: the required data was not recorded. */
export type VisitSlot = (outcome: SlotOutcome | null, slot: RecordedSlot) => void;

/** Sufficient for the caps of one booking; a power of two. */
const capSlots = 64;

/**
 * Creates a function that determines the outcome of one booking in recorded requests. The result equals the trace of
 * the decision, without evaluating other bookings. The snapshot may change between requests. It needs only the booking,
 * its creatives and the inventory. Source: docs/decisions/0086-funnels.md.
 */
export function createBookingJudge(snapshot: Snapshot, bookingId: number) {
  const caps = createCapTable(capSlots);
  let state: DeliveryState | null = null;
  let known = knowledgeOf(snapshot, bookingId);

  function judge(request: RecordedRequest, atThatTime: BookingStateThen, visit: VisitSlot): void {
    if (known.changeCount !== snapshot.changeCount) {
      known = knowledgeOf(snapshot, bookingId);
      if (state !== null) followSnapshot(state, snapshot);
    }
    const { booking } = known;
    if (
      booking === undefined ||
      !request.slots.some(({ positionId }) => coveredAt(known, snapshot, positionId) !== null)
    )
      return;
    state ??= createDeliveryState(snapshot, caps);
    judgeSlots({ snapshot, booking, known, request, atThatTime, state }, visit);
  }
  return judge;
}

type Knowledge = {
  readonly changeCount: number;
  readonly booking: SnapshotBooking | undefined;
  /** By position ID; null: the booking does not cover it. */
  readonly covered: Map<number, Covered | null>;
};

type Covered = { readonly position: SnapshotPosition; readonly candidate: Candidate };

function knowledgeOf(snapshot: Snapshot, bookingId: number): Knowledge {
  const booking = snapshot.bookingById.get(bookingId as BookingId);
  return { changeCount: snapshot.changeCount, booking, covered: new Map() };
}

function coveredAt({ booking, covered }: Knowledge, snapshot: Snapshot, positionId: number | null): Covered | null {
  if (positionId === null || booking === undefined) return null;
  const before = covered.get(positionId);
  if (before !== undefined) return before;
  const position = snapshot.positionById.get(positionId as PositionId);
  const isCovered = position?.nodes.some((node) => booking.nodes.includes(node)) ?? false;
  const found = position === undefined || !isCovered ? null : { position, candidate: candidateOf(booking, position) };
  covered.set(positionId, found);
  return found;
}

function candidateOf(booking: SnapshotBooking, { format }: SnapshotPosition): Candidate {
  return booking.candidates.find(({ formatId }) => formatId === format.id) ?? candidateFor(booking, format.id);
}

type JudgeTask = {
  readonly snapshot: Snapshot;
  readonly booking: SnapshotBooking;
  readonly known: Knowledge;
  readonly request: RecordedRequest;
  readonly atThatTime: BookingStateThen;
  readonly state: DeliveryState;
};

function isInHoldout(bookingId: BookingId, { rotations }: RecordedRequest, { context }: AdRequest): boolean {
  const experiment = rotations.get(bookingId)?.experiment;
  const bucket = experiment === undefined ? null : bucketOf(context, bookingId);
  return experiment !== undefined && bucket !== null && isHeldOut(bucket, experiment);
}

function judgeSlots(task: JudgeTask, visit: VisitSlot): void {
  const { snapshot, booking, known, request, atThatTime, state } = task;
  state.stopped[booking.bookingIndex] = atThatTime.stopped;
  state.acceptance[booking.bookingIndex] = atThatTime.acceptance ?? drawSpace;
  const taken = new PriorWinners();
  const terms = request.terms === null ? undefined : termsOfRecorded(request.terms);
  const { maxPerBrand } = request;
  const asked: AdRequest = {
    slots: [],
    parameters: nothing,
    context: contextOfViewer(request.viewer),
    terms,
    ...(maxPerBrand !== null && { maxPerBrand }),
  };
  const heldOut = isInHoldout(booking.row.id, request, asked) ? new Set([booking.row.id]) : null;
  let facts: RequestFacts | null = null;
  let stackFrom = 0;
  let isCounted = false;
  const contextOf = (slotIndex: number, position: SnapshotPosition, prior: PriorWinners): EvaluationContext => {
    const slot = request.slots[slotIndex] as RecordedSlot;
    if (booking.targetingAt !== -1) facts ??= factsOfRecorded(snapshot.targeting, request.facts);
    return {
      nowMs: request.atMs,
      local: position.clock.momentAt(request.atMs),
      taken: prior,
      stackFrom: prior === taken ? stackFrom : prior.count,
      position,
      targeting: snapshot.targeting,
      request: asked,
      slotIndex,
      seed: request.id === null ? noSeed : seedOfId(request.id),
      state,
      reading: { ofAll: facts },
      heldOut,
      page: null,
      facts:
        facts === null
          ? null
          : withScreenFacts(
              snapshot.targeting,
              slot.ownFacts === null ? facts : ownFactsOf(task, slot),
              position.screenFacts,
            ),
    };
  };
  const page = isRoadblock(booking.row) ? new RecordedPage(snapshot, request, contextOf) : null;
  for (const [slotIndex, slot] of request.slots.entries()) {
    if (!slot.isFurther) stackFrom = taken.count;
    // A stack ends with the first slot that has no winner.
    else if (request.slots[slotIndex - 1]?.winner === null) continue;
    const found = coveredAt(known, snapshot, slot.positionId);
    const viewer = found === null || !found.candidate.isCapped ? null : viewerAt(found, request);
    if (viewer !== null && !isCounted) {
      restoreCounts(state, request);
      isCounted = true;
    }
    if (found !== null) {
      const moment = { ...contextOf(slotIndex, found.position, taken), page };
      const isWon = slot.winner?.bookingId === booking.row.id;
      const isKnown = isWon || (request.missing & needsOf(booking, found.candidate)) === 0;
      visit(isKnown ? outcomeOf(found.candidate, moment, slot) : null, slot);
      if (viewer !== null && isWon) noteShown(state.caps, booking.row, viewer);
    }
    if (slot.winner !== null) addRecordedWinner(taken, slot.winner, request);
  }
}

const nothing: RequestParameters = new Map();
const noSeed = [0, 0] as const;

/** Returns the `missingParts` that are required to judge a booking. */
function needsOf({ targetingAt }: SnapshotBooking, { isCapped }: Candidate): number {
  const ofTargeting = targetingAt === -1 ? 0 : missingParts.page | missingParts.geoAreas;
  return missingParts.terms | (isCapped ? missingParts.caps : 0) | ofTargeting;
}

/** Parameters of the slot extend the common parameters. */
function ownFactsOf({ snapshot, request: { facts } }: JudgeTask, { ownFacts }: RecordedSlot): RequestFacts {
  return factsOfRecorded(snapshot.targeting, { ...facts, asked: [...facts.asked, ...(ownFacts?.asked ?? [])] });
}

function viewerAt({ position }: Covered, { atMs, viewer }: RecordedRequest): Viewer {
  const local = position.clock.momentAt(atMs);
  return viewerOfContext(contextOfViewer(viewer), { nowMs: atMs, local });
}

/** The table contains the counts of this request only. */
function restoreCounts({ caps }: DeliveryState, { atMs, viewer: { counts } }: RecordedRequest): void {
  emptyCapTable(caps);
  for (const count of counts) restoreCapCount(caps, count, { subject: recordedSubject, nowMs: atMs });
}

function outcomeOf(candidate: Candidate, moment: EvaluationContext, { winner }: RecordedSlot): SlotOutcome {
  if (winner?.bookingId === candidate.booking.id) return 'WON';
  const rule = refusingRule(candidate, moment);
  if (rule !== null) return rule.reason;
  if (winner?.method === 'roadblock') return 'TAKEN_BY_ROADBLOCK';
  switch (candidate.booking.delivery.method) {
    case 'share':
      return 'LOST';
    case 'fill':
      return winner?.method === 'fill' ? 'LOST' : 'FILL_NOT_NEEDED';
    default:
      return 'PACED';
  }
}
