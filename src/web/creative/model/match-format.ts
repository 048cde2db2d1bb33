import type { Format } from '../../../client/generated/types.gen.ts';
import type { FileFacts } from './file-facts.ts';
import type { CreativeKind } from './kind-labels.ts';

type Sized = Pick<Format, 'id' | 'mediaType' | 'width' | 'height'>;

/** A format found, and how sure that is. */
export type FormatMatch = { readonly formatId: number; readonly by: 'size' | 'shape' | 'kind' };

const forPlayers: ReadonlySet<string> = new Set(['video', 'audio']);

/** Whether a creative of the kind can be of a format at all. Source: the rule of the API, `unfit_format`. */
export function isPossibleKind(kind: CreativeKind, { mediaType }: Pick<Format, 'mediaType'>): boolean {
  if (kind === 'vast') return forPlayers.has(mediaType);
  return forPlayers.has(kind) ? mediaType === kind : !forPlayers.has(mediaType);
}

/**
 * The format that a file is for: of exactly its pixels; else the largest of its shape that it fills, as images of twice the
 * size are made for sharp screens; else the only one of its kind. Those that are preferred come before all others.
 */
export function matchFormat(
  { kind, width, height }: FileFacts & { readonly kind: CreativeKind },
  formats: readonly Sized[],
  preferred: ReadonlySet<number> = new Set(),
): FormatMatch | null {
  const possible = formats.filter((format) => isPossibleKind(kind, format));
  const ranked = [possible.filter(({ id }) => preferred.has(id)), possible];
  for (const some of ranked) {
    const found = bySize({ width, height }, some) ?? byShape({ width, height }, some);
    if (found !== null) return found;
  }
  for (const some of ranked) {
    const [only, second] = some.filter((format) => forPlayers.has(kind) || isUnsized(format));
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
    .sort((one, other) => Number(other.width) - Number(one.width));
  return fitting[0] === undefined ? null : { formatId: fitting[0].id, by: 'shape' };
}

/** Off by a pixel at most once it is as wide as the format, as the check `SIZE_UNFIT` has it. */
function isOfShape(file: { readonly width: number; readonly height: number }, format: Sized): boolean {
  return Math.abs((file.height * Number(format.width)) / file.width - Number(format.height)) <= 1;
}

function isUnsized({ width, height }: Sized): boolean {
  return width === null || height === null;
}
