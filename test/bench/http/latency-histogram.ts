const stepMs = 0.02;
const steps = 500_000;

/** Latencies up to 10 seconds in steps of 0.02 ms. Longer ones count as 10 seconds. */
export class LatencyHistogram {
  readonly #counts = new Uint32Array(steps);
  #size = 0;

  add(ms: number): void {
    const step = Math.min(Math.floor(ms / stepMs), steps - 1);
    this.#counts[step] = (this.#counts[step] as number) + 1;
    this.#size += 1;
  }

  /**
   * Returns the latency in milliseconds that a part of all latencies does not exceed.
   * @param part 0.99: the 99th percentile
   */
  percentile(part: number): number {
    let seen = 0;
    for (let step = 0; step < steps; step += 1) {
      seen += this.#counts[step] as number;
      if (seen >= this.#size * part) return (step + 1) * stepMs;
    }
    return steps * stepMs;
  }

  /** Returns the number of latencies. */
  get size(): number {
    return this.#size;
  }

  clear(): void {
    this.#counts.fill(0);
    this.#size = 0;
  }
}
