import { UnreadableVideo } from './unreadable-video.ts';

/** A box of ISO/IEC 14496-12, 4.2: its content stands from `start` to `end` (excluded). */
export type Box = { readonly type: string; readonly start: number; readonly end: number };

/** Boxes in one box: a film has some twenty; more are there to keep us busy. */
const maxBoxes = 1_000;
const headerBytes = 8;
const longHeaderBytes = 16;

/** What the head of a box says; `bytes` is that of the whole box, 0: to the end of what it is in. */
export type BoxHead = { readonly type: string; readonly bytes: number; readonly headBytes: number };

/** Reads the head of a box; null: there are too few bytes for one. */
export function readBoxHead(head: Buffer): BoxHead | null {
  if (head.length < headerBytes) return null;
  const type = head.toString('latin1', 4, headerBytes);
  const bytes = head.readUInt32BE(0);
  if (bytes !== 1) return { type, bytes, headBytes: headerBytes };
  if (head.length < longHeaderBytes) return null;
  return { type, bytes: Number(head.readBigUInt64BE(8)), headBytes: longHeaderBytes };
}

/** The boxes in a part of a buffer, all of which must lie in it. */
export function boxesIn(buffer: Buffer, { start, end }: Pick<Box, 'start' | 'end'>): readonly Box[] {
  const boxes: Box[] = [];
  let at = start;
  while (at + headerBytes <= end) {
    const head = readBoxHead(buffer.subarray(at, Math.min(end, at + longHeaderBytes)));
    if (head === null) throw new UnreadableVideo('a box without its head');
    const boxEnd = head.bytes === 0 ? end : at + head.bytes;
    if (boxEnd > end || boxEnd < at + head.headBytes) throw new UnreadableVideo(`a box ${head.type} that does not fit`);
    boxes.push({ type: head.type, start: at + head.headBytes, end: boxEnd });
    if (boxes.length > maxBoxes) throw new UnreadableVideo('too many boxes');
    at = boxEnd;
  }
  return boxes;
}

/** The first box that is reached by these types, one in the other; null: there is none. */
export function findBox(buffer: Buffer, within: Pick<Box, 'start' | 'end'>, ...types: readonly string[]): Box | null {
  let found: Pick<Box, 'start' | 'end'> | null = within;
  for (const type of types) {
    found = found === null ? null : (boxesIn(buffer, found).find((box) => box.type === type) ?? null);
  }
  return found as Box | null;
}

/** A number in a box; throws when it does not reach so far. */
export function numberIn(buffer: Buffer, box: Box, offset: number, bytes: 1 | 2 | 4 | 8): number {
  const at = box.start + offset;
  if (at + bytes > box.end) throw new UnreadableVideo(`a box ${box.type} that is too short`);
  return bytes === 8 ? Number(buffer.readBigUInt64BE(at)) : buffer.readUIntBE(at, bytes);
}
