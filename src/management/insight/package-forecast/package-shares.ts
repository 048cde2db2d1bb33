import type { Kysely } from 'kysely';
import { expectedPageShares } from '../../../core/decision/explain/expected-page-shares.ts';
import type { Contender } from '../../../core/decision/explain/expected-shares.ts';
import { dayMs, hourMs } from '../../../core/time/durations.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { bookedClaims } from '../share/booked-claims.ts';
import { runsAt } from '../share/position-shares.ts';
import { type CompetitorRow, readCompetitors } from '../share/read-competitors.ts';
import type { ForecastPackage, PackagePosition } from './package-inventory.ts';

/** Flight of the forecast in epoch ms, with an exclusive end. */
export type Flight = { readonly fromMs: number; readonly toMs: number };

/** Positions of a package whose shares are computed: those with the most requests. Others have their mean. */
const maxSharedPositions = 200;
/** Instants of the flight at which shares are computed. */
const instantCount = 12;
/** Behind all goals of its priority that are sold. No booking has this ID. */
const packageBookingId = Number.MAX_SAFE_INTEGER;

export type InventoryOfPackage = { readonly sold: ForecastPackage; readonly positions: readonly PackagePosition[] };

/**
 * Returns the part of the requests of each position that a booking of each package would win in the flight, 0 to 1, by
 * the share rule, next to the approved and held bookings. A guaranteed booking gets what the goals and shares of voice
 * of its priority and above leave. Targeting of bookings that depends on the request is ignored.
 */
export async function sharesOfPackages(
  database: Kysely<Database>,
  packages: readonly InventoryOfPackage[],
  { fromMs, toMs, nowMs }: Flight & { readonly nowMs: number },
): Promise<readonly ReadonlyMap<number, number>[]> {
  const shared = packages.map(({ positions }) => positions.slice(0, maxSharedPositions));
  const positionIds = [...new Set(shared.flatMap((positions) => positions.map(({ positionId }) => positionId)))];
  const bookings = await readCompetitors(database, {
    positionIds,
    from: new Date(fromMs),
    to: new Date(toMs),
    bookingId: null,
    reach: 'everything',
    nowMs,
  });
  const claims = await bookedClaims(database, bookings, nowMs);
  const bookingsAt = new Map<number, CompetitorRow[]>(positionIds.map((id) => [id, []]));
  for (const booking of bookings) for (const id of booking.positionIds) bookingsAt.get(id)?.push(booking);
  const instants = instantsOf({ fromMs, toMs });
  const contendersAt = cachedContenders(bookingsAt, claims);
  return packages.map(({ sold, positions }, index) => {
    const pages = [...Map.groupBy(shared[index] ?? [], ({ locationId }) => locationId).values()];
    const own = ownContender(sold, toMs);
    const sums = new Map<number, number>();
    for (const atMs of instants) {
      for (const page of pages) {
        const inOrder = page.toSorted((a, b) => a.positionId - b.positionId);
        const sides = inOrder.map((position) => [...contendersAt(position, atMs), own]);
        for (const [at, shares] of expectedPageShares(sides, atMs, pages.length * instantCount).entries()) {
          const { positionId } = inOrder[at] as PackagePosition;
          sums.set(positionId, (sums.get(positionId) ?? 0) + (shares.get(own.id) ?? 0));
        }
      }
    }
    const shares = new Map([...sums].map(([id, sum]) => [id, sum / instantCount]));
    const mean = meanShare(positions, shares);
    return new Map(positions.map(({ positionId }) => [positionId, shares.get(positionId) ?? mean]));
  });
}

/** Returns the instants at which shares are computed: spread over the flight, each at another hour of the day. */
function instantsOf({ fromMs, toMs }: Flight): readonly number[] {
  return Array.from({ length: instantCount }, (_, index) => {
    const evenMs = fromMs + ((index + 0.5) * (toMs - fromMs)) / instantCount;
    const hour = ((index * 5) % instantCount) * 2 + 1;
    const atMs = fromMs + Math.floor((evenMs - fromMs) / dayMs) * dayMs + hour * hourMs;
    return atMs < toMs ? atMs : evenMs;
  });
}

type ContendersAt = (position: PackagePosition, atMs: number) => readonly Contender[];

/** Returns the bookings that run at a position. Packages share positions, so that results are cached. */
function cachedContenders(
  bookingsAt: ReadonlyMap<number, readonly CompetitorRow[]>,
  claims: ReadonlyMap<number, number>,
): ContendersAt {
  const known = new Map<string, readonly Contender[]>();
  return ({ positionId, timeZone }, atMs) => {
    const key = `${positionId} ${atMs}`;
    const found =
      known.get(key) ??
      (bookingsAt.get(positionId) ?? [])
        .filter((booking) => runsAt(booking, timeZone, atMs))
        .map(({ id, priority, endDate, delivery: { method }, roadblock }) => {
          return {
            id,
            priority,
            endMs: endDate?.getTime() ?? null,
            method,
            claimedPart: claims.get(id) ?? 0,
            roadblock,
          };
        });
    known.set(key, found);
    return found;
  };
}

function ownContender({ settings: { priority, roadblock }, deliveryType }: ForecastPackage, endMs: number): Contender {
  const common = { id: packageBookingId, priority, roadblock };
  return deliveryType === 'guaranteed'
    ? { ...common, method: 'even', claimedPart: 1, endMs: null }
    : { ...common, method: 'share', claimedPart: 0, endMs };
}

function meanShare(positions: readonly PackagePosition[], shares: ReadonlyMap<number, number>): number {
  let requests = 0;
  let won = 0;
  for (const { positionId, requestsPerDay } of positions) {
    const share = shares.get(positionId);
    if (share === undefined) continue;
    requests += requestsPerDay;
    won += share * requestsPerDay;
  }
  return requests === 0 ? 0 : won / requests;
}
