import { createReadStream } from 'node:fs';
import { placeFile } from '../file-store/describe-file.ts';
import { safeFileName } from '../file-store/file-path.ts';
import type { VideoWish } from '../media/check-video.ts';
import { readVideo } from '../media/read-video.ts';
import type { PreparedFile } from './prepared-file.ts';
import type { UploadedFile } from './read-upload.ts';

/** Looks into an uploaded film or sound, which is delivered as it is. */
export async function prepareVideo(file: UploadedFile, wish: VideoWish): Promise<PreparedFile> {
  const { path } = file;
  const film = await readVideo(path ?? file.content, wish);
  const name = safeFileName(file.name, film.extension);
  const { sha256, bytes, mime } = film;
  const pixels = wish.kind === 'audio' ? { width: null, height: null } : { width: film.width, height: film.height };
  // Read anew each time that it is stored.
  const content = path === undefined ? file.content : () => createReadStream(path);
  return {
    sets: [{ area: 'media', under: sha256, files: [{ name, content }] }],
    assets: [{ path: placeFile({ sha256, bytes }, name).path, sha256, bytes, mime, ...pixels }],
    film,
  };
}
