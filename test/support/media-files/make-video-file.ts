import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A film or sound made by the FFmpeg whose ffprobe looks into uploads.
 * @param name its ending says the container
 * @param source what a lavfi source is given, such as `testsrc=size=128x72:rate=10:duration=1`
 */
export function makeVideoFile(name: string, source: string, ...options: readonly string[]): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'placard-film-'));
  try {
    const path = join(folder, name);
    execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', source, ...options, path]);
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What most players play. */
export function makeMp4(size: string, seconds: number): Buffer {
  const source = `testsrc=size=${size}:rate=10:duration=${seconds}`;
  return makeVideoFile('film.mp4', source, '-c:v', 'libx264', '-pix_fmt', 'yuv420p');
}
