/** Line numbers that are listed for each reason. */
const listedLines = 20;
/** Distinct reasons. Reasons contain short values of the log, such as methods. */
const maxReasons = 200;
const otherReason = 'other reasons';

/** Lines of a log that are not used, by reason. */
export type SkippedReason = {
  readonly reason: string;
  /** True: the line cannot be read. False: it has another purpose. */
  readonly isFault: boolean;
  readonly lines: number;
  /** The first line numbers. */
  readonly first: readonly number[];
};

/** Counts skipped lines with bounded memory. */
export class SkippedLines {
  readonly #reasons = new Map<string, { isFault: boolean; lines: number; first: number[] }>();
  #lines = 0;

  get lines(): number {
    return this.#lines;
  }

  add(line: number, reason: string, isFault = false): void {
    this.#lines += 1;
    const key = this.#reasons.has(reason) || this.#reasons.size < maxReasons ? reason : otherReason;
    const known = this.#reasons.get(key) ?? { isFault, lines: 0, first: [] };
    this.#reasons.set(key, known);
    known.lines += 1;
    if (known.first.length < listedLines) known.first.push(line);
  }

  /** Returns the reasons: unreadable lines first, then by frequency. */
  list(): readonly SkippedReason[] {
    return [...this.#reasons]
      .map(([reason, counts]) => ({ reason, ...counts }))
      .toSorted(
        (one, other) =>
          Number(other.isFault) - Number(one.isFault) ||
          other.lines - one.lines ||
          (one.reason < other.reason ? -1 : 1),
      );
  }
}
