import type { CreativeBody } from '../../contract/creative.ts';
import type { VideoFile } from '../../core/vast/video-ad.ts';
import type { VideoMedia } from '../../core/vast/video-creative.ts';
import { maxMediaFiles } from '../../core/words/limits.ts';
import type { StoredAsset } from '../db/schema.ts';
import { invalidField } from '../http/problem.ts';
import type { VideoFacts } from '../media/check-video.ts';

type Media = NonNullable<CreativeBody['media']>;

/** A film as it was found, and where it lies. */
type Film = { readonly facts: VideoFacts; readonly asset: Pick<StoredAsset, 'path' | 'bytes'> };

/** What a creative says of its length and what is found may differ by so much: people count in seconds. */
const durationToleranceMs = 1_000;

/** What a new creative says for players: its film before the renditions that it names by address. */
export function mediaWithFilm(film: Film, given: CreativeBody['media']): Media {
  if (given === null) return { ...nothingSaid, durationMs: film.facts.durationMs, files: [fileOf(film)] };
  requireSameLength(film, given);
  if (given.files.length >= maxMediaFiles) {
    throw invalidField('/media/files', 'too_big', `must have at most ${maxMediaFiles} entries with the file`);
  }
  return { ...given, durationMs: film.facts.durationMs, files: [fileOf(film), ...given.files] };
}

/**
 * What a creative says that has another film from now on: the files that it had show the one before and go, the rest of what
 * it says stays.
 */
export function mediaOfFilm(film: Film, given: VideoMedia | null): VideoMedia {
  const { durationMs } = film.facts;
  const { skipAfterMs } = given ?? nothingSaid;
  if (skipAfterMs !== null && skipAfterMs >= durationMs) {
    const message = `takes ${durationMs} ms, but may be skipped after ${skipAfterMs} ms: change media.skipAfterMs first`;
    throw invalidField('/file', 'wrong_duration', message);
  }
  return { ...(given ?? nothingSaid), durationMs, files: [fileOf(film)] };
}

function requireSameLength({ facts }: Film, { durationMs }: Pick<VideoMedia, 'durationMs'>): void {
  if (Math.abs(durationMs - facts.durationMs) <= durationToleranceMs) return;
  throw invalidField('/file', 'wrong_duration', `takes ${facts.durationMs} ms; the creative says ${durationMs}`);
}

function fileOf({ facts, asset }: Film): VideoFile {
  const { mime, width, height, bitrate } = facts;
  const { path: url, bytes } = asset;
  const own = { id: null, url, delivery: 'progressive', mime, width, height, codec: null, bitrate, bytes } as const;
  return { ...own, scalable: null, keepAspectRatio: null };
}

const nothingSaid = {
  skipAfterMs: null,
  title: null,
  description: null,
  advertiser: null,
  categories: [],
  universalAdId: null,
} satisfies Partial<Media>;
