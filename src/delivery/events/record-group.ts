import type { RecordWaiting } from '../../exchange/journal/delivery-event.ts';

/** Waits for several records without a promise for each. */
export class RecordGroup {
  #open = 0;
  #hasFailed = false;
  #settled: (() => void) | null = null;
  readonly #waiting: RecordWaiting = {
    stored: () => this.#close(),
    failed: () => {
      this.#hasFailed = true;
      this.#close();
    },
  };

  /** Returns what receives the outcome of the next record. */
  next(): RecordWaiting {
    this.#open += 1;
    return this.#waiting;
  }

  /** Resolves when the outcome of all records is known: true if all are on disk. Call once, after the last record. */
  async areStored(): Promise<boolean> {
    if (this.#open > 0) {
      await new Promise<void>((resolve) => {
        this.#settled = resolve;
      });
    }
    return !this.#hasFailed;
  }

  #close(): void {
    this.#open -= 1;
    if (this.#open === 0) this.#settled?.();
  }
}
