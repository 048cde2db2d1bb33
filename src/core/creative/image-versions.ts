import { snapWidth } from './image-widths.ts';

/** One file of an image that comes in several widths and types. */
export type ImageVersion = {
  /** Of the file, beside the others. */
  readonly name: string;
  /** `image/png`, `image/jpeg`, `image/gif`, `image/webp` or `image/avif`. */
  readonly mime: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  /** Of its content, in hex. */
  readonly sha256: string;
};

/** Name of the list of versions that lies beside them: a JSON array of `ImageVersion`, the image itself the last. */
export const imageVersionsName = 'versions.json';

/** Types of images as the parameter `fm` of an address names them. */
const mimeOfParameter: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
};

/** The parameter `fm` for a type. @example typeParameterOf('image/webp') // 'webp' */
export function typeParameterOf(mime: string): string {
  return mime.slice('image/'.length);
}

/** The type that a parameter `fm` names; null: none that images are made in. @example typeOfParameter('jpg') // 'image/jpeg' */
export function typeOfParameter(parameter: string): string | null {
  return mimeOfParameter[parameter.toLowerCase()] ?? null;
}

/** What somebody wants of an image. */
export type ImageWish = {
  /** Pixels; null: as wide as the image itself. */
  readonly width: number | null;
  /** Types that are taken, the best first; of each the file is there or not. Whatever is asked, the own type is taken. */
  readonly mimes: readonly string[];
};

/**
 * The version that answers a wish: of the width to which it snaps the smallest file of a type that is taken.
 * @param versions at least one, the image itself the last
 */
export function chooseVersion(versions: readonly ImageVersion[], { width, mimes }: ImageWish): ImageVersion {
  const own = versions.at(-1) as ImageVersion;
  const isTaken = ({ mime }: ImageVersion) => mime === own.mime || mimes.includes(mime);
  const taken = versions.filter(isTaken);
  const widths = [...new Set(taken.map((version) => version.width))].sort((one, other) => one - other);
  const wanted = snapWidth(widths, width ?? own.width);
  const ofWidth = taken.filter((version) => version.width === wanted);
  return ofWidth.reduce((least, version) => (version.bytes < least.bytes ? version : least));
}
