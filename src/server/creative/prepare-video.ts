import { createReadStream } from 'node:fs';
import type { CreativeBody } from '../../contract/creative.ts';
import { maxMediaFiles } from '../../core/words/limits.ts';
import { placeFile } from '../file-store/describe-file.ts';
import { safeFileName } from '../file-store/file-path.ts';
import { invalidField } from '../http/problem.ts';
import type { VideoWish } from '../media/check-video.ts';
import { type ReadVideo, readVideo } from '../media/read-video.ts';
import { VideoProblem } from '../media/video-problem.ts';
import type { PreparedFile } from './prepared-file.ts';
import type { UploadedFile } from './read-upload.ts';

type Media = NonNullable<CreativeBody['media']>;

/** What a creative says of its length and what is found may differ by so much: people count in seconds. */
const durationToleranceMs = 1_000;

/** Looks into an uploaded film or sound and makes it the first of the creative's media files. */
export async function prepareVideo(
  file: UploadedFile,
  wish: VideoWish,
  media: CreativeBody['media'],
): Promise<PreparedFile> {
  const { path } = file;
  const found = await readVideo(path ?? file.content, wish);
  if (media !== null && Math.abs(media.durationMs - found.durationMs) > durationToleranceMs) {
    const message = `takes ${found.durationMs} ms; the creative says ${media.durationMs}`;
    throw new VideoProblem('wrong_duration', message);
  }
  if (media !== null && media.files.length >= maxMediaFiles) {
    throw invalidField('/media/files', 'too_big', `must have at most ${maxMediaFiles} entries with the file`);
  }
  const name = safeFileName(file.name, found.extension);
  const { sha256, bytes, mime } = found;
  const stored = placeFile({ sha256, bytes }, name).path;
  const pixels = wish.kind === 'audio' ? { width: null, height: null } : { width: found.width, height: found.height };
  return {
    area: 'media',
    under: sha256,
    // Read anew each time that it is stored.
    files: [{ name, content: path === undefined ? file.content : () => createReadStream(path) }],
    asset: { path: stored, sha256, bytes, mime, ...pixels },
    withMedia: (body) => ({ ...body, media: mediaWith(found, stored, body.media) }),
  };
}

function mediaWith(found: ReadVideo, url: string, given: Media | null): Media {
  const { mime, width, height, bitrate, bytes, durationMs } = found;
  const own = { id: null, url, delivery: 'progressive', mime, width, height, codec: null, bitrate, bytes } as const;
  const files: Media['files'] = [{ ...own, scalable: null, keepAspectRatio: null }, ...(given?.files ?? [])];
  return { ...(given ?? nothingSaid), durationMs, files };
}

const nothingSaid = {
  skipAfterMs: null,
  title: null,
  description: null,
  advertiser: null,
  categories: [],
  universalAdId: null,
} satisfies Partial<Media>;
