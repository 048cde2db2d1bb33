/** Larger than the CPU caches, like the tables of many bookings. */
const bytes = 64 * 1024 * 1024;
const reads = 2_000_000;

/**
 * Returns the duration of a random memory read in nanoseconds. Each address depends on the previous read. A decision
 * consists of some dozens of such reads, so this value indicates the cost of a decision on a machine and the load of
 * its memory.
 */
export function measureMemoryRead(): number {
  const next = circleOf(bytes / 4);
  let at = 0;
  const startedMs = performance.now();
  for (let read = 0; read < reads; read += 1) at = next[at] as number;
  const nanos = ((performance.now() - startedMs) * 1e6) / reads;
  // The result is used, so that the compiler cannot remove the reads.
  return at < 0 ? 0 : nanos;
}

/** Returns a single cycle through all entries (Sattolo's shuffle). Each entry contains the next index. */
function circleOf(size: number): Uint32Array {
  const next = Uint32Array.from({ length: size }, (_, index) => index);
  let state = 1;
  for (let last = size - 1; last > 0; last -= 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const other = Math.floor((state / 2 ** 32) * last);
    const kept = next[last] as number;
    next[last] = next[other] as number;
    next[other] = kept;
  }
  return next;
}
