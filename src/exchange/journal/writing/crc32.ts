/** Bytes that are processed at once, each with its own table. */
const slices = 8;
const tables = createTables();

/**
 * Returns the CRC-32 of a range of bytes, equal to that of `node:zlib`. For a few hundred bytes, a call to `node:zlib`
 * takes longer than this computation. Source: ISO 3309; slicing by eight.
 */
export function crc32Of(bytes: Uint8Array, from: number, to: number): number {
  let crc = -1;
  let at = from;
  for (; at + slices <= to; at += slices) {
    crc ^=
      (bytes[at] as number) |
      ((bytes[at + 1] as number) << 8) |
      ((bytes[at + 2] as number) << 16) |
      ((bytes[at + 3] as number) << 24);
    crc =
      entry(7, crc & 0xff) ^
      entry(6, (crc >>> 8) & 0xff) ^
      entry(5, (crc >>> 16) & 0xff) ^
      entry(4, crc >>> 24) ^
      entry(3, bytes[at + 4] as number) ^
      entry(2, bytes[at + 5] as number) ^
      entry(1, bytes[at + 6] as number) ^
      entry(0, bytes[at + 7] as number);
  }
  for (; at < to; at += 1) crc = (crc >>> 8) ^ entry(0, (crc ^ (bytes[at] as number)) & 0xff);
  return ~crc >>> 0;
}

function entry(slice: number, byte: number): number {
  return tables[slice * 256 + byte] as number;
}

/** Returns for each byte its effect on the checksum, followed by 0 to 7 zero bytes. */
function createTables(): Int32Array {
  const created = new Int32Array(slices * 256);
  for (let byte = 0; byte < 256; byte += 1) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 1) === 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    created[byte] = crc;
  }
  for (let index = 256; index < created.length; index += 1) {
    const before = created[index - 256] as number;
    created[index] = (before >>> 8) ^ (created[before & 0xff] as number);
  }
  return created;
}
