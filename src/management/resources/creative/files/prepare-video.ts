import { createReadStream } from 'node:fs';
import type { StoredAsset } from '../../../../platform/db/tables/stored-asset.ts';
import { describeFile, moveFile } from '../../../../platform/files/describe-file.ts';
import { safeFileName } from '../../../../platform/files/file-path.ts';
import type { RequestedVideo } from '../../../../platform/media/check-video.ts';
import { findFfmpeg } from '../../../../platform/media/ffmpeg-programs.ts';
import type { Poster } from '../../../../platform/media/make-poster.ts';
import { readVideo } from '../../../../platform/media/read-video.ts';
import type { PreparedFile } from './prepared-file.ts';
import type { UploadedFile } from './read-upload.ts';
import type { FileSet } from './store-files.ts';

/** Optional derived files. Only videos have a poster. */
export type FileOptions = { readonly poster: 'wanted' | 'unwanted' };

/** Probes an uploaded video or audio file, which is delivered unchanged. */
export async function prepareVideo(file: UploadedFile, options: RequestedVideo & FileOptions): Promise<PreparedFile> {
  const { path } = file;
  const programs = findFfmpeg();
  const videoFile = await readVideo(path ?? file.content, options, {
    ...programs,
    ffmpeg: options.poster === 'wanted' ? programs.ffmpeg : null,
  });
  const name = safeFileName(file.name, videoFile.extension);
  const { sha256, bytes, mime } = videoFile;
  const pixels =
    options.kind === 'audio' ? { width: null, height: null } : { width: videoFile.width, height: videoFile.height };
  // Opened for each store operation.
  const content = path === undefined ? file.content : () => createReadStream(path);
  const asset = { path: moveFile({ sha256, bytes }, name).path, sha256, bytes, mime, ...pixels };
  const poster = videoFile.poster === null ? null : posterOf(videoFile.poster);
  return {
    sets: [{ area: 'media', under: sha256, files: [{ name, content }] }, ...(poster === null ? [] : [poster.set])],
    assets: poster === null ? [asset] : [asset, poster.asset],
    videoFile,
  };
}

const posterName = 'poster.jpg';

function posterOf({ content, width, height }: Poster): { readonly set: FileSet; readonly asset: StoredAsset } {
  const { path, sha256, bytes } = describeFile(content, posterName);
  return {
    set: { area: 'media', under: sha256, files: [{ name: posterName, content }] },
    asset: { path, sha256, bytes, mime: 'image/jpeg', width, height, role: 'poster' },
  };
}
