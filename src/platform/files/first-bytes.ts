import { Readable } from 'node:stream';

/** A stream of the first so many bytes of another, which is destroyed after them. */
export function firstBytes(stream: Readable, bytes: number): Readable {
  return Readable.from(cut(stream, bytes), { objectMode: false });
}

async function* cut(stream: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Uint8Array> {
  let left = bytes;
  for await (const chunk of stream) {
    yield chunk.length > left ? chunk.subarray(0, left) : chunk;
    left -= chunk.length;
    if (left <= 0) return;
  }
}
