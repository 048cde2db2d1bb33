import { deflateSync } from 'node:zlib';

type Bytes = Buffer<ArrayBufferLike>;

/** Returns a PNG chunk with its length and checksum. */
export function chunk(type: string, data: Bytes): Bytes {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** Returns a PNG that declares these dimensions, with a chunk before its pixels. */
export function pngOf(width: number, height: number, pixels: Buffer, before: Bytes = Buffer.alloc(0)): Bytes {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const parts = [
    signature,
    chunk('IHDR', header),
    before,
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat(parts);
}

/** Returns rows of a PNG in one color, each with its filter byte. */
export function rowsOf(width: number, height: number): Buffer {
  return Buffer.alloc((width * 3 + 1) * height);
}

/** Returns a GIF with frames of any size, each with the data of one pixel. */
export function gifOf(width: number, height: number, frames: number): Buffer {
  const header = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  header.writeUInt16LE(width, 6);
  header.writeUInt16LE(height, 8);
  const frame = Buffer.from('\x2c\0\0\0\0\0\0\0\0\0\x02\x02\x44\x01\0', 'latin1');
  frame.writeUInt16LE(width, 5);
  frame.writeUInt16LE(height, 7);
  return Buffer.concat([header, ...Array.from({ length: frames }, () => frame), Buffer.from(';')]);
}

/** A bomb of text chunks: 64 MB of one letter in 64 kB. */
export const textBomb = Buffer.concat([
  Buffer.from('Comment\0\0', 'latin1'),
  deflateSync(Buffer.alloc(64 * 1024 * 1024, 0x61)),
]);

/** Inserts a comment segment after the first marker. */
export function withComment(jpeg: Bytes, text: string): Bytes {
  const head = Buffer.from([0xff, 0xfe, 0, 0]);
  head.writeUInt16BE(text.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, Buffer.from(text), jpeg.subarray(2)]);
}

export function withGifComment(gif: Bytes, text: string): Bytes {
  const comment = Buffer.concat([Buffer.from([0x21, 0xfe, text.length]), Buffer.from(text), Buffer.from([0])]);
  return Buffer.concat([gif.subarray(0, -1), comment, Buffer.from(';')]);
}
