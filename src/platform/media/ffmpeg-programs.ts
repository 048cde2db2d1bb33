import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Where packages install them. They are started by their whole path, so that no folder of a user's can take its place. */
const folders = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'];

/** Programs of FFmpeg; null: it is not installed. */
export type FfmpegPrograms = { readonly ffprobe: string | null; readonly ffmpeg: string | null };

/** Looked for anew each time: it may be installed while the server runs. */
export function findFfmpeg(): FfmpegPrograms {
  return { ffprobe: findProgram('ffprobe'), ffmpeg: findProgram('ffmpeg') };
}

function findProgram(name: string): string | null {
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}
