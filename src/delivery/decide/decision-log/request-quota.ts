/** Requests that are kept in a second of the process; to keep one takes as long as a fifth of answering it. */
const requestsPerSecond = 2_000;

/** From (included) to (excluded), epoch ms. */
export type LeftOut = { readonly fromMs: number; readonly toMs: number };

/**
 * Bounds what keeping requests costs where thousands come in a second: those beyond are left out, and when that was is told
 * once for each second.
 * Source: docs/decisions/0085-decisions-kept.md.
 */
export class RequestQuota {
  #second = Number.NEGATIVE_INFINITY;
  #taken = 0;
  #leftOut: LeftOut | null = null;
  /** The second in which some were left out has passed, and nobody was told. */
  isOver = false;

  /** True: the request is within the quota, and takes of it. */
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

  /** When requests were left out since this was last asked; null: none was. */
  takeLeftOut(): LeftOut | null {
    const leftOut = this.#leftOut;
    this.#leftOut = null;
    this.isOver = false;
    return leftOut;
  }
}
