import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { maxProbesAtOnce } from '../../core/words/limits.ts';
import { limitConcurrency } from '../limit-concurrency.ts';
import { checkVideo, requireContainer, type VideoFacts, type VideoWish } from './check-video.ts';
import { probeVideo } from './probe-video.ts';

/** A film or sound that was found fit. */
export type ReadVideo = VideoFacts & { readonly bytes: number; readonly sha256: string };

const inTurn = limitConcurrency(maxProbesAtOnce);

/**
 * Looks into an upload: in memory, or by its path where it lies on this disk. Throws a `VideoProblem`.
 * Source: product decisions 9; docs/decisions/0065-video-files.md.
 */
export function readVideo(upload: Buffer | string, wish: VideoWish): Promise<ReadVideo> {
  if (typeof upload === 'string') return inTurn(() => readFile(upload, wish));
  return inTurn(async () => {
    // A prober has to be able to go back and forth in it.
    const folder = await mkdtemp(join(tmpdir(), 'placard-video-'));
    try {
      const path = join(folder, 'upload');
      await writeFile(path, upload);
      return await readFile(path, wish);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

async function readFile(path: string, wish: VideoWish): Promise<ReadVideo> {
  const container = requireContainer(await beginningOf(path));
  const { size } = await stat(path);
  const facts = checkVideo(container, await probeVideo(path), size, wish);
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return { ...facts, bytes: size, sha256: hash.digest('hex') };
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
