/** Location of a document, encoded in its UUID, so that no search is required. */
export type ContentAddress = {
  /** Number of the delivery process, 0 to 255. */
  readonly process: number;
  readonly segment: number;
  readonly offset: number;
  /** Eight random bytes, which are also in the record, so that documents cannot be found by enumeration. */
  readonly key: Buffer;
};

/** One impression of a document: its unique values and the location of the pattern. */
export type Showing = {
  readonly key: Buffer;
  readonly expiresAtMs: number;
  readonly patternAt: number;
  readonly trackingPath: string;
};

export const keyBytes = 8;
/** Largest size of a record in bytes. The longest one has a token with the longest IDs, about 100 characters. */
export const maxShowingBytes = 1_024;
/** Largest size of a pattern in bytes, far above the longest document with all tracking URLs. */
const maxPatternBytes = 4 * 1024 * 1024;
export const patternHeadBytes = 5;
const showingHeadBytes = 21;
const patternTag = 0x44;
const showingTag = 0x53;
/** Two characters that are invalid in XML, so that no document contains them. */
const pathMark = '\u0000';
const idMark = '\u0001';

/** Returns the document with placeholders for the values of this impression: the tracking path and the ID at its end. */
export function patternOf(vast: string, trackingPath: string): string {
  return vast.replaceAll(trackingPath, pathMark).replaceAll(idOf(trackingPath), idMark);
}

export function documentOf(pattern: string, trackingPath: string): string {
  return pattern.replaceAll(pathMark, trackingPath).replaceAll(idMark, idOf(trackingPath));
}

/** Returns the token of `sl<position id>/II<token>`. */
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

/** Returns the length of the pattern after this head, or null if there is no pattern. */
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

/** Returns the record at the start of these bytes, or null if there is none. */
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

/** Returns the location encoded as a UUID. */
export function writeUuid({ process, segment, offset, key }: ContentAddress): string {
  const bytes = Buffer.alloc(16);
  bytes[0] = process;
  bytes.writeUIntBE(segment, 1, 3);
  bytes.writeUInt32BE(offset, 4);
  key.copy(bytes, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** @param uuid 32 hexadecimal digits with dashes */
export function readUuid(uuid: string): ContentAddress {
  const bytes = Buffer.from(uuid.replaceAll('-', ''), 'hex');
  return {
    process: bytes[0] as number,
    segment: bytes.readUIntBE(1, 3),
    offset: bytes.readUInt32BE(4),
    key: bytes.subarray(8),
  };
}
