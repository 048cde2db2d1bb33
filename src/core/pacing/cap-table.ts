/** Times that viewers, households, screens, ... saw bookings, in a table of fixed size. */
export type CapTable = {
  /** Two words of each who is counted. */
  readonly subjects: Uint32Array;
  /** Which cap of which booking, a whole number; 0: the slot is unused. */
  readonly caps: Float64Array;
  /** The window that a count belongs to: number of the hour, number of the local day, 0 for the booking's life. */
  readonly windows: Int32Array;
  readonly counts: Uint32Array;
  /** Epoch ms after which the slot may be given to another key. */
  readonly expiries: Float64Array;
};

/** Who is counted: two independent 32-bit hashes of what tells them from others. */
export type SubjectKey = { readonly low: number; readonly high: number };

/** What is counted: who, and under which cap of which booking. */
export type CapKey = SubjectKey & { readonly cap: number };

/** Slots that are looked at for one key; when none of them is free, nothing more is shown under the cap. */
const probes = 16;

/** @param size slots, a power of two; 32 bytes each */
export function createCapTable(size: number): CapTable {
  return {
    subjects: new Uint32Array(size * 2),
    caps: new Float64Array(size),
    windows: new Int32Array(size),
    counts: new Uint32Array(size),
    expiries: new Float64Array(size),
  };
}

/** A table of its own with the same counts. */
export function copyCapTable({ subjects, caps, windows, counts, expiries }: CapTable): CapTable {
  return {
    subjects: subjects.slice(),
    caps: caps.slice(),
    windows: windows.slice(),
    counts: counts.slice(),
    expiries: expiries.slice(),
  };
}

/** Forgets all counts. */
export function emptyCapTable({ caps }: CapTable): void {
  caps.fill(0);
}

/**
 * Forgets all counts of some people. Looks at a part of the table: a million slots take some ten milliseconds.
 * @param span slots, the first included, the last excluded
 * @returns how many counts there were
 */
export function forgetSubjects(table: CapTable, forgotten: readonly SubjectKey[], span: SlotSpan): number {
  const { subjects, caps, windows, counts, expiries } = table;
  const highsByLow = new Map<number, readonly number[]>();
  for (const { low, high } of forgotten) highsByLow.set(low, [...(highsByLow.get(low) ?? []), high]);
  let times = 0;
  for (let slot = span.from; slot < Math.min(span.to, caps.length); slot += 1) {
    if (caps[slot] === 0) continue;
    const highs = highsByLow.get(subjects[2 * slot] as number);
    if (highs === undefined || !highs.includes(subjects[2 * slot + 1] as number)) continue;
    subjects.fill(0, 2 * slot, 2 * slot + 2);
    for (const column of [caps, windows, counts, expiries]) column[slot] = 0;
    times += 1;
  }
  return times;
}

export type SlotSpan = { readonly from: number; readonly to: number };

/** Two independent 32-bit hashes of what tells somebody from others. */
export function hashSubject(key: string): SubjectKey {
  let low = 0x811c9dc5;
  let high = 0x9747b28c;
  for (let index = 0; index < key.length; index += 1) {
    const unit = key.charCodeAt(index);
    low = Math.imul(low ^ unit, 0x01000193);
    high = mix(high ^ Math.imul(unit, 0xcc9e2d51));
  }
  return { low: low >>> 0, high: high >>> 0 };
}

/** A booking has fewer caps that are told apart: a scope for each who is counted. */
const capIndexes = 32;

/** The key of one cap of one booking for somebody. @param capIndex 0 to 31 */
export function capKey({ low, high }: SubjectKey, bookingId: number, capIndex: number): CapKey {
  return { low, high, cap: bookingId * capIndexes + capIndex };
}

/**
 * How often the key was counted in a window; Infinity when the table has no room to count it, and in a window before the
 * one that was counted last: it remembers one, so where it is still yesterday, or the clock was set back, it cannot tell.
 */
export function cappedCount(table: CapTable, key: CapKey, window: number, nowMs: number): number {
  const slot = slotOf(table, key, nowMs);
  if (slot === -1) return Number.POSITIVE_INFINITY;
  if (!isOf(table, slot, key)) return 0;
  const counted = table.windows[slot] as number;
  if (counted > window) return Number.POSITIVE_INFINITY;
  return counted === window ? (table.counts[slot] as number) : 0;
}

/** Counts the key once. What is told late, of a window before the one that was counted last, changes nothing. */
export function countOnce(table: CapTable, key: CapKey, window: number, times: CapTimes): void {
  const before = cappedCount(table, key, window, times.nowMs);
  if (before === Number.POSITIVE_INFINITY) return;
  put(table, key, { window, count: before + 1 }, times);
}

/** What a table holds for a key: the window that was counted last, and how often. */
export type CountedWindow = { readonly window: number; readonly count: number };

/** What is held for a key; null: nothing. A table without room for it cannot tell, which a later window says as well. */
export function countedWindow(table: CapTable, key: CapKey, nowMs: number): CountedWindow | null {
  const slot = slotOf(table, key, nowMs);
  if (slot === -1) return { window: latestWindow, count: 1 };
  if (!isOf(table, slot, key)) return null;
  return { window: table.windows[slot] as number, count: table.counts[slot] as number };
}

const latestWindow = 2 ** 31 - 1;

/** Puts what `countedWindow` has said of another table. */
export function putWindow(table: CapTable, key: CapKey, counted: CountedWindow, nowMs: number): void {
  put(table, key, counted, { nowMs, expiresMs: Number.POSITIVE_INFINITY });
}

export type CapTimes = { readonly nowMs: number; readonly expiresMs: number };

function put(table: CapTable, key: CapKey, { window, count }: CountedWindow, { nowMs, expiresMs }: CapTimes): void {
  const slot = slotOf(table, key, nowMs);
  if (slot === -1) return;
  table.subjects[2 * slot] = key.low;
  table.subjects[2 * slot + 1] = key.high;
  table.caps[slot] = key.cap;
  table.windows[slot] = window;
  table.counts[slot] = count;
  table.expiries[slot] = expiresMs;
}

/** The slot of the key, else the first that is unused or expired, else -1. */
function slotOf(table: CapTable, key: CapKey, nowMs: number): number {
  const { caps, expiries } = table;
  const mask = expiries.length - 1;
  const home = mix(key.low ^ Math.imul(key.cap | 0, 0x9e3779b1));
  let free = -1;
  for (let probe = 0; probe < probes; probe += 1) {
    const slot = (home + probe) & mask;
    if (isOf(table, slot, key)) return slot;
    if (free === -1 && (caps[slot] === 0 || (expiries[slot] as number) <= nowMs)) free = slot;
  }
  return free;
}

function isOf({ subjects, caps }: CapTable, slot: number, { low, high, cap }: CapKey): boolean {
  return caps[slot] === cap && subjects[2 * slot] === low && subjects[2 * slot + 1] === high;
}

/** A bijection of 32-bit integers in which each bit of the input moves half of the output. */
function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
