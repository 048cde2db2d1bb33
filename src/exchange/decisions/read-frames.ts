import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { frameHeadBytes, maxFrameBytes } from './decision-format.ts';

/** Yields the complete frames of a file from an offset. Stops at a truncated frame. */
export async function* framesOf(handle: FileHandle, from = 0): AsyncGenerator<Buffer> {
  const head = Buffer.alloc(frameHeadBytes);
  for (let at = from; ; ) {
    const { bytesRead } = await handle.read(head, 0, frameHeadBytes, at);
    if (bytesRead < frameHeadBytes) return;
    const length = head.readUInt32LE(0);
    if (length > maxFrameBytes) return;
    const frame = Buffer.allocUnsafe(length);
    const body = await handle.read(frame, 0, length, at + frameHeadBytes);
    if (body.bytesRead < length || crc32(frame) !== head.readUInt32LE(4)) return;
    yield frame;
    at += frameHeadBytes + length;
  }
}
