import { showableAds } from '../decision/rules/showable-ads.ts';
import type { Candidate, SnapshotAd, SnapshotPosition } from '../snapshot/snapshot.ts';
import type { AdId, BookingId } from '../vocabulary/ids.ts';
import type { TimedLoop } from './plan-day.ts';
import { offlineAdsOf } from './screen-terms.ts';

/** One play of a day, as sent to the player. */
export type PlannedPlay = {
  /** Epoch ms. */
  readonly startMs: number;
  /** Latest start, epoch ms, exclusive: the end of its loop or of its ad. */
  readonly leaseUntilMs: number;
  readonly ad: SnapshotAd;
};

/**
 * Returns the plays in the slots of planned loops. The ads of a booking that need no network rotate by weight. Empty
 * slots, and slots of a booking without an ad at that time, are omitted. Equal arguments give equal plays. Source:
 * docs/decisions/0117-playlists.md.
 * @param slotMs above 0
 */
export function plannedPlays(
  position: SnapshotPosition,
  loops: readonly TimedLoop[],
  slotMs: number,
): readonly PlannedPlay[] {
  const candidates = candidatesById(position);
  const turns = new Turns();
  return loops.flatMap(({ startMs: loopStartMs, plays }) => {
    const loopEndMs = loopStartMs + plays.length * slotMs;
    return plays.flatMap((bookingId, index) => {
      const startMs = loopStartMs + index * slotMs;
      const candidate = bookingId === null ? undefined : candidates.get(bookingId);
      const ad = candidate === undefined ? null : turns.next(showableAds(candidate, startMs, undefined));
      return ad === null ? [] : [{ startMs, leaseUntilMs: Math.min(loopEndMs, ad.endMs ?? loopEndMs), ad }];
    });
  });
}

type OfflineAds = Pick<Candidate, 'fittingAds'>;

function candidatesById({ groups }: SnapshotPosition): ReadonlyMap<BookingId, OfflineAds> {
  const all = groups.flatMap(({ candidates, claims, fill }) => [...candidates, ...claims, ...fill]);
  return new Map(all.map((candidate) => [candidate.booking.id, { fittingAds: offlineAdsOf(candidate) }]));
}

/**
 * Weighted round-robin: each ad gains its weight; the ad with the highest sum plays and is reduced by the sum of all
 * weights.
 */
class Turns {
  readonly #gained = new Map<AdId, number>();

  next(ads: readonly SnapshotAd[]): SnapshotAd | null {
    let chosen: SnapshotAd | null = null;
    let most = Number.NEGATIVE_INFINITY;
    let sum = 0;
    for (const ad of ads) {
      const gained = (this.#gained.get(ad.id) ?? 0) + ad.weight;
      this.#gained.set(ad.id, gained);
      sum += ad.weight;
      if (gained <= most) continue;
      most = gained;
      chosen = ad;
    }
    if (chosen !== null) this.#gained.set(chosen.id, most - sum);
    return chosen;
  }
}
