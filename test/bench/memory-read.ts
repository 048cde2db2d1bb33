/** Far more than a core keeps near itself, as the tables of many bookings are. */
const bytes = 64 * 1024 * 1024;
const reads = 2_000_000;

/**
 * Nanoseconds of one read from a random place of memory, each place being known by the read before. A decision is some
 * dozens of such reads, so this says what a decision costs on a machine, and how busy others keep its memory.
 */
export function measureMemoryRead(): number {
  const next = circleOf(bytes / 4);
  let at = 0;
  const startedMs = performance.now();
  for (let read = 0; read < reads; read += 1) at = next[at] as number;
  const nanos = ((performance.now() - startedMs) * 1e6) / reads;
  // The place is used, so that the reads cannot be left out.
  return at < 0 ? 0 : nanos;
}

/** Each entry says where to go on; all of them lie on one circle (Sattolo's shuffle). */
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
