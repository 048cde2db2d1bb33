import { snapWidth } from './image-widths.ts';

/** One file of an image with several widths and types. */
export type ImageVersion = {
  /** File name within the folder of the image. */
  readonly name: string;
  /** `image/png`, `image/jpeg`, `image/gif`, `image/webp` or `image/avif`. */
  readonly mime: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  /** SHA-256 of the content, in hex. */
  readonly sha256: string;
};

/**
 * File name of the list of versions, in the same folder: a JSON array of `ImageVersion` with the original image last.
 */
export const imageVersionsName = 'versions.json';

/** Image types by the value of the URL parameter `fm`. */
const mimeOfParameter: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
};

/** Returns the value of the parameter `fm` for an image type. @example typeParameterOf('image/webp') // 'webp' */
export function typeParameterOf(mime: string): string {
  return mime.slice('image/'.length);
}

/**
 * Returns the image type for a value of the parameter `fm`; null: not a supported type. @example typeOfParameter('jpg')
 * // 'image/jpeg'
 */
export function typeOfParameter(parameter: string): string | null {
  return mimeOfParameter[parameter.toLowerCase()] ?? null;
}

/** Requested properties of an image. */
export type ImageRequest = {
  /** Pixels; null: the width of the image itself. */
  readonly width: number | null;
  /** Accepted types, best first; files may be missing for some. The original type is always accepted. */
  readonly mimes: readonly string[];
};

/**
 * Returns the version for a request: the smallest file of an accepted type in the width that `snapWidth` selects.
 * @param versions at least one, the original image last
 */
export function chooseVersion(versions: readonly ImageVersion[], { width, mimes }: ImageRequest): ImageVersion {
  const own = versions.at(-1) as ImageVersion;
  const isTaken = ({ mime }: ImageVersion) => mime === own.mime || mimes.includes(mime);
  const taken = versions.filter(isTaken);
  const widths = [...new Set(taken.map((version) => version.width))].sort((one, other) => one - other);
  const wanted = snapWidth(widths, width ?? own.width);
  const ofWidth = taken.filter((version) => version.width === wanted);
  return ofWidth.reduce((least, version) => (version.bytes < least.bytes ? version : least));
}
