import { type Box, boxesIn, numberIn } from './mp4-boxes.ts';

/** Offset of the boxes in a sample entry, after its fields. Source: ISO/IEC 14496-12, 12.1.3 and 12.2.3. */
const videoFieldBytes = 78;
const soundFieldBytes = 28;
/** Additional bytes of QuickTime version 1. */
const moreSoundFieldBytes = 16;

type Codec = { readonly codec: string; readonly codecs: string | null };

/** Returns the codec of a sample entry (`stsd`). Source: RFC 6381, 3; the bindings of each codec to ISO BMFF. */
export function codecOfEntry(buffer: Buffer, entry: Box, kind: 'video' | 'audio'): Codec {
  const { type } = entry;
  const inside = (name: string) => boxInEntry(buffer, entry, kind, name);
  switch (type) {
    case 'avc1':
    case 'avc3':
      return { codec: 'h264', codecs: avcOf(buffer, type, inside('avcC')) };
    case 'hvc1':
    case 'hev1':
      return { codec: 'hevc', codecs: null };
    case 'av01':
      return { codec: 'av1', codecs: av1Of(buffer, inside('av1C')) };
    case 'vp08':
    case 'vp09':
      return { codec: type === 'vp08' ? 'vp8' : 'vp9', codecs: vpOf(buffer, type, inside('vpcC')) };
    case 'mp4v':
      return { codec: 'mpeg4', codecs: null };
    case 'mp4a':
      return soundOf(buffer, inside('esds') ?? boxInWave(buffer, inside('wave')));
    case 'Opus':
      return { codec: 'opus', codecs: 'opus' };
    case 'fLaC':
      return { codec: 'flac', codecs: 'flac' };
    case 'ac-3':
    case 'ec-3':
      return { codec: type === 'ac-3' ? 'ac3' : 'eac3', codecs: type };
    default:
      return { codec: type.replace(/[^\w.-]/g, '?'), codecs: null };
  }
}

function boxInEntry(buffer: Buffer, entry: Box, kind: 'video' | 'audio', name: string): Box | null {
  const isLong = kind === 'audio' && numberIn(buffer, entry, 8, 2) === 1;
  const fields = kind === 'video' ? videoFieldBytes : soundFieldBytes + (isLong ? moreSoundFieldBytes : 0);
  const within = { start: entry.start + fields, end: entry.end };
  return boxesIn(buffer, within).find(({ type }) => type === name) ?? null;
}

function boxInWave(buffer: Buffer, wave: Box | null): Box | null {
  return wave === null ? null : (boxesIn(buffer, wave).find(({ type }) => type === 'esds') ?? null);
}

/** Profile, constraints and level. Source: ISO/IEC 14496-15, 5.3.3.1. */
function avcOf(buffer: Buffer, type: string, box: Box | null): string | null {
  if (box === null) return null;
  return `${type}.${[1, 2, 3].map((offset) => hex(numberIn(buffer, box, offset, 1))).join('')}`;
}

/** Profile, level with tier, depth. Source: AV1 Codec ISO Media File Format Binding, 5. */
function av1Of(buffer: Buffer, box: Box | null): string | null {
  if (box === null) return null;
  const [first, second] = [numberIn(buffer, box, 1, 1), numberIn(buffer, box, 2, 1)];
  const [isHigh, isHighBits, isTwelve] = [second & 0x80, second & 0x40, second & 0x20];
  const depth = isHighBits === 0 ? 8 : isTwelve === 0 ? 10 : 12;
  return `av01.${first >> 5}.${two(first & 0x1f)}${isHigh === 0 ? 'M' : 'H'}.${two(depth)}`;
}

/** Profile, level, depth. Source: VP Codec ISO Media File Format Binding. */
function vpOf(buffer: Buffer, type: string, box: Box | null): string | null {
  if (box === null) return null;
  const [profile, level, depth] = [4, 5, 6].map((offset) => numberIn(buffer, box, offset, 1)) as [
    number,
    number,
    number,
  ];
  return `${type}.${two(profile)}.${two(level)}.${two(depth >> 4)}`;
}

const mpeg4Sound = 0x40;
const mp3Sounds: ReadonlySet<number> = new Set([0x69, 0x6b]);
const mpeg2Sounds: ReadonlySet<number> = new Set([0x66, 0x67, 0x68]);

/** Object type, and for MPEG-4 audio the audio object type. Source: ISO/IEC 14496-1, 7.2.6.6. */
function soundOf(buffer: Buffer, box: Box | null): Codec {
  const found = box === null ? null : decoderConfig(buffer.subarray(box.start + 4, box.end));
  if (found === null) return { codec: 'aac', codecs: null };
  const { objectType, coding } = found;
  if (mp3Sounds.has(objectType)) return { codec: 'mp3', codecs: `mp4a.${hex(objectType)}` };
  if (mpeg2Sounds.has(objectType)) return { codec: 'aac', codecs: `mp4a.${hex(objectType)}` };
  if (objectType !== mpeg4Sound) return { codec: `mp4a.${hex(objectType)}`, codecs: null };
  return { codec: 'aac', codecs: coding === null ? null : `mp4a.40.${coding}` };
}

const esTag = 3;
const configTag = 4;
const infoTag = 5;
const configFieldBytes = 13;

/** Returns the decoder descriptor in the stream descriptor; null: none. */
function decoderConfig(bytes: Buffer): { readonly objectType: number; readonly coding: number | null } | null {
  const stream = descriptor(bytes, 0);
  if (stream === null || stream.tag !== esTag) return null;
  const flags = stream.content[2] ?? 0;
  // Optional fields: ID of another stream, a URL, ID of a clock stream.
  const address = (flags & 0x40) === 0 ? 0 : 1 + (stream.content[3 + ((flags & 0x80) >> 6)] ?? 0);
  const config = descriptor(stream.content, 3 + ((flags & 0x80) >> 6) + address + ((flags & 0x20) >> 4));
  if (config === null || config.tag !== configTag) return null;
  const info = descriptor(config.content, configFieldBytes);
  const start = info?.tag === infoTag && info.content.length >= 2 ? info.content.readUInt16BE(0) : null;
  if (start === null) return { objectType: config.content[0] ?? 0, coding: null };
  const short = start >> 11;
  // 31 means that 6 more bits follow.
  return { objectType: config.content[0] ?? 0, coding: short === 31 ? 32 + ((start >> 5) & 0x3f) : short };
}

type Descriptor = { readonly tag: number; readonly content: Buffer };

function descriptor(bytes: Buffer, at: number): Descriptor | null {
  const tag = bytes[at];
  if (tag === undefined) return null;
  let length = 0;
  let offset = at + 1;
  for (let digits = 0; digits < 4; digits += 1) {
    const digit = bytes[offset];
    if (digit === undefined) return null;
    offset += 1;
    length = length * 128 + (digit & 0x7f);
    if ((digit & 0x80) === 0) break;
  }
  return { tag, content: bytes.subarray(offset, offset + length) };
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
