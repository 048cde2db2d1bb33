/** A slot that was won brings its events within so long, or they are not waited for. */
const waitMs = 5_000;
const bucketMs = 500;
const buckets = waitMs / bucketMs;

/** Slots won lately whose event has not come yet, by the time of their decision. */
export type PendingWins = {
  /** Number of the bucket (epoch ms / `bucketMs`) that each place holds. */
  readonly numbers: Float64Array;
  readonly counts: Uint32Array;
};

export function createPendingWins(): PendingWins {
  return { numbers: new Float64Array(buckets), counts: new Uint32Array(buckets) };
}

/** @param decidedAtMs epoch ms */
export function addWin(pending: PendingWins, decidedAtMs: number): void {
  const number = Math.floor(decidedAtMs / bucketMs);
  const bucket = number % buckets;
  if (pending.numbers[bucket] !== number) pending.counts[bucket] = 0;
  pending.numbers[bucket] = number;
  pending.counts[bucket] = (pending.counts[bucket] as number) + 1;
}

/** The event of a slot that was won at this time (epoch ms) has come. */
export function removeWin(pending: PendingWins, decidedAtMs: number): void {
  const number = Math.floor(decidedAtMs / bucketMs);
  const bucket = number % buckets;
  if (pending.numbers[bucket] !== number) return;
  pending.counts[bucket] = Math.max(0, (pending.counts[bucket] as number) - 1);
}

/** Slots won at most five seconds before an instant (epoch ms) that still wait. */
export function countPending(pending: PendingWins, nowMs: number): number {
  const oldest = Math.floor(nowMs / bucketMs) - buckets;
  let count = 0;
  for (let bucket = 0; bucket < buckets; bucket += 1) {
    if ((pending.numbers[bucket] as number) > oldest) count += pending.counts[bucket] as number;
  }
  return count;
}
