/** Counts of booking impressions per viewer, household, screen and other subjects, in a hash table of fixed size. */
export type CapTable = {
  /** Two words per counted subject. */
  readonly subjects: Uint32Array;
  /** Cap of a booking as an integer; 0: the slot is unused. */
  readonly caps: Float64Array;
  /** Window of a count: number of the hour, number of the local day, or 0 for the lifetime of the booking. */
  readonly windows: Int32Array;
  readonly counts: Uint32Array;
  /** Epoch ms after which the slot may be reused for another key. */
  readonly expiries: Float64Array;
};

/** A counted subject: two independent 32-bit hashes of its key. */
export type SubjectKey = { readonly low: number; readonly high: number };

/** A counted combination: subject, booking and cap. */
export type CapKey = SubjectKey & { readonly cap: number };

/** Number of slots probed per key. If none is free, the booking is not shown under the cap. */
const probes = 16;

/** Creates an empty table. @param size slots, a power of two; 32 bytes each */
export function createCapTable(size: number): CapTable {
  return {
    subjects: new Uint32Array(size * 2),
    caps: new Float64Array(size),
    windows: new Int32Array(size),
    counts: new Uint32Array(size),
    expiries: new Float64Array(size),
  };
}

/** Returns a copy of the table. */
export function copyCapTable({ subjects, caps, windows, counts, expiries }: CapTable): CapTable {
  return {
    subjects: subjects.slice(),
    caps: caps.slice(),
    windows: windows.slice(),
    counts: counts.slice(),
    expiries: expiries.slice(),
  };
}

/** Removes all counts. */
export function emptyCapTable({ caps }: CapTable): void {
  caps.fill(0);
}

/**
 * Removes all counts of some subjects in a part of the table. One million slots take about 10 ms.
 * @param span slots, first inclusive, last exclusive
 * @returns number of removed counts
 */
export function removeSubjects(table: CapTable, forgotten: readonly SubjectKey[], span: SlotSpan): number {
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

/** Returns two independent 32-bit hashes of the key of a subject. */
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

/** Upper limit of distinguishable caps per booking: one per scope and subject. */
const capIndexes = 32;

/** Returns the key of one cap of one booking for a subject. @param capIndex 0 to 31 */
export function capKey({ low, high }: SubjectKey, bookingId: number, capIndex: number): CapKey {
  return { low, high, cap: bookingId * capIndexes + capIndex };
}

/**
 * Returns the count of a key in a window. Infinity if the table has no free slot for the key, or if the window precedes
 * the last counted one. Only the last window is stored, so an earlier one (another time zone, or a clock that was set
 * back) is unknown.
 */
export function cappedCount(table: CapTable, key: CapKey, window: number, nowMs: number): number {
  const slot = slotOf(table, key, nowMs);
  if (slot === -1) return Number.POSITIVE_INFINITY;
  if (!isOf(table, slot, key)) return 0;
  const counted = table.windows[slot] as number;
  if (counted > window) return Number.POSITIVE_INFINITY;
  return counted === window ? (table.counts[slot] as number) : 0;
}

/** Increments the count of a key. A late event, for a window before the last counted one, changes nothing. */
export function countOnce(table: CapTable, key: CapKey, window: number, times: CapTimes): void {
  const before = cappedCount(table, key, window, times.nowMs);
  if (before === Number.POSITIVE_INFINITY) return;
  put(table, key, { window, count: before + 1 }, times);
}

/** Entry of a key: its last counted window, and the count. */
export type CountedWindow = { readonly window: number; readonly count: number };

/**
 * Returns the entry of a key; null: none. If the table has no free slot for the key, returns the latest possible
 * window, so that the count of every earlier window is unknown.
 */
export function countedWindow(table: CapTable, key: CapKey, nowMs: number): CountedWindow | null {
  const slot = slotOf(table, key, nowMs);
  if (slot === -1) return { window: latestWindow, count: 1 };
  if (!isOf(table, slot, key)) return null;
  return { window: table.windows[slot] as number, count: table.counts[slot] as number };
}

const latestWindow = 2 ** 31 - 1;

/** Writes an entry that `countedWindow` returned for another table. */
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

/** Returns the slot of the key, else the first unused or expired one, else -1. */
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

/** A bijection of 32-bit integers in which each input bit changes half of the output bits. */
function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
