import { VideoProblem } from '../video-problem.ts';
import type { FileBytes } from './file-bytes.ts';
import { UnreadableVideo } from './unreadable-video.ts';
import type { VideoFileFacts, VideoFileTrack } from './video-file-facts.ts';

/** Elements by ID. Source: RFC 9559, 5.1; RFC 8794, 11.2. */
const ids = {
  head: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  tracks: 0x1654ae6b,
  track: 0xae,
  trackType: 0x83,
  codecId: 0x86,
  video: 0xe0,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
} as const;

/** Maximum number of child elements that are examined. A video has a cluster for every few seconds. */
const maxElements = 2_000;
/** Maximum size of parts that are read completely. Info and tracks of a video have several hundred bytes. */
const maxPartBytes = 1024 * 1024;
const maxTracks = 32;
const usualScale = 1_000_000;

/** `end` is null for an element of unknown length. */
type Element = { readonly id: number; readonly start: number; readonly end: number | null };

/**
 * Reads the headers of a WebM file before its first cluster, within limits. Throws like `readMp4`. Source: RFC 9559;
 * docs/decisions/0068-video-uploads.md.
 */
export async function readWebm(file: FileBytes): Promise<VideoFileFacts> {
  const head = await elementAt(file, 0);
  if (head === null || head.id !== ids.head || head.end === null) throw new UnreadableVideo('no head');
  const docType = childrenOf(await contentOf(file, head)).find(({ id }) => id === ids.docType);
  if (docType === undefined || docType.content.toString('latin1').replace(/\0+$/, '') !== 'webm') {
    throw new VideoProblem('unsupported_video', 'is Matroska, but not WebM');
  }
  const segment = await elementAt(file, head.end);
  if (segment === null || segment.id !== ids.segment) throw new UnreadableVideo('no segment');
  if (segment.end !== null && segment.end > file.size) {
    throw new VideoProblem('broken_video', 'is truncated: its last part is missing');
  }
  const { info, tracks } = await partsOf(file, segment);
  return { durationMs: durationOf(info), tracks: tracksOf(tracks) };
}

/** Files for players have both before the first cluster. After a cluster of unknown length nothing can be found. */
async function partsOf(file: FileBytes, segment: Element): Promise<{ readonly info: Buffer; readonly tracks: Buffer }> {
  const end = segment.end ?? file.size;
  let info: Buffer | null = null;
  let tracks: Buffer | null = null;
  let at = segment.start;
  for (let count = 0; at < end && count < maxElements; count += 1) {
    const element = await elementAt(file, at);
    if (element === null || element.end === null) break;
    if (element.id === ids.info) info = await contentOf(file, element);
    if (element.id === ids.tracks) tracks = await contentOf(file, element);
    if (info !== null && tracks !== null) return { info, tracks };
    at = element.end;
  }
  throw new UnreadableVideo('no duration and tracks');
}

function durationOf(info: Buffer): number | null {
  const facts = childrenOf(info);
  const scale = facts.find(({ id }) => id === ids.timestampScale);
  const duration = facts.find(({ id }) => id === ids.duration)?.content;
  if (duration === undefined || (duration.length !== 4 && duration.length !== 8)) return null;
  const units = duration.length === 4 ? duration.readFloatBE(0) : duration.readDoubleBE(0);
  const durationMs = (units * (scale === undefined ? usualScale : integerOf(scale.content))) / 1_000_000;
  return Number.isFinite(durationMs) && durationMs > 0 ? durationMs : null;
}

function tracksOf(tracks: Buffer): readonly VideoFileTrack[] {
  const entries = childrenOf(tracks).filter(({ id }) => id === ids.track);
  if (entries.length > maxTracks) throw new UnreadableVideo('too many tracks');
  return entries.map(({ content }) => trackOf(childrenOf(content))).filter((track) => track !== null);
}

