import type { Creative } from '../../../client/generated/types.gen.ts';

type Pictured = {
  readonly assets: readonly Pick<Creative['assets'][number], 'url' | 'mime' | 'variants'>[];
  readonly poster?: { readonly url: string } | null;
};

/**
 * The address of a picture of a creative: of its image the smallest version that is wide enough, of a film its poster;
 * null: it has none.
 * @param wanted pixels that it is shown in
 */
export function thumbnailUrlOf({ assets, poster }: Pictured, wanted: number): string | null {
  const image = assets.find(({ mime }) => mime.startsWith('image/'));
  if (image === undefined) return poster?.url ?? null;
  const wide = image.variants.filter(({ width, mime }) => width >= wanted && mime === 'image/webp');
  const [smallest] = wide.sort((one, other) => one.width - other.width);
  return smallest?.url ?? image.url;
}
