import type { FormatBody, LocationBody } from '../../../client/generated/types.gen.ts';
import { t } from '../../i18n/t.ts';
import { capitalized } from '../../labels/figures.ts';

const kinds = ['page', 'app', 'screen', 'shelf'] as const satisfies readonly LocationBody['kind'][];
const mediaTypes = [
  'banner',
  'video',
  'audio',
  'native',
  'stack',
] as const satisfies readonly FormatBody['mediaType'][];
const standardCategories = ['display', 'in_store', 'sponsored_products'] as const;

export function locationKindOptions() {
  return kinds.map((value) => ({ value, label: t(`inventory.locationKind.${value}`) }));
}

/** The label of a location kind. The API may be newer than this page, so an unknown kind is its own label. */
export function locationKindText(kind: string): string {
  const known = kinds.find((value) => value === kind);
  return known === undefined ? kind : t(`inventory.locationKind.${known}`);
}

export function mediaTypeOptions() {
  return mediaTypes.map((value) => ({ value, label: t(`inventory.mediaType.${value}`) }));
}

/** Values of `inHeadsup` of a format by the key of their label. */
const headsupValues = { screens: null, all: true, none: false } as const;
type HeadsupKey = keyof typeof headsupValues;

export function headsupOptions() {
  const keys = Object.keys(headsupValues) as HeadsupKey[];
  return keys.map((value) => ({ value, label: t(`inventory.headsup.${value}`) }));
}

export function headsupValue(key: HeadsupKey): boolean | null {
  return headsupValues[key];
}

export function headsupKey(inHeadsup: boolean | null): HeadsupKey {
  if (inHeadsup === null) return 'screens';
  return inHeadsup ? 'all' : 'none';
}

/** The label of a media type. The API may be newer than this page, so an unknown type is its own label. */
export function mediaTypeText(mediaType: string): string {
  const known = mediaTypes.find((value) => value === mediaType);
  return known === undefined ? mediaType : t(`inventory.mediaType.${known}`);
}

/** The label of a category. A category that an administrator added is shown as written. */
export function categoryText(category: string): string {
  const known = standardCategories.find((value) => value === category);
  if (known !== undefined) return t(`inventory.category.${known}`);
  return capitalized(category.replaceAll('_', ' '));
}

/** `300 × 250`, or `Any size`. */
export function sizeText({ width, height }: { readonly width: number | null; readonly height: number | null }): string {
  if (width !== null && height !== null) return `${width}\u00a0×\u00a0${height}`;
  if (width !== null) return t('inventory.label.widthOnly', { width });
  return height === null ? t('inventory.label.anySize') : t('inventory.label.heightOnly', { height });
}
