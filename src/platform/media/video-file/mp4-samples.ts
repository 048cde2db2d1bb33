import { VideoProblem } from '../video-problem.ts';
import { type Box, findBox, numberIn } from './mp4-boxes.ts';

/** Throws if frames of a track are beyond the end of the file. Source: ISO/IEC 14496-12, 8.7.3 and 8.7.5. */
export function requireSamples(buffer: Buffer, table: Box, fileBytes: number): void {
  const sizes = findBox(buffer, table, 'stsz');
  if (sizes !== null && bytesOfSamples(buffer, sizes) > fileBytes) throw cutOff();
  const [short, long] = [findBox(buffer, table, 'stco'), findBox(buffer, table, 'co64')];
  const chunkOffsets = short ?? long;
  if (chunkOffsets === null) return;
  const width = short === null ? 8 : 4;
  const count = countIn(buffer, chunkOffsets, { at: 4, entries: 8, width });
  for (let index = 0; index < count; index += 1) {
    if (numberIn(buffer, chunkOffsets, 8 + index * width, width) >= fileBytes) throw cutOff();
  }
}

/** Returns the duration of the frames of a track in ms. Source: ISO/IEC 14496-12, 8.6.1.2. */
export function samplesMs(buffer: Buffer, table: Box, timescale: number): number {
  const times = findBox(buffer, table, 'stts');
  if (times === null) return 0;
  const count = countIn(buffer, times, { at: 4, entries: 8, width: 8 });
  let units = 0;
  for (let index = 0; index < count; index += 1) {
    units += numberIn(buffer, times, 8 + index * 8, 4) * numberIn(buffer, times, 12 + index * 8, 4);
  }
  return (units * 1_000) / timescale;
}

function bytesOfSamples(buffer: Buffer, sizes: Box): number {
  const each = numberIn(buffer, sizes, 4, 4);
  if (each > 0) return each * numberIn(buffer, sizes, 8, 4);
  const count = countIn(buffer, sizes, { at: 8, entries: 12, width: 4 });
  let bytes = 0;
  for (let index = 0; index < count; index += 1) bytes += numberIn(buffer, sizes, 12 + index * 4, 4);
  return bytes;
}

type Table = { readonly at: number; readonly entries: number; readonly width: number };

/** Returns the number of entries of a table, which must be completely in its box. */
function countIn(buffer: Buffer, box: Box, { at, entries, width }: Table): number {
  const count = numberIn(buffer, box, at, 4);
  if (entries + count * width > box.end - box.start) throw cutOff();
  return count;
}

function cutOff(): VideoProblem {
  return new VideoProblem('broken_video', 'is truncated, or its index refers to missing data');
}
