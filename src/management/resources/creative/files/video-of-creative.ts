import { fieldMessage } from '../../../../contract/common/field-message.ts';
import type { CreativeBody } from '../../../../contract/creative/creative.ts';
import type { VideoFile } from '../../../../core/vast/video-ad.ts';
import type { VideoMedia } from '../../../../core/vast/video-creative.ts';
import { maxMediaFiles } from '../../../../core/vocabulary/limits/creative-limits.ts';
import type { StoredAsset } from '../../../../platform/db/tables/stored-asset.ts';
import type { VideoFacts } from '../../../../platform/media/check-video.ts';
import { invalidField } from '../../../records/domain-error.ts';

type Media = NonNullable<CreativeBody['media']>;

/** Facts and location of an uploaded video. */
type VideoSource = { readonly facts: VideoFacts; readonly asset: Pick<StoredAsset, 'path' | 'bytes'> };

/** Tolerance between the stated and the actual duration. Authors round to seconds. */
const durationToleranceMs = 1_000;

/** Returns the media settings of a new creative: its uploaded video before the renditions given by URL. */
export function mediaWithVideo(videoFile: VideoSource, given: CreativeBody['media']): Media {
  if (given === null) return { ...nothingSaid, durationMs: videoFile.facts.durationMs, files: [fileOf(videoFile)] };
  requireSameLength(videoFile, given);
  if (given.files.length >= maxMediaFiles) {
    throw invalidField('/media/files', 'too_big', fieldMessage('maxEntries', { count: maxMediaFiles }));
  }
  return { ...given, durationMs: videoFile.facts.durationMs, files: [fileOf(videoFile), ...given.files] };
}

/**
 * Returns the media settings after a replacement of the video: all earlier files are removed, and all other settings
 * stay.
 */
export function mediaOfVideo(videoFile: VideoSource, given: VideoMedia | null): VideoMedia {
  const { durationMs } = videoFile.facts;
  const { skipAfterMs } = given ?? nothingSaid;
  if (skipAfterMs !== null && skipAfterMs >= durationMs) {
    const message = fieldMessage('skipAfterDuration', { durationMs, skipAfterMs });
    throw invalidField('/file', 'wrong_duration', message);
  }
  return { ...(given ?? nothingSaid), durationMs, files: [fileOf(videoFile)] };
}

/**
 * Returns the media settings with an added rendition of the same video. It is inserted before the first file of equal
 * or lower quality.
 */
export function mediaWithRendition(videoFile: VideoSource, given: VideoMedia): VideoMedia {
  requireSameLength(videoFile, given);
  const { files } = given;
  const own = fileOf(videoFile);
  if (files.some(({ url }) => hashOf(url) === hashOf(own.url))) {
    throw invalidField('/file', 'duplicate_file', fieldMessage('duplicateFile'));
  }
  if (files.length >= maxMediaFiles) {
    throw invalidField('/file', 'too_many_files', fieldMessage('maxFiles', { count: maxMediaFiles }));
  }
  const worse = files.findIndex((file) => compareQuality(file, own) <= 0);
  const [first, ...others] = files.toSpliced(worse === -1 ? files.length : worse, 0, own);
  return { ...given, files: [first as VideoFile, ...others] };
}

/** Returns null if the hash is not one of its uploaded files or is its only file. */
export function mediaWithoutRendition(sha256: string, given: VideoMedia): VideoMedia | null {
  const [first, ...others] = given.files.filter(({ url }) => hashOf(url) !== sha256);
  return first === undefined || others.length + 1 === given.files.length
    ? null
    : { ...given, files: [first, ...others] };
}

/** Returns the hash of an uploaded file, or the URL of an external one. */
function hashOf(url: string): string {
  return /^media\/([0-9a-f]{64})\//.exec(url)?.[1] ?? url;
}

/** Compares by pixels, then by bit rate. */
function compareQuality(a: VideoFile, b: VideoFile): number {
  return a.width * a.height - b.width * b.height || bitsOf(a) - bitsOf(b);
}

function bitsOf({ bitrate }: VideoFile): number {
  return typeof bitrate === 'number' ? bitrate : (bitrate?.max ?? 0);
}

function requireSameLength({ facts }: VideoSource, { durationMs }: Pick<VideoMedia, 'durationMs'>): void {
  if (Math.abs(durationMs - facts.durationMs) <= durationToleranceMs) return;
  throw invalidField(
    '/file',
    'wrong_duration',
    fieldMessage('wrongDuration', { durationMs: facts.durationMs, declaredMs: durationMs }),
  );
}

function fileOf({ facts, asset }: VideoSource): VideoFile {
  const { mime, width, height, codec, bitrate } = facts;
  const { path: url, bytes } = asset;
  const own = { id: null, url, delivery: 'progressive', mime, width, height, codec, bitrate, bytes } as const;
  return { ...own, scalable: null, keepAspectRatio: null };
}

const nothingSaid = {
  skipAfterMs: null,
  title: null,
  description: null,
  advertiser: null,
  categories: [],
  universalAdId: null,
  interactive: null,
} satisfies Partial<Media>;
