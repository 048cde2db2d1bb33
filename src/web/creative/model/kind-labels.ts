/*
 * Values, queries and labels of creatives.
 *
 * - `kind-labels.ts`: kinds. `creative-queries.ts`, `creative-choices.ts`: requests.
 * - `file-facts.ts`, `match-format.ts`: a selected file and its matching format.
 * - `thumbnail-url.ts`, `use-thumbnail-urls.ts`, `preview-scale.ts`: pictures and sizes of previews.
 */

import { t } from '../../i18n/t.ts';

const kinds = ['image', 'html', 'html5', 'native', 'advar', 'video', 'audio', 'vast', 'product'] as const;
/** One of `kinds`. */
export type CreativeKind = (typeof kinds)[number];

/** All kinds, for filters. */
export function kindOptions() {
  return kinds.map((value) => ({ value, label: t(`labels.creativeKind.${value}`) }));
}

/** Kinds that bookings select. Creatives of products are created automatically when a booking names the products. */
export const libraryKinds = kinds.filter((kind) => kind !== 'product');

/** The label of a kind. The API may be newer than this page, so an unknown kind is its own label. */
export function kindLabel(kind: string): string {
  const known = kinds.find((value) => value === kind);
  return known === undefined ? kind : t(`labels.creativeKind.${known}`);
}

/** Kinds with a file that can be uploaded. */
export type FileKind = Extract<CreativeKind, 'image' | 'html5' | 'video' | 'audio'>;

const fileKinds: ReadonlySet<string> = new Set<FileKind>(['image', 'html5', 'video', 'audio']);

/** Whether a creative of the kind has a file that can be replaced. */
export function hasReplaceableFile(kind: string): kind is FileKind {
  return fileKinds.has(kind);
}
