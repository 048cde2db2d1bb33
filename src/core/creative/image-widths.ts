/** Widths in which images are offered in addition to their own, in pixels, rising. Source: product decisions 9. */
export const ladderWidths = [160, 320, 480, 640, 960, 1280, 1920] as const;

/** Pixels of an image per displayed pixel on screens with a high density. */
export const densePixelRatio = 2;

/** Largest width delivered for formats without a fixed size, in pixels. */
export const widestImage = 1920;

/**
 * Returns the widths in which an image is made, rising: the ladder, the displayed width, and twice the displayed width
 * for dense screens. No width exceeds the source, so nothing is enlarged, and none exceeds what a dense screen can
 * display.
 * @param source width of the upload, in pixels
 * @param shown width of the image as delivered by default; at most `source`
 * @example imageWidths(1456, 728) // [160, 320, 480, 640, 728, 960, 1280, 1456]
 */
export function imageWidths(source: number, shown: number): readonly number[] {
  const most = Math.min(source, Math.max(shown, Math.min(densePixelRatio * shown, widestImage)));
  const widths = new Set([...ladderWidths, shown, densePixelRatio * shown].filter((width) => width <= most));
  return [...widths].sort((one, other) => one - other);
}

/**
 * Returns the width that is delivered for a requested width: the narrowest that is at least as wide, else the widest.
 * @param widths rising, at least one
 * @example snapWidth([160, 320, 640], 200) // 320
 */
export function snapWidth(widths: readonly number[], asked: number): number {
  return widths.find((width) => width >= asked) ?? (widths.at(-1) as number);
}

/** Minimum ratio of adjacent widths in markup. A width in between would save less than its own markup costs. */
const leastRatio = 1.4;
/** No screen displays an ad narrower than this, in pixels. */
const narrowestOffered = 320;

/**
 * Returns the widths of an image that its markup offers, rising: its own, the widest, and others at the minimum ratio.
 * @param widths rising
 * @param shown one of them
 * @example offeredWidths([160, 320, 480, 640, 728, 960, 1280, 1456], 728) // [320, 480, 728, 1456]
 */
export function offeredWidths(widths: readonly number[], shown: number): readonly number[] {
  const must = new Set([shown, widths.at(-1)]);
  const offered: number[] = [];
  for (const width of widths) {
    const isFar = (other: number | undefined) =>
      other === undefined || Math.max(width, other) >= leastRatio * Math.min(width, other);
    const nextMust = [...must].filter((one) => one !== undefined && one > width).sort((a = 0, b = 0) => a - b)[0];
    if (must.has(width) || (width >= narrowestOffered && isFar(offered.at(-1)) && isFar(nextMust))) offered.push(width);
  }
  return offered;
}
