/** What one look costs, in units of about a tenth of a microsecond. */
export const lookCosts = {
  /** What was counted of a viewer under the caps of one booking. */
  capped: 8,
  /** Whether one part is in a page address. */
  part: 1,
  /** Whether terms take one ad; what a player or a native ad needs is compared. */
  ad: 4,
  /** Whether a point is near one place. */
  geoArea: 1,
  /** One claim that is written down. */
  claim: 1,
} as const;

/** At most so many units for one request: 0.2 ms, and 250 bookings with caps. */
const unitsPerRequest = 2_000;
/** And for all of a second: some percent of a core. */
const unitsPerSecond = 400_000;

/**
 * Bounds what the log looks at on the request path, whatever the size of a pool. What is not granted is not looked at, and
 * the request is kept with a word that it is missing.
 * Source: docs/decisions/0085-decisions-kept.md.
 */
export class LookBudget {
  #ofRequest = 0;
  #ofSecond = unitsPerSecond;
  #lastMs = Number.NEGATIVE_INFINITY;

  /** The next request. */
  begin(nowMs: number): void {
    this.#ofRequest = unitsPerRequest;
    if (nowMs > this.#lastMs) {
      this.#ofSecond = Math.min(unitsPerSecond, this.#ofSecond + ((nowMs - this.#lastMs) * unitsPerSecond) / 1000);
    }
    this.#lastMs = nowMs;
  }

  /** True: so many looks may be taken; they are taken off. */
  grants(looks: number, cost: number): boolean {
    const units = looks * cost;
    if (units > this.#ofRequest || units > this.#ofSecond) return false;
    this.#ofRequest -= units;
    this.#ofSecond -= units;
    return true;
  }
}
