import type { Kysely } from 'kysely';
import type { SharePreviewBody } from '../../../contract/booking/share-preview.ts';
import { expectedPageShares } from '../../../core/decision/explain/expected-page-shares.ts';
import type { Contender } from '../../../core/decision/explain/expected-shares.ts';
import { dayPartHolds, includesDay } from '../../../core/decision/tables/schedule.ts';
import { localClock } from '../../../core/time/local-time.ts';
import { goalInEvents } from '../../../exchange/plan/goal-in-events.ts';
import type { LatestPlan } from '../../../exchange/plan/latest-plan.ts';
import type { Reach } from '../../../platform/db/row-rules/reach.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { storedDelivery } from '../../resources/booking/delivery-columns.ts';
import { bookedClaims } from './booked-claims.ts';
import { claimOfGoal } from './claim-of-goal.ts';
import { type CoveredPosition, type InventorySelection, readCoveredPositions } from './covered-positions.ts';
import { type CompetitorRow, readCompetitors } from './read-competitors.ts';
import { readScreenMatch } from './screen-conditions.ts';

export type PreviewOptions = {
  readonly reach: Reach;
  readonly nowMs: number;
  readonly plan: LatestPlan | null;
  /** Fraction that its goal claims, 0 to 1. Omitted: computed from the goal. */
  readonly claimedPart?: number;
};

/** Terms of the draft booking that determine its share. */
export type DraftTerms = InventorySelection &
  Pick<
    SharePreviewBody,
    'bookingId' | 'priority' | 'startDate' | 'endDate' | 'delivery' | 'roadblock' | 'pricing' | 'at'
  > &
  Partial<Pick<SharePreviewBody, 'targeting'>>;

/** ID of the draft booking. No other booking has it. */
export const draftBookingId = 0;

/** Shares at one position by booking, 0 to 1, without and with the draft booking. */
export type PositionShares = {
  readonly position: CoveredPosition;
  readonly weight: number;
  readonly before: ReadonlyMap<number, number>;
  readonly after: ReadonlyMap<number, number>;
  readonly there: readonly CompetitorRow[];
  readonly running: ReadonlySet<number>;
};

export type AllPositionShares = {
  readonly atMs: number;
  readonly positionCount: number;
  readonly bookings: readonly CompetitorRow[];
  readonly editedId: number | null;
  /** Fraction of the requests that each held booking claims, 0 to 1. */
  readonly reservedClaims: ReadonlyMap<number, number>;
  /** Fraction of requests that it claims before shares are drawn, 0 to 1. null for a goal whose claim is unknown. */
  readonly claimedPart: number | null;
  /** Most requested position first. */
  readonly allShares: readonly PositionShares[];
};

/**
 * Returns the shares of all bookings at one time by the allocation rule, assuming that all are eligible. Source:
 * docs/decisions/0072-share-previews.md.
 */
export async function readPositionShares(
  database: Kysely<Database>,
  body: DraftTerms,
  { reach, nowMs, plan, claimedPart }: PreviewOptions,
): Promise<AllPositionShares> {
  const atMs = body.at ? Date.parse(body.at) : Math.max(nowMs, Date.parse(body.startDate));
  const covered = await readMatchingPositions(database, body);
  const editedId = body.bookingId ?? null;
  const bookings = await readCompetitors(database, {
    positionIds: covered.map(({ positionId }) => positionId),
    from: new Date(atMs),
    to: body.endDate ? new Date(body.endDate) : null,
    bookingId: editedId,
    reach,
    nowMs,
  });
  const reservedClaims = await bookedClaims(
    database,
    bookings.filter(({ held }) => held),
    nowMs,
  );
  const edited = bookings.find(({ id }) => id === editedId) ?? null;
  const own = ownContender(body, { covered, atMs, edited, claimedPart });
  const contenders = covered.map((position): PositionContenders => {
    const there = bookings.filter(({ positionIds }) => positionIds.includes(position.positionId));
    const running = there.filter((booking) => runsAt(booking, position.timeZone, atMs));
    const before = running.map((booking) => contenderOf(booking, plan, reservedClaims));
    const others = before.filter(({ id }) => id !== editedId);
    const after = own === null ? others : [...others, own];
    return { position, there, running: new Set(running.map(({ id }) => id)), before, after };
  });
  const [before, after] = [sharesOfPages(contenders, 'before', atMs), sharesOfPages(contenders, 'after', atMs)];
  const allShares = contenders.map(
    ({ position, there, running }): PositionShares => ({
      position,
      weight: position.requestsPerDay ?? 0,
      before: before.get(position.positionId) ?? new Map(),
      after: after.get(position.positionId) ?? new Map(),
      there,
      running,
    }),
  );
  const positionCount = covered[0]?.positionCount ?? 0;
  return { atMs, positionCount, bookings, editedId, reservedClaims, claimedPart: own?.claimedPart ?? null, allShares };
}