const videoType = 1;
const audioType = 2;
const codecs: Readonly<Record<string, string>> = {
  V_VP8: 'vp8',
  V_VP9: 'vp9',
  V_AV1: 'av1',
  A_OPUS: 'opus',
  A_VORBIS: 'vorbis',
};

/** null: neither video nor audio. */
function trackOf(facts: readonly Child[]): VideoFileTrack | null {
  const integer = (among: readonly Child[], wanted: number) => {
    const found = among.find(({ id }) => id === wanted);
    return found === undefined ? 0 : integerOf(found.content);
  };
  const type = integer(facts, ids.trackType);
  if (type !== videoType && type !== audioType) return null;
  const name =
    facts
      .find(({ id }) => id === ids.codecId)
      ?.content.toString('latin1')
      .replace(/\0+$/, '') ?? '';
  const codec = codecs[name];
  // The details of AV1 are stored elsewhere.
  const known = {
    codec: codec ?? name.replace(/[^\w./-]/g, '?').slice(0, 40),
    codecs: codec === 'av1' ? null : (codec ?? null),
  };
  if (type === audioType) return { kind: 'audio', ...known, width: 0, height: 0 };
  const picture = facts.find(({ id }) => id === ids.video);
  const sizes = picture === undefined ? [] : childrenOf(picture.content);
  return { kind: 'video', ...known, width: integer(sizes, ids.pixelWidth), height: integer(sizes, ids.pixelHeight) };
}

type Child = { readonly id: number; readonly content: Buffer };

/** Returns the elements of a part, which must contain them completely. */
function childrenOf(part: Buffer): readonly Child[] {
  const children: Child[] = [];
  let at = 0;
  while (at < part.length) {
    const element = readElement(part.subarray(at, at + maxHeadBytes), at);
    if (element === null || element.end === null || element.end > part.length) {
      throw new UnreadableVideo('an element that exceeds its parent');
    }
    children.push({ id: element.id, content: part.subarray(element.start, element.end) });
    if (children.length > maxElements) throw new UnreadableVideo('too many elements');
    at = element.end;
  }
  return children;
}

async function contentOf(file: FileBytes, { start, end }: Element): Promise<Buffer> {
  if (end === null || end > file.size || end - start > maxPartBytes)
    throw new UnreadableVideo('a part that is too long');
  return file.at(start, end - start);
}

async function elementAt(file: FileBytes, at: number): Promise<Element | null> {
  return readElement(await file.at(at, maxHeadBytes), at);
}

const maxHeadBytes = 12;

/** @param at offset of the header; null: invalid */
function readElement(head: Buffer, at: number): Element | null {
  const id = readNumber(head, 0, 4);
  const size = id === null ? null : readNumber(head, id.bytes, 8);
  if (id === null || size === null) return null;
  const start = at + id.bytes + size.bytes;
  const isUnknown = size.value === 2 ** (7 * size.bytes) - 1;
  if (!isUnknown && !Number.isSafeInteger(start + size.value)) return null;
  return { id: id.whole, start, end: isUnknown ? null : start + size.value };
}

type VariableNumber = { readonly bytes: number; readonly whole: number; readonly value: number };

/** Reads a variable-length integer. Its leading zeros determine its number of bytes. Source: RFC 8794, 4. */
function readNumber(buffer: Buffer, at: number, maxBytes: number): VariableNumber | null {
  const first = buffer[at] ?? 0;
  const bytes = Math.clz32(first) - 24 + 1;
  if (first === 0 || bytes > maxBytes || at + bytes > buffer.length) return null;
  let value = first & (2 ** (8 - bytes) - 1);
  let whole = first;
  for (let index = 1; index < bytes; index += 1) {
    const next = buffer[at + index] ?? 0;
    value = value * 256 + next;
    whole = whole * 256 + next;
  }
  return { bytes, whole, value };
}

function integerOf(content: Buffer): number {
  if (content.length > 6) throw new UnreadableVideo('a number that is too long');
  return content.length === 0 ? 0 : content.readUIntBE(0, content.length);
}
