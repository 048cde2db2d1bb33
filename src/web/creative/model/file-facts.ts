import type { FileKind } from './kind-labels.ts';

/** Facts of a file before upload. Null: unknown in the browser. */
export type FileFacts = { readonly width: number | null; readonly height: number | null };

const unknown: FileFacts = { width: null, height: null };
const maxNameLength = 255;
const endings: Readonly<Record<FileKind, readonly string[]>> = {
  image: ['avif', 'gif', 'jpeg', 'jpg', 'png', 'webp'],
  html5: ['zip'],
  video: ['m4v', 'mov', 'mp4', 'webm'],
  audio: ['aac', 'm4a', 'mp3', 'oga', 'ogg', 'wav'],
};
const kindOfEnding = new Map<string, FileKind>(
  Object.entries(endings).flatMap(([kind, list]) => list.map((ending) => [ending, kind as FileKind] as const)),
);

/** Extensions of files that can be uploaded, each with its dot. */
export const fileEndings: readonly string[] = [...kindOfEnding.keys()].map((ending) => `.${ending}`);

/** The kind of creative that a file becomes, by its extension. Null: not supported. */
export function fileKind(name: string): FileKind | null {
  return kindOfEnding.get(/\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '') ?? null;
}

/** A display name derived from a file name. @example nameOfFile('aurora_winter-728x90.png') // 'aurora winter-728x90' */
export function nameOfFile(name: string): string {
  const text = name
    .replace(/\.[a-z0-9]+$/i, '')
    .replace(/[_+\s]+/g, ' ')
    .trim();
  return (text === '' ? name : text).slice(0, maxNameLength);
}

/** The size in a file name such as `winter_300x250.zip`. */
export function sizeInName(name: string): FileFacts {
  const [, width, height] = /(?<!\d)(\d{2,4})\s?[x×]\s?(\d{2,4})(?!\d)/i.exec(name) ?? [];
  return width === undefined ? unknown : { width: Number(width), height: Number(height) };
}

/** The size of a file in pixels, read from its blob URL, or from the name of a ZIP file. */
export async function readFileFacts(file: { readonly name: string }, kind: FileKind, url: string): Promise<FileFacts> {
  switch (kind) {
    case 'image':
      return readImage(url);
    case 'video':
      return readVideo(url);
    case 'html5':
      return sizeInName(file.name);
    default:
      return unknown;
  }
}

function readImage(url: string): Promise<FileFacts> {
  return new Promise((resolve) => {
    const image = new Image();
    image.onload = () => resolve({ width: image.naturalWidth, height: image.naturalHeight });
    // The server reports a precise error.
    image.onerror = () => resolve(unknown);
    image.src = url;
  });
}

function readVideo(url: string): Promise<FileFacts> {
  return new Promise((resolve) => {
    const video = document.createElement('video');
    video.preload = 'metadata';
    video.onloadedmetadata = () => resolve({ width: video.videoWidth || null, height: video.videoHeight || null });
    video.onerror = () => resolve(unknown);
    video.src = url;
  });
}
