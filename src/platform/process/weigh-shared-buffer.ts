/** Unused memory that belongs to each large shared buffer. It is never written, so it exists only in V8's accounts. */
const weightBytes = 96 * 1024 * 1024;
const leastBytes = 32 * 1024 * 1024;
const weights = new WeakMap<SharedArrayBuffer, ArrayBuffer>();

/**
 * Makes V8 collect a large shared buffer soon after it is unreferenced in this thread. V8 does not count shared buffers,
 * so without this their memory remains until the heap happens to be collected. An allocation of this size starts an
 * incremental collection, which does not block the thread.
 */
export function weighSharedBuffer(buffer: SharedArrayBuffer): void {
  if (buffer.byteLength >= leastBytes) weights.set(buffer, new ArrayBuffer(weightBytes));
}
