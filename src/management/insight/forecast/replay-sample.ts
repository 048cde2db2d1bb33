import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LossReason } from '../../../contract/booking/share-simulation.ts';
import type { Seed } from '../../../core/decision/draw/random.ts';
import type { RecordedRequest } from '../../../core/decision/explain/recorded-request.ts';
import type { ReplayedRequest } from '../../../core/decision/explain/replay-requests.ts';
import type { HeldBooking } from '../../../core/snapshot/snapshot.ts';

/** Requests processed before yielding to the event loop, which management shares. */
export const requestsPerTurn = 100;
/** Target number of decisions. Each request is drawn repeatedly to reach it, which reduces random variation. */
const wantedDecisions = 40_000;
const maxDraws = 40;

/** Winners of the slots of a sample, by slot in the order of requests and draws. null: no winner. */
export type SampleWinners = readonly (HeldBooking | null)[];

/** Decided slots of each position and the number of wins per booking. */
export type PositionWins = Map<number, { slots: number; readonly wins: Map<number, number> }>;

/** Returns the number of draws per request of a sample. */
export function drawsFor(requests: number): number {
  return Math.min(maxDraws, Math.max(1, Math.ceil(wantedDecisions / Math.max(1, requests))));
}

/** Replays a sample. Equal samples use the same random numbers, so that results differ only by the configuration. */
export async function replaySample(
  replay: (request: RecordedRequest) => ReplayedRequest,
  requests: readonly RecordedRequest[],
): Promise<SampleWinners> {
  const winners: (HeldBooking | null)[] = [];
  const asked: ReplayedRequest[] = [];
  const draws = drawsFor(requests.length);
  let decisions = 0;
  // Iterates over the whole sample in each draw, so that pacing debts do not meet the same request twice in a row.
  for (let draw = 0; draw < draws; draw += 1) {
    for (const [index, request] of requests.entries()) {
      decisions += 1;
      if (decisions % requestsPerTurn === 0) await nextTurn();
      const seed: Seed = [index, draw];
      const decideAnew = asked[index] ?? replay(request);
      asked[index] = decideAnew;
      for (const winner of decideAnew(seed).winners) winners.push(winner?.ad.booking ?? null);
    }
  }
  return winners;
}

/** Sums the wins at the given positions. An unfilled index of a stack is not a slot. */
export function countWins(
  requests: readonly RecordedRequest[],
  winners: SampleWinners,
  positionIds: ReadonlySet<number>,
): PositionWins {
  const counts: PositionWins = new Map();
  const draws = drawsFor(requests.length);
  let at = 0;
  for (let draw = 0; draw < draws; draw += 1) {
    for (const { slots } of requests) {
      let before: HeldBooking | null = null;
      for (const { positionId, isFurther } of slots) {
        const winner = winners[at] as HeldBooking | null;
        at += 1;
        const isOver = isFurther && before === null;
        before = winner;
        if (positionId === null || isOver || !positionIds.has(positionId)) continue;
        const count = counts.get(positionId) ?? { slots: 0, wins: new Map<number, number>() };
        counts.set(positionId, count);
        count.slots += 1;
        if (winner !== null) count.wins.set(winner.id, (count.wins.get(winner.id) ?? 0) + 1);
      }
    }
  }
  return counts;
}

/** Returns the most frequent reason of each booking that lost slots to the draft or was excluded by its labels. */
export function reasonsOfLoss(
  requests: readonly RecordedRequest[],
  { before, after }: { readonly before: SampleWinners; readonly after: SampleWinners },
  draft: HeldBooking,
): ReadonlyMap<number, LossReason> {
  const counts = new Map<number, Map<LossReason, number>>();
  const draws = drawsFor(requests.length);
  let at = 0;
  for (let draw = 0; draw < draws; draw += 1) {
    for (const { slots } of requests) {
      const ofRequest = after.slice(at, at + slots.length);
      const draftWon = ofRequest.some((winner) => winner?.id === draft.id);
      for (const [slotIndex, winner] of draftWon ? ofRequest.entries() : []) {
        const loser = before[at + slotIndex] ?? null;
        if (loser === null || loser.id === draft.id || loser.id === winner?.id) continue;
        const reason = winner?.id === draft.id ? reasonAgainst(loser, draft) : labelReason(loser, draft);
        if (reason === null) continue;
        const ofLoser = counts.get(loser.id) ?? new Map<LossReason, number>();
        counts.set(loser.id, ofLoser.set(reason, (ofLoser.get(reason) ?? 0) + 1));
      }
      at += slots.length;
    }
  }
  return new Map(
    [...counts].map(([id, reasons]) => [id, [...reasons].toSorted((a, b) => b[1] - a[1])[0]?.[0] as LossReason]),
  );
}

function reasonAgainst(loser: HeldBooking, { delivery: { method } }: HeldBooking): LossReason {
  if (method === 'share_of_voice' || method === 'even' || method === 'asap') return 'CLAIM_COMES_FIRST';
  return loser.delivery.method === 'fill' && method !== 'fill' ? 'FILL_NOT_NEEDED' : 'LOST_BY_SHARE';
}

/** Other wins in slots that the draft did not win differ only by the draw. */
function labelReason(loser: HeldBooking, draft: HeldBooking): LossReason | null {
  return loser.exclusionLabels.some((label) => draft.exclusionLabels.includes(label)) ? 'EXCLUSION_LABEL' : null;
}
