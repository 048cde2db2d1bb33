import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Installation folders of packages. Programs are started by their absolute path, so that no user folder can shadow
 * them.
 */
const folders = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'];

/** Programs of FFmpeg; null: not installed. */
export type FfmpegPrograms = { readonly ffprobe: string | null; readonly ffmpeg: string | null };

/** Searched at each call, because they may be installed while the server is running. */
export function findFfmpeg(): FfmpegPrograms {
  return { ffprobe: findProgram('ffprobe'), ffmpeg: findProgram('ffmpeg') };
}

function findProgram(name: string): string | null {
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}
