import { spawn } from 'node:child_process';
import {
  maxPosterBytes,
  maxPosterMs,
  maxPosterSourcePixels,
  posterWidth,
} from '../../core/vocabulary/limits/video-file-limits.ts';
import { lowerPriority } from '../process/lower-priority.ts';

/** Relative time of the poster frame: videos often start with black and end with a logo. */
const part = 1 / 4;

/** Sizes in pixels. */
export type Poster = { readonly content: Buffer; readonly width: number; readonly height: number };

export type PosterSource = { readonly path: string; readonly durationMs: number };

/**
 * Extracts one frame of a video as a JPEG, at most `posterWidth` wide. Runs FFmpeg in a separate process with an empty
 * environment, low priority, one thread, the file protocol only, only codecs that players support, and a time limit.
 * null: no frame, the video is shown without a poster. Source: docs/decisions/0068-video-uploads.md.
 */
export async function makePoster(ffmpeg: string, { path, durationMs }: PosterSource): Promise<Poster | null> {
  const at = ((durationMs * part) / 1_000).toFixed(3);
  const decoded = `-threads 1 -filter_threads 1 -max_alloc ${maxPosterSourcePixels * 4} -max_pixels ${maxPosterSourcePixels}`;
  const image = await outputOf(ffmpeg, [
    ...`-v error -nostdin ${decoded} -protocol_whitelist file,pipe -format_whitelist mov,matroska`.split(' '),
    ...`-codec_whitelist ${codecs} -ss ${at} -i`.split(' '),
    `file:${path}`,
    ...'-map 0:v:0 -frames:v 1 -an -sn -dn -map_metadata -1 -c:v mjpeg -threads 1 -q:v 4 -vf'.split(' '),
    `scale='min(${posterWidth},iw)':-2:flags=area,format=yuvj420p`,
    ...'-f image2pipe pipe:1'.split(' '),
  ]);
  const size = image === null ? null : jpegSize(image);
  return image === null || size === null ? null : { content: image, ...size };
}

/** null: not a JPEG. Source: ITU-T T.81, B.1 and B.2.2. */
function jpegSize(image: Buffer): { readonly width: number; readonly height: number } | null {
  if (image.length < 4 || image.readUInt16BE(0) !== 0xffd8) return null;
  let at = 2;
  while (at + 9 <= image.length) {
    const marker = image.readUInt16BE(at);
    if (marker === 0xffc0 || marker === 0xffc2) {
      return { height: image.readUInt16BE(at + 5), width: image.readUInt16BE(at + 7) };
    }
    at += 2 + image.readUInt16BE(at + 2);
  }
  return null;
}

const codecs = 'h264,vp8,vp9,av1,libdav1d,libvpx,libvpx-vp9';

/** null: it failed, exceeded the output limit or timed out. */
function outputOf(program: string, options: readonly string[]): Promise<Buffer | null> {
  return new Promise((resolve) => {
    const child = spawn(program, options, {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: {},
      timeout: maxPosterMs,
      killSignal: 'SIGKILL',
    });
    lowerPriority(child.pid, 'background');
    const chunks: Buffer[] = [];
    let bytes = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxPosterBytes) child.kill('SIGKILL');
      else chunks.push(chunk);
    });
    child.once('error', () => resolve(null));
    child.once('close', (code) => resolve(code === 0 ? Buffer.concat(chunks) : null));
  });
}
