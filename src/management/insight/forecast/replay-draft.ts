import { setImmediate as nextTurn } from 'node:timers/promises';
import { type LossReason, maxReplayedRequests, recordedDays } from '../../../contract/booking/share-simulation.ts';
import { drawSpace } from '../../../core/decision/draw/random.ts';
import type { RecordedRequest } from '../../../core/decision/explain/recorded-request.ts';
import { createReplay, movedRequest } from '../../../core/decision/explain/replay-requests.ts';
import { createBookingJudge, type SlotOutcome } from '../../../core/decision/judge-booking.ts';
import { createCapTable } from '../../../core/pacing/cap-table.ts';
import { type DeliveryState, followSnapshot } from '../../../core/pacing/delivery-state.ts';
import type { Snapshot } from '../../../core/snapshot/snapshot.ts';
import type { BookingRow } from '../../../core/snapshot/snapshot-rows.ts';
import { fold } from '../../../core/targeting/fold.ts';
import type { Targeting } from '../../../core/targeting/targeting.ts';
import { screenFactNames } from '../../../core/targeting/value-facts.ts';
import { dayMs } from '../../../core/time/durations.ts';
import type { RefusalReason } from '../../../core/vocabulary/reasons.ts';
import type { RecordedDecisions } from '../../../exchange/decisions/decision-folder.ts';
import type { LatestPlan } from '../../../exchange/plan/latest-plan.ts';
import type { PastSnapshot, PastSnapshots } from '../../../exchange/snapshot-history/past-snapshots.ts';
import type { BookingPreview } from '../../resources/booking/preview-booking.ts';
import { positionIdsOf } from '../explain/present-decision.ts';
import { stateOfPlan } from '../explain/state-of-plan.ts';
import type { ReservedBookings } from './assume-reserved.ts';
import { replayClaiming } from './replay-claiming.ts';
import { countWins, type PositionWins, reasonsOfLoss, replaySample, requestsPerTurn } from './replay-sample.ts';
import { type RequestSample, sampleRequests } from './sample-requests.ts';

/** Most values listed, for readability. */
const maxNamed = 20;

/** Time limit for reading, in milliseconds. Beyond it a part of every hour is read. */
const readingMs = 1_500;
/** Cap table for all counts of one viewer. A power of two. */
const capSlots = 1_024;

export type ReplaySources = {
  readonly kept: RecordedDecisions;
  readonly snapshots: PastSnapshots;
  readonly nowMs: () => number;
};

export type ReplayTask = {
  readonly draft: BookingPreview;
  /** Held bookings, which compete as if they delivered. */
  readonly reserved: ReservedBookings;
  readonly positionIds: ReadonlySet<number>;
  /** Start of the simulated period, epoch ms. */
  readonly atMs: number;
  readonly plan: LatestPlan | null;
  /** Fraction of the fitting requests that it claims before shares are drawn. null: unknown; it claims nothing. */
  readonly claimedPart: number | null;
};

export type DraftReplay = {
  readonly sample: RequestSample;
  /** Simulated period in epoch ms, inclusive start and exclusive end. */
  readonly fromMs: number;
  readonly toMs: number;
  /** Requests of the sample within the period. */
  readonly requestCount: number;
  readonly before: PositionWins;
  readonly after: PositionWins;
  readonly lossReasons: ReadonlyMap<number, LossReason>;
  readonly refused: Partial<Record<RefusalReason, number>>;
  /** Fraction of slots that it fits, 0 to 1. null if none is recorded. */
  readonly fitting: number | null;
  /** Number of slots that it fits. */
  readonly fittingCount: number;
  /** Fraction of the slots of each position within its days and dayparts, 0 to 1. */
  readonly scheduled: ReadonlyMap<number, number>;
  readonly notRecorded: readonly string[];
};

/** Outcomes of slots that the draft could win. A roadblock that wins its draw also gets the slots after it. */
const fittingOutcomes = ['WON', 'LOST', 'PACED', 'FILL_NOT_NEEDED', 'ROADBLOCK_DECIDED'] as const;

