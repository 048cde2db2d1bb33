/** Cost of each kind of lookup, in units of about 0.1 microseconds. */
export const lookCosts = {
  /** Counts of a viewer for the caps of one booking. */
  capped: 8,
  /** Search of one part in a page URL. */
  part: 1,
  /** Evaluation of the terms for one ad: the requirements of a player or a native ad. */
  ad: 4,
  /** Distance check of a point to one pair of coordinates. */
  geoArea: 1,
  /** Recording of one claim. */
  claim: 1,
} as const;

/** Most units per request: 0.2 ms, or 250 bookings with caps. */
const unitsPerRequest = 2_000;
/** Most units per second: a few percent of a core. */
const unitsPerSecond = 400_000;

/**
 * Limits the work of the log per request, regardless of the pool size. Lookups that are not granted are skipped, and
 * the record states that they are missing. Source: docs/decisions/0085-recorded-decisions.md.
 */
export class LookBudget {
  #ofRequest = 0;
  #ofSecond = unitsPerSecond;
  #lastMs = Number.NEGATIVE_INFINITY;

  /** Starts the budget of the next request. */
  begin(nowMs: number): void {
    this.#ofRequest = unitsPerRequest;
    if (nowMs > this.#lastMs) {
      this.#ofSecond = Math.min(unitsPerSecond, this.#ofSecond + ((nowMs - this.#lastMs) * unitsPerSecond) / 1000);
    }
    this.#lastMs = nowMs;
  }

  /** Returns true and deducts the cost if this number of lookups is within the budget. */
  grants(looks: number, cost: number): boolean {
    const units = looks * cost;
    if (units > this.#ofRequest || units > this.#ofSecond) return false;
    this.#ofRequest -= units;
    this.#ofSecond -= units;
    return true;
  }
}
