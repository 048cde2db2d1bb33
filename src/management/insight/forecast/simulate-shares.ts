import type { Kysely } from 'kysely';
import { maxPreviewedPositions } from '../../../contract/booking/share-preview.ts';
import { type LossReason, recordedDays, type ShareSimulation } from '../../../contract/booking/share-simulation.ts';
import type { HostDirectory } from '../../../exchange/hosts/host-state.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { BookingPreview } from '../../resources/booking/preview-booking.ts';
import { describePlace } from '../share/describe-place.ts';
import {
  type DraftTerms,
  type PreviewOptions,
  readSharePlaces,
  type SharePlace,
  type SharePlaces,
  thoughtOf,
} from '../share/share-places.ts';
import { assumeDraft } from './assume-draft.ts';
import { type DraftReplay, type ReplaySources, replayDraft } from './replay-draft.ts';
import type { PositionWins } from './replay-sample.ts';

export type SimulatedPlaces = {
  readonly shares: SharePlaces;
  /** As the recorded requests say, else as the rule does. */
  readonly places: readonly SharePlace[];
  readonly replay: DraftReplay;
  readonly assumed: ShareSimulation['assumed'];
};

export type SimulationTask = {
  readonly body: DraftTerms;
  readonly preview: BookingPreview;
  readonly options: PreviewOptions;
};

/**
 * What every booking of some positions is given, as things are and with one that is thought of, by recorded requests.
 * Source: docs/decisions/0095-foresight.md.
 */
export async function simulateShares(
  database: Kysely<Database>,
  { body, preview, options }: SimulationTask,
  sources: ReplaySources,
): Promise<SimulatedPlaces> {
  const shares = await readSharePlaces(database, body, options);
  const covered = shares.places.map(({ position }) => position);
  const { draft, assumed } = assumeDraft(
    preview,
    covered.map(({ formatId }) => formatId),
  );
  const positionIds = new Set(covered.map(({ positionId }) => positionId));
  const { atMs, claimedPart } = shares;
  const replay = await replayDraft({ draft, positionIds, atMs, plan: options.plan, claimedPart }, sources);
  const draftId = Number(draft.row.id);
  const places = shares.places.map((place): SharePlace => {
    const { positionId } = place.position;
    const [before, after] = [sharesOf(replay.before, positionId), sharesOf(replay.after, positionId)];
    if (before === null || after === null) return place;
    const own = new Map([...after].map(([id, share]) => [id === draftId ? thoughtOf : id, share]));
    return { ...place, before, after: own, running: new Set([...place.running, ...before.keys(), ...after.keys()]) };
  });
  const isBare = places.some(({ position }) => !replay.after.has(position.positionId));
  return {
    shares,
    places,
    replay,
    assumed: [
      ...assumed,
      ...(replay.notRecorded.length > 0 ? (['TARGETING_NOT_RECORDED'] as const) : []),
      ...(isBare ? (['NO_REQUESTS_RECORDED'] as const) : []),
    ],
  };
}

/** Parts of the slots of a position; null: none was decided. */
function sharesOf(wins: PositionWins, positionId: number): ReadonlyMap<number, number> | null {
  const here = wins.get(positionId);
  return here === undefined ? null : new Map([...here.wins].map(([id, count]) => [id, count / here.slots]));
}

/** The simulation as it is answered. */
export async function presentSimulation(simulated: SimulatedPlaces, hosts: HostDirectory): Promise<ShareSimulation> {
  const { shares, places, replay, assumed } = simulated;
  const about = { bookings: shares.bookings, editedId: shares.editedId, isKnown: shares.claimedPart !== null };
  const reasons = replay.lossReasons;
  return {
    from: new Date(replay.fromMs).toISOString(),
    to: new Date(replay.toMs).toISOString(),
    record: await presentReplayRecord(replay, hosts),
    assumed,
    notRecorded: [...replay.notRecorded],
    positionCount: shares.positionCount,
    askedPerDay: askedPerDay(places),
    fitting: replay.fitting,
    refused: replay.refused,
    total: withExpected(describePlace(places, about), askedPerDay(places), reasons),
    positions: places.slice(0, maxPreviewedPositions).map((place) => ({
      positionId: place.position.positionId,
      slotName: place.position.slotName,
      requestsPerDay: askedPerDay([place]),
      replayed: replay.after.get(place.position.positionId)?.slots ?? 0,
      ...withExpected(describePlace([place], about), askedPerDay([place]), reasons),
    })),
  };
}

/** The requests that were gone by, and how far back they reach. */
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

function askedPerDay(places: readonly SharePlace[]): number | null {
  const known = places.flatMap(({ position }) => position.requestsPerDay ?? []);
  return known.length === 0 ? null : Math.round(known.reduce((sum, requests) => sum + requests, 0));
}

type Described = ReturnType<typeof describePlace>;

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
