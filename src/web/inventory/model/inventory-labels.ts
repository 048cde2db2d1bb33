import type { FormatBody, LocationBody } from '../../../client/generated/types.gen.ts';

/** What a location is, in words. */
export const locationKindLabels: Readonly<Record<NonNullable<LocationBody['kind']>, string>> = {
  page: 'Page',
  app: 'App view',
  screen: 'Screen',
  shelf: 'Shelf',
};

/** What a format shows, in words. */
export const mediaTypeLabels: Readonly<Record<NonNullable<FormatBody['mediaType']>, string>> = {
  banner: 'Banner',
  video: 'Video',
  audio: 'Audio',
  native: 'Native',
  stack: 'Stack',
};

const categoryWords: Readonly<Record<string, string>> = {
  display: 'Display',
  in_store: 'In-store',
  sponsored_products: 'Sponsored Products',
};

/** A category of inventory in words; one that an administrator added as it was written. */
export function categoryText(category: string): string {
  const text = categoryWords[category] ?? category.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `300 × 250`, or that it has no fixed size. */
export function sizeText({ width, height }: { readonly width: number | null; readonly height: number | null }): string {
  if (width === null && height === null) return 'any size';
  return `${width ?? 'any'} × ${height ?? 'any'}`;
}

/** The words for a value that the API gives as a text; the text itself for one that is newer than this page. */
export function labelFor(words: Readonly<Record<string, string>>, value: string): string {
  return words[value] ?? value;
}
