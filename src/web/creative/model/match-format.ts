import type { Format } from '../../../client/generated/types.gen.ts';
import { hasAspectRatio } from '../../../core/creative/image-crop.ts';
import type { FileFacts } from './file-facts.ts';
import type { CreativeKind } from './kind-labels.ts';

type Sized = Pick<Format, 'id' | 'mediaType' | 'width' | 'height'>;

/** A matching format and the criterion that matched. */
export type FormatMatch = { readonly formatId: number; readonly by: 'size' | 'shape' | 'kind' };

const forPlayers: ReadonlySet<string> = new Set(['video', 'audio']);

/** Whether a format accepts creatives of a kind. Same rule as `unfit_format` in the API. */
export function isPossibleKind(kind: CreativeKind, { mediaType }: Pick<Format, 'mediaType'>): boolean {
  if (kind === 'vast') return forPlayers.has(mediaType);
  return forPlayers.has(kind) ? mediaType === kind : !forPlayers.has(mediaType);
}

/**
 * The format that matches a file: the same size, else the largest of the same aspect ratio that the file covers (images of
 * twice the size are made for high-density screens), else the only format of its kind. Preferred formats are tried first.
 */
export function matchFormat(
  { kind, width, height }: FileFacts & { readonly kind: CreativeKind },
  formats: readonly Sized[],
  preferred: ReadonlySet<number> = new Set(),
): FormatMatch | null {
  const possible = formats.filter((format) => isPossibleKind(kind, format));
  const ranked = [possible.filter(({ id }) => preferred.has(id)), possible];
  for (const candidates of ranked) {
    const found = bySize({ width, height }, candidates) ?? byShape({ width, height }, candidates);
    if (found !== null) return found;
  }
  for (const candidates of ranked) {
    const [only, second] = candidates.filter((format) => forPlayers.has(kind) || isUnsized(format));
    if (only !== undefined && second === undefined) return { formatId: only.id, by: 'kind' };
  }
  return null;
}

function bySize({ width, height }: FileFacts, formats: readonly Sized[]): FormatMatch | null {
  if (width === null || height === null) return null;
  const found = formats.find((format) => format.width === width && format.height === height);
  return found === undefined ? null : { formatId: found.id, by: 'size' };
}

function byShape({ width, height }: FileFacts, formats: readonly Sized[]): FormatMatch | null {
  if (width === null || height === null) return null;
  const fitting = formats
    .filter((format) => format.width !== null && format.height !== null)
    .filter((format) => width >= Number(format.width) && isOfShape({ width, height }, format))
    .sort((a, b) => Number(b.width) - Number(a.width));
  return fitting[0] === undefined ? null : { formatId: fitting[0].id, by: 'shape' };
}

/** Same rule as the check `SIZE_UNFIT`. */
function isOfShape(file: { readonly width: number; readonly height: number }, { width, height }: Sized): boolean {
  return hasAspectRatio(file, { width: Number(width), height: Number(height) });
}

function isUnsized({ width, height }: Sized): boolean {
  return width === null || height === null;
}
