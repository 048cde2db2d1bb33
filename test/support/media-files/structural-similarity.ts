import sharp from 'sharp';

const windowSize = 8;
/** Constants of the method for values up to 255. */
const c1 = (0.01 * 255) ** 2;
const c2 = (0.03 * 255) ** 2;

/**
 * Returns the mean structural similarity of the luminance of two images, 1 for equal ones, over adjacent windows of 8 x
 * 8 pixels. Source: Wang, Bovik, Sheikh, Simoncelli, "Image quality assessment" (IEEE TIP 2004).
 */
export async function structuralSimilarity(one: Buffer, other: Buffer): Promise<number> {
  const [first, second] = await Promise.all([luminanceOf(one), luminanceOf(other)]);
  const { width, height } = first.info;
  if (width !== second.info.width || height !== second.info.height) throw new Error('The images differ in size');
  let sum = 0;
  let windows = 0;
  for (let top = 0; top + windowSize <= height; top += windowSize) {
    for (let left = 0; left + windowSize <= width; left += windowSize) {
      sum += windowSimilarity(first.data, second.data, { width, top, left });
      windows += 1;
    }
  }
  return sum / windows;
}

type Window = { readonly width: number; readonly top: number; readonly left: number };

function windowSimilarity(one: Buffer, other: Buffer, { width, top, left }: Window): number {
  const pixels = windowSize * windowSize;
  let [x, y, xx, yy, xy] = [0, 0, 0, 0, 0];
  for (let row = top; row < top + windowSize; row += 1) {
    for (let at = row * width + left; at < row * width + left + windowSize; at += 1) {
      const [a, b] = [one[at] as number, other[at] as number];
      x += a;
      y += b;
      xx += a * a;
      yy += b * b;
      xy += a * b;
    }
  }
  const [meanX, meanY] = [x / pixels, y / pixels];
  const [varianceX, varianceY] = [xx / pixels - meanX * meanX, yy / pixels - meanY * meanY];
  const covariance = xy / pixels - meanX * meanY;
  const likeness = (2 * meanX * meanY + c1) * (2 * covariance + c2);
  return likeness / ((meanX * meanX + meanY * meanY + c1) * (varianceX + varianceY + c2));
}

function luminanceOf(image: Buffer) {
  return sharp(image).greyscale().raw().toBuffer({ resolveWithObject: true });
}
