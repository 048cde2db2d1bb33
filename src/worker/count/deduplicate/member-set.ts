import { decisionsPerRange } from '../../../platform/keys/decision-ids.ts';

/** Formats of a stored set: a byte, then sorted numbers of two bytes (little endian), or a bit for each number. */
const listFormat = 0;
const bitmapFormat = 1;
const bitmapBytes = decisionsPerRange / 8;
const numberBytes = 2;

/** Encodes a set of numbers from 0 to 4,095 in at most 513 bytes. @param members sorted, without repetitions */
export function encodeMembers(members: readonly number[]): Buffer {
  const isList = members.length * numberBytes < bitmapBytes;
  const bytes = Buffer.alloc(1 + (isList ? members.length * numberBytes : bitmapBytes));
  bytes[0] = isList ? listFormat : bitmapFormat;
  for (const [index, member] of members.entries()) {
    if (isList) bytes.writeUInt16LE(member, 1 + index * numberBytes);
    else bytes[1 + (member >>> 3)] = (bytes[1 + (member >>> 3)] as number) | (1 << (member & 7));
  }
  return bytes;
}

/** Returns the sorted numbers of an encoded set. Throws a RangeError for an unknown format. */
export function decodeMembers(bytes: Buffer): readonly number[] {
  const members: number[] = [];
  if (bytes[0] === listFormat) {
    for (let offset = 1; offset < bytes.length; offset += numberBytes) members.push(bytes.readUInt16LE(offset));
    return members;
  }
  if (bytes[0] !== bitmapFormat) throw new RangeError(`Unknown format of counted events: ${bytes[0]}`);
  for (let member = 0; member < decisionsPerRange; member += 1) {
    if (((bytes[1 + (member >>> 3)] as number) & (1 << (member & 7))) !== 0) members.push(member);
  }
  return members;
}
