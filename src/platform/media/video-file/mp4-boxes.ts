import { UnreadableVideo } from './unreadable-video.ts';

/** A box of ISO/IEC 14496-12, 4.2. Its content is from `start` to `end` (exclusive). */
export type Box = { readonly type: string; readonly start: number; readonly end: number };

/** Maximum number of boxes in one box. A video has about 20. More indicate an attack. */
const maxBoxes = 1_000;
const headerBytes = 8;
const longHeaderBytes = 16;

/** Header of a box; `bytes` is the size of the whole box, 0: up to the end of its parent. */
export type BoxHead = { readonly type: string; readonly bytes: number; readonly headBytes: number };

/** Reads the header of a box; null: too few bytes. */
export function readBoxHead(head: Buffer): BoxHead | null {
  if (head.length < headerBytes) return null;
  const type = head.toString('latin1', 4, headerBytes);
  const bytes = head.readUInt32BE(0);
  if (bytes !== 1) return { type, bytes, headBytes: headerBytes };
  if (head.length < longHeaderBytes) return null;
  return { type, bytes: Number(head.readBigUInt64BE(8)), headBytes: longHeaderBytes };
}

/** Returns the boxes in a part of a buffer, which must contain them completely. */
export function boxesIn(buffer: Buffer, { start, end }: Pick<Box, 'start' | 'end'>): readonly Box[] {
  const boxes: Box[] = [];
  let at = start;
  while (at + headerBytes <= end) {
    const head = readBoxHead(buffer.subarray(at, Math.min(end, at + longHeaderBytes)));
    if (head === null) throw new UnreadableVideo('a box without a header');
    const boxEnd = head.bytes === 0 ? end : at + head.bytes;
    if (boxEnd > end || boxEnd < at + head.headBytes)
      throw new UnreadableVideo(`a box ${head.type} that exceeds its parent`);
    boxes.push({ type: head.type, start: at + head.headBytes, end: boxEnd });
    if (boxes.length > maxBoxes) throw new UnreadableVideo('too many boxes');
    at = boxEnd;
  }
  return boxes;
}

/** Returns the first box on a path of nested types; null: none. */
export function findBox(buffer: Buffer, within: Pick<Box, 'start' | 'end'>, ...types: readonly string[]): Box | null {
  let found: Pick<Box, 'start' | 'end'> | null = within;
  for (const type of types) {
    found = found === null ? null : (boxesIn(buffer, found).find((box) => box.type === type) ?? null);
  }
  return found as Box | null;
}

/** Reads a number in a box. Throws if the box is too short. */
export function numberIn(buffer: Buffer, box: Box, offset: number, bytes: 1 | 2 | 4 | 8): number {
  const at = box.start + offset;
  if (at + bytes > box.end) throw new UnreadableVideo(`a box ${box.type} that is too short`);
  return bytes === 8 ? Number(buffer.readBigUInt64BE(at)) : buffer.readUIntBE(at, bytes);
}
