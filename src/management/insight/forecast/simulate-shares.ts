import type { Kysely } from 'kysely';
import { maxPreviewedPositions } from '../../../contract/booking/share-preview.ts';
import { type LossReason, recordedDays, type ShareSimulation } from '../../../contract/booking/share-simulation.ts';
import type { HostDirectory } from '../../../exchange/hosts/host-state.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { BookingPreview } from '../../resources/booking/preview-booking.ts';
import { describeShares } from '../share/describe-shares.ts';
import {
  type AllPositionShares,
  type DraftTerms,
  draftBookingId,
  type PositionShares,
  type PreviewOptions,
  readPositionShares,
} from '../share/position-shares.ts';
import { assumeDraft } from './assume-draft.ts';
import { assumeReserved } from './assume-reserved.ts';
import { type DraftReplay, type ReplaySources, replayDraft } from './replay-draft.ts';
import type { PositionWins } from './replay-sample.ts';

export type SimulatedPositions = {
  readonly shares: AllPositionShares;
  /** By recorded requests, or by the share rule if none are recorded. */
  readonly allShares: readonly PositionShares[];
  readonly replay: DraftReplay;
  readonly assumed: ShareSimulation['assumed'];
};

export type SimulationTask = {
  readonly body: DraftTerms;
  readonly preview: BookingPreview;
  readonly options: PreviewOptions;
};

/**
 * Simulates the shares of all bookings of some positions, with and without a draft, by recorded requests. Source:
 * docs/decisions/0095-simulations.md.
 */
export async function simulateShares(
  database: Kysely<Database>,
  { body, preview, options }: SimulationTask,
  sources: ReplaySources,
): Promise<SimulatedPositions> {
  const shares = await readPositionShares(database, body, options);
  const covered = shares.allShares.map(({ position }) => position);
  const { draft, assumed } = assumeDraft(
    preview,
    covered.map(({ formatId }) => formatId),
  );
  const positionIds = new Set(covered.map(({ positionId }) => positionId));
  const { atMs, claimedPart } = shares;
  const reserved = await assumeReserved(
    database,
    shares,
    covered.map(({ formatId }) => formatId),
  );
  const replay = await replayDraft({ draft, reserved, positionIds, atMs, plan: options.plan, claimedPart }, sources);
  const draftId = Number(draft.row.id);
  const allShares = shares.allShares.map((positionShares): PositionShares => {
    const { positionId } = positionShares.position;
    const [before, after] = [sharesOf(replay.before, positionId), sharesOf(replay.after, positionId)];
    if (before === null || after === null) return positionShares;
    const own = new Map([...after].map(([id, share]) => [id === draftId ? draftBookingId : id, share]));
    return {
      ...positionShares,
      before,
      after: own,
      running: new Set([...positionShares.running, ...before.keys(), ...after.keys()]),
    };
  });
  const isBare = allShares.some(({ position }) => !replay.after.has(position.positionId));
  return {
    shares,
    allShares,
    replay,
    assumed: [
      ...assumed,
      ...(replay.notRecorded.length > 0 ? (['TARGETING_NOT_RECORDED'] as const) : []),
      ...(isBare ? (['NO_REQUESTS_RECORDED'] as const) : []),
    ],
  };
}

/** Returns the fractions of the slots of a position. null if none was decided. */
function sharesOf(wins: PositionWins, positionId: number): ReadonlyMap<number, number> | null {
  const here = wins.get(positionId);
  return here === undefined ? null : new Map([...here.wins].map(([id, count]) => [id, count / here.slots]));
}

/** Returns the response of a simulation. */
export async function presentSimulation(simulated: SimulatedPositions, hosts: HostDirectory): Promise<ShareSimulation> {
  const { shares, allShares, replay, assumed } = simulated;
  const about = { bookings: shares.bookings, editedId: shares.editedId, isKnown: shares.claimedPart !== null };
  const reasons = replay.lossReasons;
  return {
    from: new Date(replay.fromMs).toISOString(),
    to: new Date(replay.toMs).toISOString(),
    record: await presentReplayRecord(replay, hosts),
    assumed,
    notRecorded: [...replay.notRecorded],
    positionCount: shares.positionCount,
    askedPerDay: askedPerDay(allShares),
    fitting: replay.fitting,
    refused: replay.refused,
    total: withExpected(describeShares(allShares, about), askedPerDay(allShares), reasons),
    positions: allShares.slice(0, maxPreviewedPositions).map((positionShares) => ({
      positionId: positionShares.position.positionId,
      slotName: positionShares.position.slotName,
      requestsPerDay: askedPerDay([positionShares]),
      replayed: replay.after.get(positionShares.position.positionId)?.slots ?? 0,
      ...withExpected(describeShares([positionShares], about), askedPerDay([positionShares]), reasons),
    })),
  };
}

/** Returns the replayed requests and how far back they reach. */
export async function presentReplayRecord(
  { sample, requestCount }: Pick<DraftReplay, 'sample' | 'requestCount'>,
  hosts: HostDirectory,
): Promise<ShareSimulation['record']> {
  const { oldestMs, newestMs, foundCount, isWhole, hostCount: read } = sample;
  const known = Math.max(read, (await hosts.list()).filter(({ serves }) => serves.delivery).length);
  return {
    from: oldestMs === null ? null : new Date(oldestMs).toISOString(),
    to: newestMs === null ? null : new Date(newestMs).toISOString(),
    days: recordedDays,
    requests: requestCount,
    found: foundCount,
    complete: isWhole && read === known,
    hosts: { read, known },
  };
}

function askedPerDay(allShares: readonly PositionShares[]): number | null {
  const known = allShares.flatMap(({ position }) => position.requestsPerDay ?? []);
  return known.length === 0 ? null : Math.round(known.reduce((sum, requests) => sum + requests, 0));
}

type Described = ReturnType<typeof describeShares>;

function withExpected(
  { competitors, ...own }: Described,
  requestsPerDay: number | null,
  reasons: ReadonlyMap<number, LossReason>,
): ShareSimulation['total'] {
  const expected = (percent: number | null): number | null =>
    percent === null || requestsPerDay === null ? null : Math.round((percent / 100) * requestsPerDay);
  return {
    ...own,
    expectedPerDay: expected(own.sharePercent),
    expectedPerDayBefore: expected(own.sharePercentBefore),
    competitors: competitors.map((each) => ({
      ...each,
      expectedPerDay: expected(each.sharePercent),
      expectedPerDayWith: expected(each.sharePercentWith),
      reason: each.sharePercentWith < each.sharePercent ? (reasons.get(each.bookingId) ?? null) : null,
    })),
  };
}
