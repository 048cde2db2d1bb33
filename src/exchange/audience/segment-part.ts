import { hourMs } from '../../core/time/durations.ts';

/**
 * A part of a layer: the members whose keys share their first 6 bits, as typed arrays over one buffer with the layout
 * of the file. 16 bytes of header (magic, members, memberships, 0). Then per member the low and the high half of its
 * key, sorted by the whole key, and the index of its first membership (with one additional entry). Then per membership
 * the number of its segment and the hour of its last confirmation, 16 bits each. A member takes 12 bytes and a
 * membership 4. Source: docs/decisions/0110-audience-segments.md.
 */
export type SegmentPart = {
  readonly members: number;
  readonly memberships: number;
  readonly lows: Uint32Array;
  readonly highs: Uint32Array;
  readonly starts: Uint32Array;
  /** Indexes in the list of segments of the layer. */
  readonly segments: Uint16Array;
  /** Hours since `firstHour`. */
  readonly hours: Uint16Array;
};

/**
 * Number of parts of a layer, by the first 6 bits of keys. Each is small enough to be read and checked between two
 * requests.
 */
export const partsOfLayer = 64;
const partBits = 6;
const headBytes = 16;
const magic = 0x50535031;
const bytesPerMember = 12;
const bytesPerMembership = 4;
const firstHour = Date.UTC(2026, 0, 1) / hourMs;
/** 16 bits of hours reach to June 2033. Later hours are clamped to it. */
const lastHour = 65_535;

/** Returns the part of a key. @param high upper half of the key */
export function partOf(high: number): number {
  return high >>> (32 - partBits);
}

/** Returns the whole hours since 2026, at least 0. */
export function hourOf(atMs: number): number {
  return Math.min(lastHour, Math.max(0, Math.floor(atMs / hourMs) - firstHour));
}

/** Allocates an empty part. Write to its arrays, then call `trimPart`. */
export function createPart(members: number, memberships: number): SegmentPart {
  return viewsOf(new ArrayBuffer(bytesOf(members, memberships)), { members, memberships });
}

/** Returns the bytes of a part in file layout. Spare capacity is omitted. */
export function encodePart(
  part: SegmentPart,
  used: { readonly members: number; readonly memberships: number },
): Buffer {
  const { members, memberships } = used;
  const exact = createPart(members, memberships);
  exact.lows.set(part.lows.subarray(0, members));
  exact.highs.set(part.highs.subarray(0, members));
  exact.starts.set(part.starts.subarray(0, members + 1));
  exact.segments.set(part.segments.subarray(0, memberships));
  exact.hours.set(part.hours.subarray(0, memberships));
  const bytes = Buffer.from(exact.lows.buffer as ArrayBuffer);
  bytes.writeUInt32LE(magic, 0);
  bytes.writeUInt32LE(members, 4);
  bytes.writeUInt32LE(memberships, 8);
  return bytes;
}

/** Returns a part as a view of the bytes, without copying; null: not a valid part. */
export function openPart(bytes: ArrayBuffer): SegmentPart | null {
  if (bytes.byteLength < headBytes) return null;
  const head = new DataView(bytes);
  if (head.getUint32(0, true) !== magic) return null;
  const sizes = { members: head.getUint32(4, true), memberships: head.getUint32(8, true) };
  if (bytesOf(sizes.members, sizes.memberships) !== bytes.byteLength) return null;
  const part = viewsOf(bytes, sizes);
  return part.starts[sizes.members] === sizes.memberships ? part : null;
}

/** Returns the index of a key among the members of its part; -1: not found. */
export function findMember({ lows, highs, members }: SegmentPart, low: number, high: number): number {
  let from = 0;
  let to = members;
  while (from < to) {
    const middle = (from + to) >>> 1;
    const there = highs[middle] as number;
    if (there < high || (there === high && (lows[middle] as number) < low)) from = middle + 1;
    else to = middle;
  }
  return from < members && highs[from] === high && lows[from] === low ? from : -1;
}

function bytesOf(members: number, memberships: number): number {
  return headBytes + members * bytesPerMember + 4 + memberships * bytesPerMembership;
}

function viewsOf(buffer: ArrayBuffer, sizes: { readonly members: number; readonly memberships: number }): SegmentPart {
  const { members, memberships } = sizes;
  let at = headBytes;
  const words = (count: number) => {
    const view = new Uint32Array(buffer, at, count);
    at += view.byteLength;
    return view;
  };
  const halves = () => {
    const view = new Uint16Array(buffer, at, memberships);
    at += view.byteLength;
    return view;
  };
  const lows = words(members);
  const highs = words(members);
  const starts = words(members + 1);
  return { members, memberships, lows, highs, starts, segments: halves(), hours: halves() };
}
