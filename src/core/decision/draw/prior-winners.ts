import type { SnapshotAd } from '../../snapshot/snapshot.ts';
import type { BookingId, BrandId } from '../../vocabulary/ids.ts';

/** Properties of a winning ad that the rules of later slots read. */
export type PriorWinner = {
  readonly booking: Pick<SnapshotAd['booking'], 'id' | 'exclusionLabels'>;
  readonly creative: Pick<SnapshotAd['creative'], 'brandId'>;
};

/** Winners of the earlier slots of a request. Indexed, because every rule of later slots reads them. */
export class PriorWinners {
  /** null until the first win. Most requests have only one slot. */
  #ads: PriorWinner[] | null = null;
  /** The last index of each booking; null: no winner yet. */
  #indexes: Map<BookingId, number> | null = null;
  /** null: no winner has a label. */
  #labels: Set<string> | null = null;

  /** The indexes of each brand in ascending order, built on demand because most requests never read them. */
  #indexesOfBrand: Map<BrandId, number[]> | null = null;
  #brandsUpTo = 0;
  /** Milliseconds of each winner; null: no request with a limit of the duration. */
  #durationsMs: number[] | null = null;

  get count(): number {
    return this.#ads === null ? 0 : this.#ads.length;
  }

  /** @param durationMs milliseconds of the ad, for requests that limit the duration of an ad break; otherwise 0 */
  add(ad: PriorWinner, durationMs = 0): void {
    this.#ads ??= [];
    if (durationMs > 0) {
      this.#durationsMs ??= [];
      this.#durationsMs[this.#ads.length] = durationMs;
    }
    this.#indexes ??= new Map();
    this.#indexes.set(ad.booking.id, this.#ads.length);
    this.#ads.push(ad);
    for (const label of ad.booking.exclusionLabels) {
      this.#labels ??= new Set();
      this.#labels.add(label);
    }
  }

  /**
   * Reports whether a booking has won.
   * @param from number of first wins to ignore
   */
  hasWon(bookingId: BookingId, from: number): boolean {
    const index = this.#indexes?.get(bookingId);
    return index !== undefined && index >= from;
  }

  /** Returns the number of wins of a booking. */
  timesWon(bookingId: number): number {
    let times = 0;
    for (const { booking } of this.#ads ?? []) if (booking.id === bookingId) times += 1;
    return times;
  }

  /**
   * Returns the number of winning ads of a brand.
   * @param from number of first wins to ignore
   */
  timesOfBrand(brandId: BrandId, from: number): number {
    const ads = this.#ads ?? [];
    this.#indexesOfBrand ??= new Map();
    for (; this.#brandsUpTo < ads.length; this.#brandsUpTo += 1) {
      const won = (ads[this.#brandsUpTo] as PriorWinner).creative.brandId;
      const indexes = this.#indexesOfBrand.get(won);
      if (indexes === undefined) this.#indexesOfBrand.set(won, [this.#brandsUpTo]);
      else indexes.push(this.#brandsUpTo);
    }
    const indexes = this.#indexesOfBrand.get(brandId) ?? [];
    let times = 0;
    while (times < indexes.length && (indexes[indexes.length - 1 - times] as number) >= from) times += 1;
    return times;
  }

  /**
   * Returns the total milliseconds of the winning ads.
   * @param from number of first wins to ignore
   */
  durationMs(from: number): number {
    return (this.#durationsMs ?? []).slice(from).reduce((sum, ms) => sum + ms, 0);
  }

  hasLabel(label: string): boolean {
    return this.#labels?.has(label) ?? false;
  }

  /** Returns the labels in the order of the wins, for traces. */
  labels(): readonly string[] {
    return (this.#ads ?? []).flatMap(({ booking }) => booking.exclusionLabels);
  }
}