type PositionContenders = Pick<PositionShares, 'position' | 'there' | 'running'> & {
  readonly before: readonly Contender[];
  readonly after: readonly Contender[];
};

/** Returns the shares by position. The positions of a location are a page, in the order of their IDs. */
function sharesOfPages(
  contenders: readonly PositionContenders[],
  side: 'before' | 'after',
  atMs: number,
): ReadonlyMap<number, ReadonlyMap<number, number>> {
  const pages = Map.groupBy(contenders, ({ position }) => position.locationId);
  const shares = [...pages.values()].flatMap((page) => {
    const inOrder = page.toSorted((a, b) => a.position.positionId - b.position.positionId);
    const sides = inOrder.map((one) => one[side]);
    return expectedPageShares(sides, atMs, pages.size).map(
      (ofPosition, index) => [(inOrder[index] as PositionContenders).position.positionId, ofPosition] as const,
    );
  });
  return new Map(shares);
}

/** Reads the covered positions whose screens the targeting of the draft does not exclude. */
async function readMatchingPositions(
  database: Kysely<Database>,
  body: DraftTerms,
): Promise<readonly CoveredPosition[]> {
  const covered = await readCoveredPositions(database, body);
  const targeting = body.targeting ?? null;
  const ids = covered.map(({ positionId }) => positionId);
  const matches = await readScreenMatch(database, ids, [targeting]);
  const matching = covered.filter(({ positionId }) => matches(targeting, positionId));
  const excluded = covered.length - matching.length;
  return matching.map((position) => ({ ...position, positionCount: position.positionCount - excluded }));
}

type OwnFacts = {
  readonly covered: readonly CoveredPosition[];
  readonly atMs: number;
  /** The booking as it delivers now. null if it does not deliver. */
  readonly edited: CompetitorRow | null;
  readonly claimedPart: number | undefined;
};

/** Returns the draft as a contender. null for a goal whose claim is unknown. */
function ownContender(body: DraftTerms, { covered, atMs, edited, claimedPart: given }: OwnFacts): Contender | null {
  const { priority, delivery, pricing, roadblock } = body;
  const endMs = body.endDate ? Date.parse(body.endDate) : null;
  const draft = { delivery: storedDelivery(delivery), pricing: pricing ?? null, endMs, atMs, delivered: edited };
  const claimedPart = given ?? claimOfGoal(draft, covered);
  return claimedPart === null
    ? null
    : { id: draftBookingId, priority, endMs, method: delivery.method, claimedPart, roadblock };
}

function contenderOf(
  booking: CompetitorRow,
  plan: LatestPlan | null,
  reservedClaims: ReadonlyMap<number, number>,
): Contender {
  const { id, priority, delivery } = booking;
  const claims = delivery.method === 'even' || delivery.method === 'asap';
  const planned = claims ? (plan?.bookings.get(id)?.part ?? 0) : (delivery.basisPoints ?? 0) / 10_000;
  const claimedPart = booking.held ? (reservedClaims.get(id) ?? 0) : planned;
  return {
    id,
    priority,
    endMs: booking.endDate?.getTime() ?? null,
    method: delivery.method,
    claimedPart,
    roadblock: booking.roadblock,
  };
}

/** Returns whether it runs by its dates, days of the week and dayparts, with a remaining goal. */
export function runsAt(booking: CompetitorRow, timeZone: string, atMs: number): boolean {
  const { startDate, endDate, activeDays, dayParts, delivery, pricingModel, rateMicros } = booking;
  if (startDate.getTime() > atMs || (endDate !== null && endDate.getTime() <= atMs)) return false;
  if (delivery.goal !== undefined) {
    const price = pricingModel === null || rateMicros === null ? null : { model: pricingModel, rateMicros };
    const goal = goalInEvents(delivery.goal, price);
    if (goal === null || booking[goal.counter] >= goal.total) return false;
  }
  if (activeDays.length === 0 && dayParts.length === 0) return true;
  const local = localClock(timeZone).momentAt(atMs);
  return (
    includesDay(activeDays, local) && (dayParts.length === 0 || dayParts.some((part) => dayPartHolds(part, local)))
  );
}