function isFitting(outcome: SlotOutcome): outcome is (typeof fittingOutcomes)[number] {
  return (fittingOutcomes as readonly SlotOutcome[]).includes(outcome);
}

/** Replays recorded requests once without and once with the draft booking. Source: docs/decisions/0095-simulations.md. */
export async function replayDraft(task: ReplayTask, sources: ReplaySources): Promise<DraftReplay> {
  const { draft, reserved, positionIds, plan } = task;
  const nowMs = sources.nowMs();
  const sample = await sampleRequests(sources.kept, {
    positionIds,
    fromMs: nowMs - recordedDays * dayMs,
    toMs: nowMs + 1,
    most: maxReplayedRequests,
    readingMs,
  });
  const { requests, toMs } = movedInto(sample, task);
  await nextTurn();
  const missing = notRecorded(draft.row.targeting ?? null, sample.requests);
  const common = { sample, fromMs: task.atMs, toMs, requestCount: requests.length, notRecorded: missing };
  const past = requests.length === 0 ? null : await openNow(sources, requests);
  if (past === null) {
    const none = { before: new Map(), after: new Map(), lossReasons: new Map(), scheduled: new Map() };
    return { ...common, ...none, refused: {}, fitting: null, fittingCount: 0 };
  }
  const { snapshot } = past;
  past.think({ bookings: [...reserved.rows], creatives: [...reserved.creatives] });
  const state = stateOfPlan(snapshot, plan, createCapTable(capSlots));
  acceptReserved(state, snapshot, reserved);
  const before = await replaySample(createReplay(snapshot, state), requests);
  past.think({ bookings: [draft.row], creatives: draft.creatives });
  followSnapshot(state, snapshot);
  const drafted = snapshot.bookingById.get(draft.row.id);
  if (drafted === undefined) throw new Error(`draft booking ${draft.row.id} is missing in the snapshot`);
  const { scheduled, ...judged } = await judgeDraft(past, draft.row, requests);
  const claim = { target: task.claimedPart ?? 0, fitting: judged.fitting ?? 0 };
  const after = await replayClaiming(claim, { snapshot, state, drafted, requests, positionIds });
  // Each pass iterates over all requests.
  const winsBefore = countWins(requests, before, positionIds);
  await nextTurn();
  const winsAfter = countWins(requests, after, positionIds);
  await nextTurn();
  const lossReasons = reasonsOfLoss(requests, { before, after }, drafted.row);
  return { ...common, before: winsBefore, after: winsAfter, lossReasons, scheduled, ...judged };
}

/** Lets the goals of held bookings claim what they reserve. */
function acceptReserved(state: DeliveryState, snapshot: Snapshot, { rows, claims }: ReservedBookings): void {
  for (const { id, delivery } of rows) {
    const booking = snapshot.bookingById.get(id);
    if (booking === undefined || (delivery?.method !== 'even' && delivery?.method !== 'asap')) continue;
    state.acceptance[booking.bookingIndex] = Math.floor((claims.get(Number(id)) ?? 0) * drawSpace);
  }
}

/**
 * Moves recorded requests to the future period. With a whole recorded week, each keeps its hour of the week, with less
 * its hour of the day. Requests after the end of the booking are omitted.
 */
function movedInto(
  { requests, oldestMs, newestMs }: RequestSample,
  { draft, atMs }: ReplayTask,
): { readonly requests: readonly RecordedRequest[]; readonly toMs: number } {
  const isWeek = oldestMs !== null && newestMs !== null && newestMs - oldestMs > (recordedDays - 1) * dayMs;
  const spanMs = isWeek ? recordedDays * dayMs : dayMs;
  const toMs = Math.min(atMs + spanMs, draft.row.endMs ?? Number.POSITIVE_INFINITY);
  const moved = requests
    .map((request) => movedRequest(request, atMs + ((((request.atMs - atMs) % spanMs) + spanMs) % spanMs)))
    .filter((request) => request.atMs < toMs)
    .toSorted((a, b) => a.atMs - b.atMs);
  return { requests: moved, toMs };
}

