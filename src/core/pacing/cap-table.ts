/** Times that viewers saw bookings, in a table of fixed size. */
export type CapTable = {
  /** Two words of each key; both 0: the slot was never used. */
  readonly keys: Uint32Array;
  /** The window that a count belongs to: number of the hour, number of the local day, 0 for the booking's life. */
  readonly windows: Int32Array;
  readonly counts: Uint32Array;
  /** Epoch ms after which the slot may be given to another key. */
  readonly expiries: Float64Array;
};

/** What is counted: the viewer's hash, the booking, and which of its caps. */
export type CapKey = { readonly low: number; readonly high: number };

/** Slots that are looked at for one key; when none of them is free, nothing more is shown under the cap. */
const probes = 16;

/** @param size slots, a power of two; 28 bytes each */
export function createCapTable(size: number): CapTable {
  return {
    keys: new Uint32Array(size * 2),
    windows: new Int32Array(size),
    counts: new Uint32Array(size),
    expiries: new Float64Array(size),
  };
}

/** Two independent 32-bit hashes of a viewer's key. */
export function hashViewer(viewerKey: string): CapKey {
  let low = 0x811c9dc5;
  let high = 0x9747b28c;
  for (let index = 0; index < viewerKey.length; index += 1) {
    const unit = viewerKey.charCodeAt(index);
    low = Math.imul(low ^ unit, 0x01000193);
    high = mix(high ^ Math.imul(unit, 0xcc9e2d51));
  }
  return { low: low >>> 0, high: high >>> 0 };
}

/** The key of one cap of one booking for a viewer. */
export function capKey(viewer: CapKey, bookingId: number, capIndex: number): CapKey {
  const booking = Math.imul(bookingId | 0, 0x9e3779b1) ^ mix(Math.floor(bookingId / 2 ** 32) + capIndex * 0x85ebca6b);
  const low = mix(viewer.low ^ booking) >>> 0;
  // Never both 0, which is how an unused slot looks.
  return { low, high: (mix(viewer.high + booking) | 1) >>> 0 };
}

/**
 * How often the key was counted in a window; Infinity when the table has no room to count it, and in a window before the
 * one that was counted last: it remembers one, so where it is still yesterday, or the clock was set back, it cannot tell.
 */
export function countOf(table: CapTable, key: CapKey, window: number, nowMs: number): number {
  const slot = slotOf(table, key, nowMs);
  if (slot === -1) return Number.POSITIVE_INFINITY;
  const isOwn = table.keys[2 * slot] === key.low && table.keys[2 * slot + 1] === key.high;
  if (!isOwn) return 0;
  const counted = table.windows[slot] as number;
  if (counted > window) return Number.POSITIVE_INFINITY;
  return counted === window ? (table.counts[slot] as number) : 0;
}

/** Counts the key once. `countOf` of the same moment must have been finite. */
export function countOnce(table: CapTable, key: CapKey, window: number, times: CapTimes): void {
  const before = countOf(table, key, window, times.nowMs);
  const slot = slotOf(table, key, times.nowMs);
  if (slot === -1) return;
  table.windows[slot] = window;
  table.keys[2 * slot] = key.low;
  table.keys[2 * slot + 1] = key.high;
  table.counts[slot] = before + 1;
  table.expiries[slot] = times.expiresMs;
}

/** What a table holds for a key: the window that was counted last, and how often. */
export type CountedWindow = { readonly window: number; readonly count: number };

/** What is held for a key; null: nothing. A table without room for it cannot tell, which a later window says as well. */
export function countedWindow(table: CapTable, key: CapKey, nowMs: number): CountedWindow | null {
  const slot = slotOf(table, key, nowMs);
  if (slot === -1) return { window: latestWindow, count: 1 };
  const isOwn = table.keys[2 * slot] === key.low && table.keys[2 * slot + 1] === key.high;
  return isOwn ? { window: table.windows[slot] as number, count: table.counts[slot] as number } : null;
}

const latestWindow = 2 ** 31 - 1;

/** Puts what `countedWindow` has said of another table. */
export function putWindow(table: CapTable, key: CapKey, { window, count }: CountedWindow, nowMs: number): void {
  const slot = slotOf(table, key, nowMs);
  if (slot === -1) return;
  table.windows[slot] = window;
  table.keys[2 * slot] = key.low;
  table.keys[2 * slot + 1] = key.high;
  table.counts[slot] = count;
  table.expiries[slot] = Number.POSITIVE_INFINITY;
}

export type CapTimes = { readonly nowMs: number; readonly expiresMs: number };

/** The slot of the key, else the first that is unused or expired, else -1. */
function slotOf({ keys, expiries }: CapTable, key: CapKey, nowMs: number): number {
  const mask = expiries.length - 1;
  let free = -1;
  for (let probe = 0; probe < probes; probe += 1) {
    const slot = (key.low + probe) & mask;
    const isUsed = keys[2 * slot + 1] !== 0;
    if (isUsed && keys[2 * slot] === key.low && keys[2 * slot + 1] === key.high) return slot;
    if (free === -1 && (!isUsed || (expiries[slot] as number) <= nowMs)) free = slot;
  }
  return free;
}

/** A bijection of 32-bit integers in which each bit of the input moves half of the output. */
function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
