import type { SnapshotAd } from '../../snapshot/snapshot.ts';
import type { BookingId, BrandId } from '../../words/ids.ts';

/** As much of an ad that won as later slots ask about. */
export type TakenAd = {
  readonly booking: Pick<SnapshotAd['booking'], 'id' | 'exclusionLabels'>;
  readonly creative: Pick<SnapshotAd['creative'], 'brandId'>;
};

/** What won the earlier slots of a request; asked by every rule of later slots, so nothing is searched for. */
export class Taken {
  /** Most requests have one slot, before which nothing has won. */
  #ads: TakenAd[] | null = null;
  /** The last place of each booking; null: nothing has won yet. */
  #places: Map<BookingId, number> | null = null;
  /** Null: nothing that won has a label. */
  #labels: Set<string> | null = null;

  /** The places of each brand, in their order, up to where somebody last asked: most requests never do. */
  #placesOfBrand: Map<BrandId, number[]> | null = null;
  #brandsUpTo = 0;

  get count(): number {
    return this.#ads === null ? 0 : this.#ads.length;
  }

  add(ad: TakenAd): void {
    this.#ads ??= [];
    this.#places ??= new Map();
    this.#places.set(ad.booking.id, this.#ads.length);
    this.#ads.push(ad);
    for (const label of ad.booking.exclusionLabels) {
      this.#labels ??= new Set();
      this.#labels.add(label);
    }
  }

  /**
   * True when a booking has won.
   * @param from how many of the first wins do not matter
   */
  hasWon(bookingId: BookingId, from: number): boolean {
    const place = this.#places?.get(bookingId);
    return place !== undefined && place >= from;
  }

  /** How often a booking has won. */
  timesWon(bookingId: number): number {
    let times = 0;
    for (const { booking } of this.#ads ?? []) if (booking.id === bookingId) times += 1;
    return times;
  }

  /**
   * How many ads of a brand have won.
   * @param from how many of the first wins do not matter
   */
  timesOfBrand(brandId: BrandId, from: number): number {
    const ads = this.#ads ?? [];
    this.#placesOfBrand ??= new Map();
    for (; this.#brandsUpTo < ads.length; this.#brandsUpTo += 1) {
      const won = (ads[this.#brandsUpTo] as TakenAd).creative.brandId;
      const places = this.#placesOfBrand.get(won);
      if (places === undefined) this.#placesOfBrand.set(won, [this.#brandsUpTo]);
      else places.push(this.#brandsUpTo);
    }
    const places = this.#placesOfBrand.get(brandId) ?? [];
    let times = 0;
    while (times < places.length && (places[places.length - 1 - times] as number) >= from) times += 1;
    return times;
  }

  hasLabel(label: string): boolean {
    return this.#labels?.has(label) ?? false;
  }

  /** The labels in the order of the wins, for the words of an explanation. */
  labels(): readonly string[] {
    return (this.#ads ?? []).flatMap(({ booking }) => booking.exclusionLabels);
  }
}
