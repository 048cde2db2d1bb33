import { createHash } from 'node:crypto';
import { type ImageVersion, imageVersionsName } from '../../core/creative/image-versions.ts';
import { sha256Of } from '../files/describe-file.ts';
import { safeFileName } from '../files/file-path.ts';
import type { ImageFile, ProcessedImage } from './process-image.ts';

/** An image in all its versions in the file store: all files under one hash. */
export type ImageSet = {
  /** SHA-256, in hex, of the list of versions with their hashes. It determines the content of all files. */
  readonly under: string;
  /** The image itself is the last one: once it exists, the others do too. */
  readonly files: readonly SetFile[];
  readonly versions: readonly ImageVersion[];
  /** SHA-256 of the image itself. */
  readonly sha256: string;
};

export type SetFile = { readonly name: string; readonly content: Buffer };

/** @param clientName file name according to the sender */
export function imageSetOf(image: ProcessedImage, clientName: string): ImageSet {
  const all = [...image.variants, image].map((file) => ({ file, version: versionOf(file, image, clientName) }));
  const versions = all.map(({ version }) => version);
  const list = Buffer.from(JSON.stringify(versions));
  return {
    under: createHash('sha256').update(list).digest('hex'),
    files: [
      { name: imageVersionsName, content: list },
      ...all.map(({ file, version }) => ({ name: version.name, content: file.content })),
    ],
    versions,
    sha256: sha256Of(image.content),
  };
}

function versionOf(file: ImageFile, image: ProcessedImage, clientName: string): ImageVersion {
  const own = safeFileName(clientName, file.extension);
  const name = file === image ? own : own.replace(/\.([a-z]+)$/, `-w${file.width}.$1`);
  const { width, height, mime, content } = file;
  return { name, mime, width, height, bytes: content.length, sha256: sha256Of(content) };
}
