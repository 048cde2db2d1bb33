/** Where a showing stands: its own uuid says it, so that nobody has to look for it. */
export type ContentAddress = {
  /** Number of the delivery process, 0 to 255. */
  readonly process: number;
  readonly segment: number;
  readonly offset: number;
  /** Eight random bytes, which stand in the record too: nobody finds a document by counting. */
  readonly key: Buffer;
};

/** One showing of a document: what is different from others, and where the rest stands. */
export type Showing = {
  readonly key: Buffer;
  readonly expiresAtMs: number;
  readonly patternAt: number;
  readonly trackingPath: string;
};

export const keyBytes = 8;
/** The longest place has a token of the longest ids: some hundred characters. */
export const maxShowingBytes = 1_024;
/** Far above the longest document: what a creative may say, with our addresses. */
const maxPatternBytes = 4 * 1024 * 1024;
export const patternHeadBytes = 5;
const showingHeadBytes = 21;
const patternTag = 0x44;
const showingTag = 0x53;
/** Two characters that XML cannot hold, so that no document has them. */
const pathMark = '\u0000';
const idMark = '\u0001';

/** A document without what only this showing has: the place, and the id that its end is. */
export function patternOf(vast: string, trackingPath: string): string {
  return vast.replaceAll(trackingPath, pathMark).replaceAll(idOf(trackingPath), idMark);
}

export function documentOf(pattern: string, trackingPath: string): string {
  return pattern.replaceAll(pathMark, trackingPath).replaceAll(idMark, idOf(trackingPath));
}

/** `sl<position id>/II<token>`: the token. */
function idOf(trackingPath: string): string {
  return trackingPath.slice(trackingPath.indexOf('/II') + '/II'.length);
}

export function encodePattern(pattern: string): Buffer {
  const text = Buffer.from(pattern, 'utf8');
  const head = Buffer.alloc(patternHeadBytes);
  head[0] = patternTag;
  head.writeUInt32BE(text.length, 1);
  return Buffer.concat([head, text]);
}

/** Length of the text behind this head; null: no pattern begins here. */
export function patternLength(head: Buffer): number | null {
  if (head.length < patternHeadBytes || head[0] !== patternTag) return null;
  const length = head.readUInt32BE(1);
  return length <= maxPatternBytes ? length : null;
}

export function encodeShowing({ key, expiresAtMs, patternAt, trackingPath }: Showing): Buffer {
  const text = Buffer.from(trackingPath, 'latin1');
  const record = Buffer.alloc(showingHeadBytes + text.length);
  record[0] = showingTag;
  key.copy(record, 1);
  record.writeUIntBE(expiresAtMs, 9, 6);
  record.writeUInt32BE(patternAt, 15);
  record.writeUInt16BE(text.length, 19);
  text.copy(record, showingHeadBytes);
  return record;
}

/** The showing at the beginning of these bytes; null: none. */
export function decodeShowing(bytes: Buffer): Showing | null {
  if (bytes.length < showingHeadBytes || bytes[0] !== showingTag) return null;
  const end = showingHeadBytes + bytes.readUInt16BE(19);
  if (bytes.length < end) return null;
  return {
    key: bytes.subarray(1, 1 + keyBytes),
    expiresAtMs: bytes.readUIntBE(9, 6),
    patternAt: bytes.readUInt32BE(15),
    trackingPath: bytes.toString('latin1', showingHeadBytes, end),
  };
}

/** The place as a uuid. */
export function writeUuid({ process, segment, offset, key }: ContentAddress): string {
  const bytes = Buffer.alloc(16);
  bytes[0] = process;
  bytes.writeUIntBE(segment, 1, 3);
  bytes.writeUInt32BE(offset, 4);
  key.copy(bytes, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** @param uuid 32 hexadecimal digits with dashes between */
export function readUuid(uuid: string): ContentAddress {
  const bytes = Buffer.from(uuid.replaceAll('-', ''), 'hex');
  return {
    process: bytes[0] as number,
    segment: bytes.readUIntBE(1, 3),
    offset: bytes.readUInt32BE(4),
    key: bytes.subarray(8),
  };
}
