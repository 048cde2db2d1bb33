import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { maxProbesAtOnce } from '../../core/vocabulary/limits/video-file-limits.ts';
import { limitConcurrency } from '../process/limit-concurrency.ts';
import { checkVideo, type RequestedVideo, requireContainer, type VideoFacts } from './check-video.ts';
import { type FfmpegPrograms, findFfmpeg } from './ffmpeg-programs.ts';
import { inspectVideo } from './inspect-video.ts';
import { makePoster, type Poster } from './make-poster.ts';

/** A valid video or audio file. */
export type ReadVideo = VideoFacts & {
  readonly bytes: number;
  readonly sha256: string;
  /** Of a video; null: FFmpeg is not installed or found no frame. */
  readonly poster: Poster | null;
};

const inTurn = limitConcurrency(maxProbesAtOnce);

/**
 * Reads an upload from memory, or from its path on the local disk. Throws a `VideoProblem`. Source: product decisions
 * 9; docs/decisions/0065-video-files.md.
 */
export function readVideo(
  upload: Buffer | string,
  options: RequestedVideo,
  programs: FfmpegPrograms = findFfmpeg(),
): Promise<ReadVideo> {
  if (typeof upload === 'string') return inTurn(() => readFile(upload, options, programs));
  return inTurn(async () => {
    // A prober needs random access.
    const folder = await mkdtemp(join(tmpdir(), 'placard-video-'));
    try {
      const path = join(folder, 'upload');
      await writeFile(path, upload);
      return await readFile(path, options, programs);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

async function readFile(
  path: string,
  options: RequestedVideo,
  { ffprobe, ffmpeg }: FfmpegPrograms,
): Promise<ReadVideo> {
  const container = requireContainer(await beginningOf(path));
  const { size } = await stat(path);
  const facts = checkVideo(container, await inspectVideo(path, container, ffprobe), size, options);
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  const hasPoster = ffmpeg !== null && options.kind === 'video';
  const poster = hasPoster ? await makePoster(ffmpeg, { path, durationMs: facts.durationMs }) : null;
  return { ...facts, bytes: size, sha256: hash.digest('hex'), poster };
}

async function beginningOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
