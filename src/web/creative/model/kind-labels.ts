/*
 * Values, queries and wording of creatives.
 *
 * - `kind-labels.ts`: kinds. `creative-queries.ts`, `creative-choices.ts`: calls.
 * - `file-facts.ts`, `match-format.ts`: a chosen file, and the format that fits it.
 * - `thumbnail-url.ts`, `use-thumbnail-urls.ts`, `preview-scale.ts`: pictures and sizes of previews.
 */

/** Each kind of creative in words. */
const words = {
  image: 'Image',
  html: 'Markup',
  html5: 'HTML5',
  native: 'Native',
  advar: 'Template',
  video: 'Video',
  audio: 'Audio',
  vast: 'VAST address',
  product: 'Product',
} as const;

/** One of `words`. */
export type CreativeKind = keyof typeof words;

/** All kinds, as filters offer them. */
export const kindOptions = Object.entries(words).map(([value, label]) => ({ value, label }));

/** Kinds that bookings choose from: those of products come with the products that a booking names. */
export const libraryKinds = (Object.keys(words) as CreativeKind[]).filter((kind) => kind !== 'product');

/** The word for a kind as a creative tells it. */
export function kindLabel(kind: string): string {
  return words[kind as CreativeKind] ?? kind;
}

/** Kinds that have a file which can be uploaded. */
export type FileKind = Extract<CreativeKind, 'image' | 'html5' | 'video' | 'audio'>;

const fileKinds: ReadonlySet<string> = new Set<FileKind>(['image', 'html5', 'video', 'audio']);

/** Whether a creative of the kind has a file that another one can take the place of. */
export function hasReplaceableFile(kind: string): kind is FileKind {
  return fileKinds.has(kind);
}
