import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Creates a video or audio file with the FFmpeg whose ffprobe inspects uploads.
 * @param name file name. Its extension defines the container
 */
export function makeVideoFile(name: string, source: string, ...options: readonly string[]): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'placard-video-'));
  try {
    const path = join(folder, name);
    execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', source, ...options, path]);
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A format that most players support. */
export function makeMp4(size: string, seconds: number): Buffer {
  const source = `testsrc=size=${size}:rate=10:duration=${seconds}`;
  return makeVideoFile('video.mp4', source, '-c:v', 'libx264', '-pix_fmt', 'yuv420p');
}
