/** Widths in which images are offered besides their own, in pixels, rising. Source: product decisions 9. */
export const ladderWidths = [160, 320, 480, 640, 960, 1280, 1920] as const;

/** The widest image that is delivered where the format has no size of its own. */
export const widestImage = 1920;

/**
 * Widths in which an image is made, rising: the ladder, the width that is shown, and twice that for dense screens. None is
 * wider than the source, so nothing is enlarged, and none wider than what a dense screen can show.
 * @param source width of what was uploaded, in pixels
 * @param shown width of the image itself, as it is delivered to those who ask for no other; at most `source`
 * @example imageWidths(1456, 728) // [160, 320, 480, 640, 728, 960, 1280, 1456]
 */
export function imageWidths(source: number, shown: number): readonly number[] {
  const most = Math.min(source, Math.max(shown, Math.min(2 * shown, widestImage)));
  const widths = new Set([...ladderWidths, shown, 2 * shown].filter((width) => width <= most));
  return [...widths].sort((one, other) => one - other);
}

/**
 * The width that is answered for one that is asked for: the narrowest that is not narrower, else the widest.
 * @param widths rising, at least one
 * @example snapWidth([160, 320, 640], 200) // 320
 */
export function snapWidth(widths: readonly number[], asked: number): number {
  return widths.find((width) => width >= asked) ?? (widths.at(-1) as number);
}

/** Widths that stand in markup lie at least so far apart: one more in between would save few bytes and cost some itself. */
const leastRatio = 1.4;
/** No screen shows an ad narrower than this. */
const narrowestOffered = 320;

/**
 * Of the widths of an image those that its markup offers, rising: its own, the widest, and what lies far enough apart.
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
