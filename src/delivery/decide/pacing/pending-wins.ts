/** Milliseconds within which a won slot must produce its event. After that, the event is no longer expected. */
const waitMs = 5_000;
const bucketMs = 500;
const buckets = waitMs / bucketMs;

/** Recently won slots without an event yet, by the time of their decision. */
export type PendingWins = {
  /** Number of the bucket (epoch ms / `bucketMs`) at each index. */
  readonly numbers: Float64Array;
  readonly counts: Uint32Array;
};

export function createPendingWins(): PendingWins {
  return { numbers: new Float64Array(buckets), counts: new Uint32Array(buckets) };
}

/** @param decidedAtMs epoch milliseconds */
export function addWin(pending: PendingWins, decidedAtMs: number): void {
  const number = Math.floor(decidedAtMs / bucketMs);
  const bucket = number % buckets;
  if (pending.numbers[bucket] !== number) pending.counts[bucket] = 0;
  pending.numbers[bucket] = number;
  pending.counts[bucket] = (pending.counts[bucket] as number) + 1;
}

/** Removes a won slot after its event arrived. The time is in epoch milliseconds. */
export function removeWin(pending: PendingWins, decidedAtMs: number): void {
  const number = Math.floor(decidedAtMs / bucketMs);
  const bucket = number % buckets;
  if (pending.numbers[bucket] !== number) return;
  pending.counts[bucket] = Math.max(0, (pending.counts[bucket] as number) - 1);
}

/** Returns the number of slots won at most five seconds before the given time (epoch milliseconds) without an event. */
export function countPending(pending: PendingWins, nowMs: number): number {
  const oldest = Math.floor(nowMs / bucketMs) - buckets;
  let count = 0;
  for (let bucket = 0; bucket < buckets; bucket += 1) {
    if ((pending.numbers[bucket] as number) > oldest) count += pending.counts[bucket] as number;
  }
  return count;
}