async function openNow(
  { snapshots, nowMs }: ReplaySources,
  requests: readonly RecordedRequest[],
): Promise<PastSnapshot | null> {
  const known = await snapshots.revisions();
  if (known === null) return null;
  const ids = new Set<number>();
  for (const request of requests) for (const id of positionIdsOf(request)) ids.add(id);
  return snapshots.open(known.newest, nowMs(), { kind: 'positions', ids });
}

/** Evaluates the rules for the draft before any draw. */
async function judgeDraft({ snapshot }: PastSnapshot, { id }: BookingRow, requests: readonly RecordedRequest[]) {
  const judge = createBookingJudge(snapshot, id);
  const refused: Partial<Record<RefusalReason, number>> = {};
  const askedAt = new Map<number, { asked: number; scheduled: number }>();
  let asked = 0;
  let fits = 0;
  for (const [index, request] of requests.entries()) {
    if (index % requestsPerTurn === requestsPerTurn - 1) await nextTurn();
    judge(request, { stopped: 0, acceptance: null }, (outcome, { positionId }) => {
      if (outcome === null || positionId === null) return;
      asked += 1;
      const here = askedAt.get(positionId) ?? { asked: 0, scheduled: 0 };
      askedAt.set(positionId, here);
      here.asked += 1;
      if (outcome !== 'DAY_NOT_ACTIVE' && outcome !== 'OUTSIDE_DAY_PART') here.scheduled += 1;
      // It claims nothing yet, so outcomes that pacing decides count as fitting.
      if (isFitting(outcome)) fits += 1;
      else refused[outcome] = (refused[outcome] ?? 0) + 1;
    });
  }
  const scheduled = new Map([...askedAt].map(([id, here]) => [id, here.scheduled / here.asked]));
  return { refused, fitting: asked === 0 ? null : fits / asked, fittingCount: fits, scheduled };
}

/**
 * Returns targeting values that none of the requests had. A recorded request contains only values that some booking
 * targeted at that time, so their absence is inconclusive. Source: docs/decisions/0085-recorded-decisions.md.
 */
function notRecorded(tree: Targeting | null, requests: readonly RecordedRequest[]): readonly string[] {
  if (tree === null) return [];
  const seen = new Set<string>();
  for (const { facts, slots } of requests) {
    if (facts.consent !== undefined) seen.add(`consent ${facts.consent}`);
    for (const { asked } of [facts, ...slots.flatMap(({ ownFacts }) => ownFacts ?? [])]) {
      for (const thing of asked) {
        if ('fact' in thing) seen.add(`${thing.fact} ${fold(thing.text)}`);
        else if ('key' in thing) seen.add(`parameter ${fold(thing.key)} ${fold(thing.text)}`);
        else seen.add('part' in thing ? `page address ${fold(thing.part)}` : 'coordinates');
      }
    }
  }
  return [...new Set(askedFor(tree))].filter((name) => !seen.has(name)).slice(0, maxNamed);
}

function askedFor(tree: Targeting): readonly string[] {
  if ('all' in tree) return tree.all.flatMap(askedFor);
  if ('any' in tree) return tree.any.flatMap(askedFor);
  if ('not' in tree) return askedFor(tree.not);
  // Facts of positions are in the inventory and not in the requests.
  if ('fact' in tree && (screenFactNames as readonly string[]).includes(tree.fact)) return [];
  if ('fact' in tree) return tree.values.map((value) => `${tree.fact} ${fold(value)}`);
  if ('key' in tree) return tree.values.map((value) => `parameter ${fold(tree.key)} ${fold(value)}`);
  if ('urlParts' in tree) return tree.urlParts.map((part) => `page address ${fold(part)}`);
  return 'near' in tree ? ['coordinates'] : [];
}
