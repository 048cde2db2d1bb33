/** A point of an image in percent of its width and height, from the top left corner. */
export type FocalPoint = { readonly x: number; readonly y: number };

type Size = { readonly width: number; readonly height: number };

/** A rectangle of an image in pixels, from the top left corner. */
export type ImageRegion = Size & { readonly left: number; readonly top: number };

/** How an image was cropped: the focal point, and the size of the whole image. */
export type ImageCrop = Size & { readonly focalPoint: FocalPoint };

/** The center of an image. */
export const imageCenter: FocalPoint = { x: 50, y: 50 };

/** Reports whether an image has the aspect ratio of a size: scaled to it, one of its sides differs by at most one pixel. */
export function hasAspectRatio(image: Size, { width, height }: Size): boolean {
  const heightAtWidth = (image.height * width) / image.width;
  const widthAtHeight = (image.width * height) / image.height;
  return Math.abs(heightAtWidth - height) <= 1 || Math.abs(widthAtHeight - width) <= 1;
}

/**
 * Returns the largest part of an image with the aspect ratio of a size, as close to the focal point as possible.
 * @example cropAround({ width: 400, height: 300 }, { width: 100, height: 100 }, { x: 0, y: 50 }) // left 0, width 300
 */
export function cropAround(image: Size, { width, height }: Size, focalPoint: FocalPoint): ImageRegion {
  const isWider = image.width * height > image.height * width;
  const size = isWider
    ? { width: atLeastOne((image.height * width) / height), height: image.height }
    : { width: image.width, height: atLeastOne((image.width * height) / width) };
  return {
    ...size,
    left: startOf(image.width, size.width, focalPoint.x),
    top: startOf(image.height, size.height, focalPoint.y),
  };
}

function atLeastOne(pixels: number): number {
  return Math.max(1, Math.round(pixels));
}

/** Centers a part at a point in percent, within the whole. */
function startOf(whole: number, part: number, percent: number): number {
  return Math.min(whole - part, Math.max(0, Math.round((whole * percent) / 100 - part / 2)));
}

/** Returns the focal point of the previous file of a creative if the new file has the same aspect ratio; null: it does not apply. */
export function keptFocalPoint(image: Size, previous: ImageCrop | null): FocalPoint | null {
  return previous !== null && hasAspectRatio(image, previous) ? previous.focalPoint : null;
}
