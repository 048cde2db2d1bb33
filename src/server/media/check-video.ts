import { maxFilmKbps, maxFilmMs } from '../../core/words/limits.ts';
import type { ProbedVideo } from './probe-video.ts';
import { VideoProblem } from './video-problem.ts';

/** What a format and a creative ask of a film or a sound. */
export type VideoWish = {
  readonly kind: 'video' | 'audio';
  readonly width: number | null;
  readonly height: number | null;
  readonly maxBytes: number | null;
};

/** What a player is told of it. */
export type VideoFacts = {
  readonly mime: string;
  readonly extension: string;
  readonly durationMs: number;
  /** Pixels; 0 for sound. */
  readonly width: number;
  readonly height: number;
  /** Kilobits a second. */
  readonly bitrate: number;
};

const pictureCodecs: ReadonlySet<string> = new Set(['h264', 'vp8', 'vp9', 'av1']);
const soundCodecs: ReadonlySet<string> = new Set(['aac', 'mp3', 'opus', 'vorbis']);
/** Of the shape of a film and that of its format: players letterbox what is further off. */
const shapeTolerance = 0.02;

const containers = {
  mp4: { video: { mime: 'video/mp4', extension: 'mp4' }, audio: { mime: 'audio/mp4', extension: 'm4a' } },
  webm: { video: { mime: 'video/webm', extension: 'webm' }, audio: { mime: 'audio/webm', extension: 'webm' } },
  mp3: { video: null, audio: { mime: 'audio/mpeg', extension: 'mp3' } },
} as const;

/** By the first bytes and never by the name. */
export function requireContainer(start: Buffer): keyof typeof containers {
  const text = start.toString('latin1');
  if (text.slice(4, 8) === 'ftyp') return 'mp4';
  if (text.startsWith('\x1a\x45\xdf\xa3')) return 'webm';
  if (text.startsWith('ID3') || /^\xff[\xe2\xe3\xf2\xf3\xfa\xfb]/.test(text)) return 'mp3';
  throw new VideoProblem('unsupported_video', 'must be MP4, M4A, WebM or MP3');
}

/** Throws a `VideoProblem` when players could not show it, or the format does not take it. */
export function checkVideo(
  container: keyof typeof containers,
  { format, streams }: ProbedVideo,
  bytes: number,
  wish: VideoWish,
): VideoFacts {
  const type = containers[container][wish.kind];
  if (type === null) throw new VideoProblem('unsupported_video', 'must be MP4 or WebM for kind video');
  const pictures = streams.filter((one) => one.codec_type === 'video' && one.disposition?.attached_pic !== 1);
  const sounds = streams.filter((one) => one.codec_type === 'audio');
  const [picture] = pictures;
  if (wish.kind === 'video' && picture === undefined) throw new VideoProblem('no_video', 'has no picture');
  if (wish.kind === 'audio' && (sounds.length === 0 || picture !== undefined)) {
    throw new VideoProblem('no_audio', 'must have sound and no moving picture for kind audio');
  }
  requireCodecs(pictures, pictureCodecs);
  requireCodecs(sounds, soundCodecs);
  if (wish.maxBytes !== null && bytes > wish.maxBytes) {
    throw new VideoProblem('too_large', `has ${bytes} bytes; the format allows ${wish.maxBytes}`);
  }
  // Rounded half up: what a player is told is no exact figure.
  const durationMs = Math.round(format.duration * 1_000);
  if (durationMs < 1 || durationMs > maxFilmMs) {
    throw new VideoProblem('wrong_duration', `takes ${durationMs} ms; at most ${maxFilmMs} are allowed`);
  }
  const bitrate = Math.max(1, Math.round((bytes * 8) / durationMs));
  if (bitrate > maxFilmKbps) {
    throw new VideoProblem('bitrate_too_high', `has ${bitrate} kbit/s; at most ${maxFilmKbps} are allowed`);
  }
  const { width = 0, height = 0 } = picture ?? {};
  if (wish.kind === 'video') requireShape({ width, height }, wish);
  return { ...type, durationMs, width, height, bitrate };
}

function requireCodecs(streams: ProbedVideo['streams'], allowed: ReadonlySet<string>): void {
  for (const { codec_name: codec = 'unknown' } of streams) {
    if (allowed.has(codec)) continue;
    throw new VideoProblem('codec_not_allowed', `is coded in ${codec}; players know ${[...allowed].join(', ')}`);
  }
}

function requireShape({ width, height }: Pick<VideoFacts, 'width' | 'height'>, wish: VideoWish): void {
  if (width === 0 || height === 0) throw new VideoProblem('broken_video', 'does not say how large its picture is');
  if (wish.width === null || wish.height === null) return;
  const ratio = (width * wish.height) / (height * wish.width);
  if (Math.abs(ratio - 1) <= shapeTolerance) return;
  const message = `is ${width}x${height}, which is not of the shape of the format, ${wish.width}x${wish.height}`;
  throw new VideoProblem('wrong_dimensions', message);
}
