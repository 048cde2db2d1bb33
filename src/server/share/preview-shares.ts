import type { Kysely } from 'kysely';
import {
  maxNamedCompetitors,
  maxPreviewedPositions,
  type SharePreview,
  type SharePreviewBody,
} from '../../contract/share-preview.ts';
import { type Contender, expectedShares } from '../../core/decision/expected-shares.ts';
import { dayPartHolds, includesDay } from '../../core/decision/schedule.ts';
import { localClock } from '../../core/words/local-time.ts';
import type { Reach } from '../access/reach.ts';
import { storedDelivery } from '../booking/delivery-columns.ts';
import type { Database } from '../db/schema.ts';
import { goalInEvents } from '../pacing/goal-in-events.ts';
import type { LatestPlan } from '../pacing-file/latest-plan.ts';
import { claimOfGoal } from './claim-of-goal.ts';
import { type CoveredPosition, readCoveredPositions } from './covered-positions.ts';
import { type CompetitorRow, readCompetitors } from './read-competitors.ts';

export type PreviewOptions = { readonly reach: Reach; readonly nowMs: number; readonly plan: LatestPlan | null };

/** The booking that is thought of has an id that no other has. */
const thoughtOf = 0;

/** What a booking that is thought of would be given, beside its competitors. Source: docs/decisions/0072-share-previews.md. */
export async function previewShares(
  database: Kysely<Database>,
  body: SharePreviewBody,
  { reach, nowMs, plan }: PreviewOptions,
): Promise<SharePreview> {
  const atMs = body.at ? Date.parse(body.at) : Math.max(nowMs, Date.parse(body.startDate));
  const covered = await readCoveredPositions(database, body);
  const bookings = await readCompetitors(database, {
    positionIds: covered.map(({ positionId }) => positionId),
    from: new Date(atMs),
    to: body.endDate ? new Date(body.endDate) : null,
    bookingId: body.bookingId ?? null,
    reach,
  });
  const own = ownContender(body, covered, atMs);
  const editedId = body.bookingId ?? null;
  const places = covered.map((position): Place => {
    const there = bookings.filter(({ positionIds }) => positionIds.includes(position.positionId));
    const running = there.filter((booking) => runsAt(booking, position.timeZone, atMs));
    const before = running.map((booking) => contenderOf(booking, plan));
    const others = before.filter(({ id }) => id !== editedId);
    return {
      position,
      weight: position.requestsPerDay ?? 0,
      before: expectedShares(before, atMs),
      after: expectedShares(own === null ? others : [...others, own], atMs),
      there,
      running: new Set(running.map(({ id }) => id)),
    };
  });
  const describe = (some: readonly Place[]) => describePlace(some, { bookings, editedId, isKnown: own !== null });
  return {
    at: new Date(atMs).toISOString(),
    positionCount: covered[0]?.positionCount ?? 0,
    total: describe(places),
    positions: places.slice(0, maxPreviewedPositions).map((place) => ({
      positionId: place.position.positionId,
      slotName: place.position.slotName,
      requestsPerDay: place.position.requestsPerDay === null ? null : Math.round(place.position.requestsPerDay),
      ...describe([place]),
    })),
  };
}

/** Shares at one position, as things are and with the booking that is thought of. */
type Place = {
  readonly position: CoveredPosition;
  readonly weight: number;
  readonly before: ReadonlyMap<number, number>;
  readonly after: ReadonlyMap<number, number>;
  readonly there: readonly CompetitorRow[];
  readonly running: ReadonlySet<number>;
};

/** null: a goal of which nobody can say what it claims. */
function ownContender(body: SharePreviewBody, covered: readonly CoveredPosition[], atMs: number): Contender | null {
  const { priority, delivery, pricing } = body;
  const endMs = body.endDate ? Date.parse(body.endDate) : null;
  const claimedPart = claimOfGoal(
    { delivery: storedDelivery(delivery), pricing: pricing ?? null, endMs, atMs },
    covered,
  );
  return claimedPart === null ? null : { id: thoughtOf, priority, endMs, method: delivery.method, claimedPart };
}

function contenderOf(booking: CompetitorRow, plan: LatestPlan | null): Contender {
  const { id, priority, delivery } = booking;
  const claims = delivery.method === 'even' || delivery.method === 'asap';
  const claimedPart = claims ? (plan?.bookings.get(id)?.part ?? 0) : (delivery.basisPoints ?? 0) / 10_000;
  return { id, priority, endMs: booking.endDate?.getTime() ?? null, method: delivery.method, claimedPart };
}

/** By its dates, days and parts of the day, and with something left of its goal. */
function runsAt(booking: CompetitorRow, timeZone: string, atMs: number): boolean {
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

/** Over some places, each as much as its requests; all alike where none of them was asked for. */
function describePlace(
  places: readonly Place[],
  about: { readonly bookings: readonly CompetitorRow[]; readonly editedId: number | null; readonly isKnown: boolean },
): SharePreview['total'] {
  const total = places.reduce((sum, { weight }) => sum + weight, 0);
  const meanOf = (which: 'before' | 'after', id: number): number =>
    places.reduce((sum, place) => {
      const weight = total > 0 ? place.weight / total : 1 / places.length;
      return sum + weight * (place[which].get(id) ?? 0);
    }, 0);
  const isThere = new Set(places.flatMap(({ there }) => there.map(({ id }) => id)));
  const competitors = about.bookings
    .filter(({ id }) => id !== about.editedId && isThere.has(id))
    .map((booking) => ({
      booking,
      runsThen: places.some(({ running }) => running.has(booking.id)),
      share: meanOf('before', booking.id),
      shareWith: meanOf('after', booking.id),
    }))
    .toSorted((a, b) => b.shareWith - a.shareWith || b.share - a.share || a.booking.id - b.booking.id);
  const named = competitors.filter(({ booking }) => booking.visible).slice(0, maxNamedCompetitors);
  const others = competitors.filter((each) => !named.includes(each));
  return {
    sharePercent: about.isKnown ? percentOf(meanOf('after', thoughtOf)) : null,
    sharePercentBefore: about.editedId === null ? null : percentOf(meanOf('before', about.editedId)),
    competitors: named.map(({ booking, runsThen, share, shareWith }) => ({
      bookingId: booking.id,
      name: booking.name,
      campaignId: booking.campaignId,
      campaignName: booking.campaignName,
      priority: booking.priority,
      startDate: booking.startDate.toISOString(),
      endDate: booking.endDate?.toISOString() ?? null,
      runsThen,
      sharePercent: percentOf(share),
      sharePercentWith: percentOf(shareWith),
    })),
    others:
      others.length === 0
        ? null
        : {
            sharePercent: percentOf(others.reduce((sum, { share }) => sum + share, 0)),
            sharePercentWith: percentOf(others.reduce((sum, { shareWith }) => sum + shareWith, 0)),
          },
  };
}

/** To two decimals. */
function percentOf(part: number): number {
  return Math.round(part * 10_000) / 100;
}
