import type { Creative } from '../../../client/generated/types.gen.ts';

type Pictured = {
  readonly assets: readonly Pick<Creative['assets'][number], 'url' | 'mime' | 'variants'>[];
  readonly poster?: { readonly url: string } | null;
};

/**
 * The URL of a picture of a creative: the smallest variant of its image that is wide enough, or the poster of a video.
 * Null: the creative has no picture.
 * @param minWidth displayed width in pixels
 */
export function thumbnailUrlOf({ assets, poster }: Pictured, minWidth: number): string | null {
  const image = assets.find(({ mime }) => mime.startsWith('image/'));
  if (image === undefined) return poster?.url ?? null;
  const wide = image.variants.filter(({ width, mime }) => width >= minWidth && mime === 'image/webp');
  const [smallest] = wide.sort((a, b) => a.width - b.width);
  return smallest?.url ?? image.url;
}
