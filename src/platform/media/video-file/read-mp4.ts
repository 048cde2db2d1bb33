/*
 * Reads the index of videos: MP4 and WebM.
 *
 * - `read-mp4.ts`, `mp4-boxes.ts`, `mp4-codec.ts`, `mp4-samples.ts`: MP4. `read-webm.ts`: WebM.
 * - `video-file-facts.ts`: the contents of a file. `file-bytes.ts`: ranges of a file. `unreadable-video.ts`: the error.
 *
 * No size in a file is trusted: each box must be within its parent, each table within its box. See
 * docs/decisions/0068-video-uploads.md.
 */

import { VideoProblem } from '../video-problem.ts';
import type { FileBytes } from './file-bytes.ts';
import { type Box, boxesIn, findBox, numberIn, readBoxHead } from './mp4-boxes.ts';
import { codecOfEntry } from './mp4-codec.ts';
import { requireSamples, samplesMs } from './mp4-samples.ts';
import { UnreadableVideo } from './unreadable-video.ts';
import type { VideoFileFacts, VideoFileTrack } from './video-file-facts.ts';

/** Maximum number of boxes per file. A fragmented video has about two per second. */
const maxFileBoxes = 20_000;
/** Maximum size of the index in bytes. Ten minutes at 60 frames per second need one or two million. */
const maxIndexBytes = 16 * 1024 * 1024;
const maxTracks = 32;
/** Maximum clock frequency. Other values, including 0, are invalid. */
const maxTimescale = 1_000_000_000;
/** Tolerance between the duration in the index and that of the frames. */
const toleranceMs = 1_000;

/**
 * Reads only the index of an MP4 file, within limits and without trusting its sizes. Throws a `VideoProblem` if the
 * video is truncated or stored elsewhere, and `UnreadableVideo` if the index is invalid. Source: ISO/IEC 14496-12;
 * docs/decisions/0068-video-uploads.md.
 */
export async function readMp4(file: FileBytes): Promise<VideoFileFacts> {
  const buffer = await readIndex(file);
  const index = { start: 0, end: buffer.length };
  const found = boxesIn(buffer, index).filter(({ type }) => type === 'trak');
  if (found.length > maxTracks) throw new UnreadableVideo('too many tracks');
  const durationMs = durationOf(buffer, index);
  const tracks = found.map((box) => readTrack(buffer, box, { fileBytes: file.size, durationMs }));
  return { durationMs, tracks: tracks.filter((track) => track !== null) };
}

/** Returns the content of the box `moov`. */
async function readIndex(file: FileBytes): Promise<Buffer> {
  let at = 0;
  let index: Buffer | null = null;
  for (let count = 0; at < file.size; count += 1) {
    if (count > maxFileBoxes) throw new UnreadableVideo('too many boxes');
    const head = readBoxHead(await file.at(at, 16));
    // Data after the last box is ignored.
    if (head === null || head.bytes === 0 || head.bytes < head.headBytes) break;
    const end = at + head.bytes;
    if (end > file.size) {
      if (index !== null && head.type !== 'mdat' && head.type !== 'moof') break;
      throw new VideoProblem('broken_video', 'is truncated: its last part is missing');
    }
    if (head.type === 'moov' && index === null) {
      if (head.bytes > maxIndexBytes) throw new UnreadableVideo('an index that is too large');
      index = await file.at(at + head.headBytes, head.bytes - head.headBytes);
    }
    at = end;
  }
  if (index === null) throw new UnreadableVideo('no index');
  return index;
}

/** Returns the duration of the whole video or of its fragments. */
function durationOf(buffer: Buffer, index: Pick<Box, 'start' | 'end'>): number | null {
  const header = findBox(buffer, index, 'mvhd');
  if (header === null) throw new UnreadableVideo('an index without a header');
  const { timescale, duration } = timesOf(buffer, header);
  if (duration > 0) return (duration * 1_000) / timescale;
  const fragments = findBox(buffer, index, 'mvex', 'mehd');
  if (fragments === null) return null;
  const isLong = numberIn(buffer, fragments, 0, 1) === 1;
  return (numberIn(buffer, fragments, 4, isLong ? 8 : 4) * 1_000) / timescale;
}

/** Reads `mvhd` or `mdhd`, whose first fields are equal. A duration of all ones is unknown. */
function timesOf(buffer: Buffer, box: Box): { readonly timescale: number; readonly duration: number } {
  const isLong = numberIn(buffer, box, 0, 1) === 1;
  const timescale = numberIn(buffer, box, isLong ? 20 : 12, 4);
  const duration = numberIn(buffer, box, isLong ? 24 : 16, isLong ? 8 : 4);
  if (timescale === 0 || timescale > maxTimescale) throw new UnreadableVideo('an invalid timescale');
  return { timescale, duration: duration >= (isLong ? 2 ** 63 : 0xffffffff) ? 0 : duration };
}

type Whole = { readonly fileBytes: number; readonly durationMs: number | null };

/** null: neither video nor audio. */
function readTrack(buffer: Buffer, track: Box, whole: Whole): VideoFileTrack | null {
  const handler = findBox(buffer, track, 'mdia', 'hdlr');
  const header = findBox(buffer, track, 'mdia', 'mdhd');
  const table = findBox(buffer, track, 'mdia', 'minf', 'stbl');
  if (handler === null || header === null || table === null) throw new UnreadableVideo('a track without its tables');
  requireOwnData(buffer, findBox(buffer, track, 'mdia', 'minf', 'dinf', 'dref'));
  const kind = kinds[buffer.toString('latin1', handler.start + 8, handler.start + 12)];
  if (kind === undefined) return null;
  requireSamples(buffer, table, whole.fileBytes);
  const { timescale } = timesOf(buffer, header);
  const framesMs = samplesMs(buffer, table, timescale);
  // With an edit list, players only play the parts it contains.
  if (findBox(buffer, track, 'edts', 'elst') === null) requireTime(framesMs, whole.durationMs);
  const entry = entryOf(buffer, table);
  const size =
    kind === 'video' ? { width: numberIn(buffer, entry, 24, 2), height: numberIn(buffer, entry, 26, 2) } : noSize;
  return { kind, ...codecOfEntry(buffer, entry, kind), ...size };
}

const kinds: Readonly<Record<string, VideoFileTrack['kind']>> = { vide: 'video', soun: 'audio' };
const noSize = { width: 0, height: 0 };

/**
 * Throws if data of the video is in another file, which a reader would have to open. Source: ISO/IEC 14496-12, 8.7.2.
 */
function requireOwnData(buffer: Buffer, references: Box | null): void {
  if (references === null) return;
  const entries = boxesIn(buffer, { start: references.start + 8, end: references.end });
  if (entries.every((entry) => (numberIn(buffer, entry, 0, 4) & 1) === 1)) return;
  throw new VideoProblem('broken_video', 'stores video or audio in another file');
}

/** The index may contain a wrong duration. */
function requireTime(framesMs: number, durationMs: number | null): void {
  if (durationMs === null || framesMs <= durationMs + toleranceMs) return;
  const [says, takes] = [Math.round(durationMs), Math.round(framesMs)];
  throw new VideoProblem('wrong_duration', `states a duration of ${says} ms, but its frames take ${takes} ms`);
}

/** Returns the first entry of `stsd`. Ad players do not support a change of codec. */
function entryOf(buffer: Buffer, table: Box): Box {
  const description = findBox(buffer, table, 'stsd');
  const [entry] = description === null ? [] : boxesIn(buffer, { start: description.start + 8, end: description.end });
  if (entry === undefined) throw new UnreadableVideo('a track without a codec');
  return entry;
}
