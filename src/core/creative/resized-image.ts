type Size = { readonly width: number; readonly height: number };

/** An image of an HTML5 creative that was reduced at upload. */
export type ResizedImage = {
  /** Path in the uploaded archive. */
  readonly path: string;
  readonly from: Size;
  readonly to: Size;
  readonly savedBytes: number;
};

/** Images that the description names. */
const namedImages = 5;

/** Describes the reduced images of a creative with their sizes and the saved bytes. */
export function describeResized(images: readonly ResizedImage[]): string {
  const saved = images.reduce((sum, { savedBytes }) => sum + savedBytes, 0);
  const count = images.length === 1 ? '1 image was' : `${images.length} images were`;
  const named = images
    .slice(0, namedImages)
    .map(({ path, from, to }) => `${path} from ${sizeOf(from)} to ${sizeOf(to)}`);
  const others = images.length > namedImages ? [`${images.length - namedImages} others`] : [];
  return `${count} resized, which saves ${saved} bytes: ${[...named, ...others].join(', ')}`;
}

function sizeOf({ width, height }: Size): string {
  return `${width}x${height}`;
}
