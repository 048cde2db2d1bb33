/** Most recorded requests per second and process. Recording takes one fifth of the time of answering. */
const requestsPerSecond = 2_000;

/** Period from (inclusive) to (exclusive), epoch milliseconds. */
export type LeftOut = { readonly fromMs: number; readonly toMs: number };

/**
 * Limits the cost of recording at thousands of requests per second. Requests above the limit are skipped, and each
 * second reports its gap once. Source: docs/decisions/0085-recorded-decisions.md.
 */
export class RequestQuota {
  #second = Number.NEGATIVE_INFINITY;
  #taken = 0;
  #leftOut: LeftOut | null = null;
  /** Whether a second with skipped requests has ended and was not reported yet. */
  isOver = false;

  /** Returns true and uses the quota if the request is within it. */
  takes(nowMs: number): boolean {
    const second = Math.floor(nowMs / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#taken = 0;
      this.isOver = this.#leftOut !== null;
    }
    if (this.#taken >= requestsPerSecond) return false;
    this.#taken += 1;
    return true;
  }

  leaveOut(nowMs: number): void {
    const { fromMs, toMs } = this.#leftOut ?? { fromMs: nowMs, toMs: nowMs + 1 };
    this.#leftOut = { fromMs: Math.min(fromMs, nowMs), toMs: Math.max(toMs, nowMs + 1) };
  }

  /** Returns the period of requests that were skipped since the last call, or null. */
  takeLeftOut(): LeftOut | null {
    const leftOut = this.#leftOut;
    this.#leftOut = null;
    this.isOver = false;
    return leftOut;
  }
}
