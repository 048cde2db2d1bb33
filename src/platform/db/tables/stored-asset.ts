import type { ImageCrop } from '../../../core/creative/image-crop.ts';
import type { ResizedImage } from '../../../core/creative/resized-image.ts';

/** One file of a creative: stored in the media folder, served below the delivery address. */
export type StoredAsset = {
  path: string;
  mime: string;
  bytes: number;
  sha256: string;
  width: number | null;
  height: number | null;
  /** Field of the template; omitted: the file of the creative itself. */
  field?: string;
  /** Poster frame of the video; omitted: a delivered file. */
  role?: 'poster';
  /** Milliseconds per run of an animated image, and number of runs (0: endless). */
  animation?: { runMs: number; runs: number };
  /** Focal point of a cropped image, and the size of the uploaded one. */
  crop?: ImageCrop;
  /** Reduced images of an HTML5 archive. */
  resized?: ResizedImage[];
  /** The same image in other widths and types; omitted: none. */
  variants?: { name: string; mime: string; bytes: number; width: number; height: number }[];
};
