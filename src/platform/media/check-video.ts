import { maxVideoKbps, maxVideoMs } from '../../core/vocabulary/limits/video-file-limits.ts';
import { codecsOf, type VideoFileFacts, type VideoFileTrack } from './video-file/video-file-facts.ts';
import { VideoProblem } from './video-problem.ts';

/** Requirements of a format and a creative for a video or audio file. */
export type RequestedVideo = {
  readonly kind: 'video' | 'audio';
  readonly width: number | null;
  readonly height: number | null;
  readonly maxBytes: number | null;
};

/** Data of a file for players. */
export type VideoFacts = {
  readonly mime: string;
  readonly extension: string;
  readonly durationMs: number;
  /** Pixels; 0 for audio. */
  readonly width: number;
  readonly height: number;
  /** Kilobits per second. */
  readonly bitrate: number;
  /** RFC 6381, of video and audio; null: unknown. */
  readonly codec: string | null;
};

/** Tolerance between the aspect ratios of a video and its format. Players letterbox greater differences. */
const shapeTolerance = 0.02;

export type VideoContainer = 'mp4' | 'webm' | 'mp3';
type Container = {
  readonly [Kind in 'video' | 'audio']: Pick<VideoFacts, 'mime' | 'extension'> | null;
} & { readonly codecs: Readonly<Record<VideoFileTrack['kind'], readonly string[]>> };

/** Containers that browsers support. */
const containers: Readonly<Record<VideoContainer, Container>> = {
  mp4: {
    video: { mime: 'video/mp4', extension: 'mp4' },
    audio: { mime: 'audio/mp4', extension: 'm4a' },
    codecs: { video: ['h264', 'vp9', 'av1'], audio: ['aac', 'mp3', 'opus'] },
  },
  webm: {
    video: { mime: 'video/webm', extension: 'webm' },
    audio: { mime: 'audio/webm', extension: 'webm' },
    codecs: { video: ['vp8', 'vp9', 'av1'], audio: ['opus', 'vorbis'] },
  },
  mp3: { video: null, audio: { mime: 'audio/mpeg', extension: 'mp3' }, codecs: { video: [], audio: ['mp3'] } },
};

/** Determines the container by the first bytes instead of the name. */
export function requireContainer(start: Buffer): VideoContainer {
  const text = start.toString('latin1');
  if (text.slice(4, 8) === 'ftyp') return 'mp4';
  if (text.startsWith('\x1a\x45\xdf\xa3')) return 'webm';
  if (text.startsWith('ID3') || /^\xff[\xe2\xe3\xf2\xf3\xfa\xfb]/.test(text)) return 'mp3';
  throw new VideoProblem('unsupported_video', 'must be MP4, M4A, WebM or MP3');
}

/** Throws a `VideoProblem` if players cannot play the file, or the format does not accept it. */
export function checkVideo(
  container: VideoContainer,
  videoFile: VideoFileFacts,
  bytes: number,
  options: RequestedVideo,
): VideoFacts {
  const { [options.kind]: type, codecs } = containers[container];
  if (type === null) throw new VideoProblem('unsupported_video', 'must be MP4 or WebM for kind video');
  const { tracks } = videoFile;
  const picture = tracks.find(({ kind }) => kind === 'video');
  const hasSound = tracks.some(({ kind }) => kind === 'audio');
  if (options.kind === 'video' && picture === undefined) throw new VideoProblem('no_video', 'has no video track');
  if (options.kind === 'audio' && (!hasSound || picture !== undefined)) {
    throw new VideoProblem('no_audio', 'must have audio and no video for kind audio');
  }
  for (const { kind, codec } of tracks) requireCodec(codec, codecs[kind]);
  if (options.maxBytes !== null && bytes > options.maxBytes) {
    throw new VideoProblem('too_large', `has ${bytes} bytes; the format allows ${options.maxBytes}`);
  }
  // Rounded half up. Players need no exact duration.
  const durationMs = Math.round(videoFile.durationMs ?? 0);
  if (durationMs < 1 || durationMs > maxVideoMs) {
    throw new VideoProblem('wrong_duration', `has a duration of ${durationMs} ms; at most ${maxVideoMs} are allowed`);
  }
  const bitrate = Math.max(1, Math.round((bytes * 8) / durationMs));
  if (bitrate > maxVideoKbps) {
    throw new VideoProblem('bitrate_too_high', `has ${bitrate} kbit/s; at most ${maxVideoKbps} are allowed`);
  }
  const { width = 0, height = 0 } = picture ?? {};
  if (options.kind === 'video') requireShape({ width, height }, options);
  return { ...type, durationMs, width, height, bitrate, codec: codecsOf(tracks) };
}

function requireCodec(codec: string, allowed: readonly string[]): void {
  if (allowed.includes(codec)) return;
  throw new VideoProblem(
    'codec_not_allowed',
    `uses the codec ${codec}; players support ${allowed.join(', ')} in this container`,
  );
}

function requireShape({ width, height }: Pick<VideoFacts, 'width' | 'height'>, options: RequestedVideo): void {
  if (width === 0 || height === 0) throw new VideoProblem('broken_video', 'does not contain its video dimensions');
  if (options.width === null || options.height === null) return;
  const ratio = (width * options.height) / (height * options.width);
  if (Math.abs(ratio - 1) <= shapeTolerance) return;
  const message = `is ${width}x${height}, which does not match the aspect ratio of the format, ${options.width}x${options.height}`;
  throw new VideoProblem('wrong_dimensions', message);
}
