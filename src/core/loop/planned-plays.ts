import { showableAds } from '../decision/rules/showable-ads.ts';
import type { Candidate, SnapshotAd, SnapshotPosition } from '../snapshot/snapshot.ts';
import type { AdId, BookingId } from '../words/ids.ts';
import type { TimedLoop } from './plan-day.ts';

/** One play of a day, as a player is given it. */
export type PlannedPlay = {
  /** Epoch ms. */
  readonly startMs: number;
  /** Until when it may begin, epoch ms, excluded: its loop is over then, or its ad is. */
  readonly leaseUntilMs: number;
  readonly ad: SnapshotAd;
};

/**
 * What plays in the slots of planned loops: the ads of a booking take turns, as often as they weigh; a slot of nobody, or of a
 * booking without an ad at that time, is left out. Equal arguments give equal plays.
 * Source: docs/decisions/0117-playlists.md.
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
    return plays.flatMap((bookingId, place) => {
      const startMs = loopStartMs + place * slotMs;
      const candidate = bookingId === null ? undefined : candidates.get(bookingId);
      const ad = candidate === undefined ? null : turns.next(showableAds(candidate, startMs, undefined));
      return ad === null ? [] : [{ startMs, leaseUntilMs: Math.min(loopEndMs, ad.endMs ?? loopEndMs), ad }];
    });
  });
}

function candidatesById({ groups }: SnapshotPosition): ReadonlyMap<BookingId, Candidate> {
  const all = groups.flatMap(({ candidates, claims, fill }) => [...candidates, ...claims, ...fill]);
  return new Map(all.map((candidate) => [candidate.booking.id, candidate]));
}

/** Whose turn it is: each gains its weight, the one with the most plays and gives the sum of all weights back. */
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
