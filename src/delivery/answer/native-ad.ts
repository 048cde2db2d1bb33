import type { DisplayTrackers } from '../../core/creative/display-trackers.ts';
import type { FieldValues, NativeAsset, TemplateField } from '../../core/creative/template-field.ts';
import type { CreativeImage, CreativeRow, FormatRow } from '../../core/snapshot/snapshot-rows.ts';
import { progressiveFiles } from '../../core/vast/progressive-files.ts';
import { withoutMacros } from './macros/macro.ts';
import type { MacroBook } from './macros/macro-book.ts';
import { normalTarget, targetInPath } from './signed-address/click-address.ts';

/** The parts of an ad, for clients that render it themselves. */
export type NativeParts = {
  readonly title: string;
  readonly image: NativeImage | null;
  readonly icon: NativeImage | null;
  /** Files of a video or audio creative. Empty if it has none. */
  readonly media: readonly NativeMedia[];
  /** Values by type of data asset. Source: OpenRTB Native 1.2, 7.4. */
  readonly data: readonly { readonly type: number; readonly value: string }[];
  /** Values of the template fields by name. null if the creative has no template. */
  readonly fields: Readonly<Record<string, string | number | NativeImage>> | null;
  /** Click URL with the creative's target, or ending in `/UR` if it has none. */
  readonly clickUrl: string;
  readonly impressionUrl: string;
  readonly viewableUrl: string;
  /** Third-party trackers for consenting viewers. */
  readonly trackers?: DisplayTrackers;
};

/** A file that a player can prefetch. `width` and `height` are null for audio. */
export type NativeMedia = {
  readonly url: string;
  readonly mime: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly durationMs: number;
};

export type NativeImage = { readonly url: string; readonly w: number; readonly h: number };

/** Fields of an ad in `/json` that its parts contain. */
type AdOfParts = {
  readonly url: string;
  readonly impressionCounter: string;
  readonly viewableImpressionCounter: string;
  readonly width?: string;
  readonly height?: string;
  readonly trackers?: DisplayTrackers;
};

/** A creative, and the format whose template it uses. */
export type NativeSource = {
  readonly creative: CreativeRow;
  readonly format: Pick<FormatRow, 'templateFields'> | undefined;
};

/** Types of data assets by the name in template fields. Source: OpenRTB Native 1.2, 7.4. */
const dataTypes = {
  sponsored: 1,
  description: 2,
  rating: 3,
  likes: 4,
  downloads: 5,
  price: 6,
  salePrice: 7,
  phone: 8,
  address: 9,
  description2: 10,
  displayUrl: 11,
  cta: 12,
} as const satisfies Partial<Record<NativeAsset, number>>;
const descriptionType = 2;
function dataTypeOf(asset: NativeAsset): number | undefined {
  return asset in dataTypes ? dataTypes[asset as keyof typeof dataTypes] : undefined;
}

/** Types of images. Source: OpenRTB Native 1.2, 7.3. */
const iconType = 1;
const mainType = 3;
/** First data type that is reserved for custom use. */
const markupType = 500;

export function nativePartsOf(ad: AdOfParts, { creative, format }: NativeSource, deliveryUrl: string): NativeParts {
  const target = creative.clickUrl === null ? null : normalTarget(withoutMacros(creative.clickUrl));
  const addresses = {
    clickUrl: target === null ? ad.url : ad.url + targetInPath(target),
    impressionUrl: ad.impressionCounter,
    viewableUrl: ad.viewableImpressionCounter,
    ...(ad.trackers !== undefined && { trackers: ad.trackers }),
  };
  const { fields, images = {}, altText, name, file, kind } = creative;
  if (fields === undefined) {
    const shown = file === null || kind !== 'image' ? null : file;
    return {
      title: altText ?? name,
      image: shown && { url: `${deliveryUrl}/${shown.path}`, w: Number(ad.width ?? 0), h: Number(ad.height ?? 0) },
      icon: null,
      media: mediaOf(creative),
      data: altText === null ? [] : [{ type: descriptionType, value: altText }],
      fields: null,
      ...addresses,
    };
  }
  if (kind === 'product') return productParts(name, fields, addresses);
  const template = format?.templateFields ?? [];
  const pictures = Object.fromEntries(
    Object.entries(images).map(([field, image]) => [field, nativeImage(image, deliveryUrl)]),
  );
  const valueIn = (field: TemplateField) => (Object.hasOwn(fields, field.name) ? fields[field.name] : undefined);
  const pictureOf = (asset: NativeAsset) => pictures[nameOf(template, asset)] ?? null;
  const titleField = template.find(({ asset }) => asset === 'title');
  const title = titleField === undefined ? undefined : valueIn(titleField);
  return {
    title: String(title ?? altText ?? name),
    image: pictureOf('image'),
    icon: pictureOf('icon'),
    media: [],
    data: template.flatMap((field) => {
      const type = field.asset === null ? undefined : dataTypeOf(field.asset);
      const value = valueIn(field);
      return type === undefined || value === undefined ? [] : [{ type, value: String(value) }];
    }),
    fields: { ...fields, ...pictures },
    ...addresses,
  };
}

/** Returns the parts of a product. Its image is hosted by the shop and its size is unknown. */
function productParts(
  title: string,
  fields: FieldValues,
  addresses: Pick<NativeParts, 'clickUrl' | 'impressionUrl' | 'viewableUrl' | 'trackers'>,
): NativeParts {
  const { image, brand, price, salePrice } = fields;
  const said = { [dataTypes.sponsored]: brand, [dataTypes.price]: price, [dataTypes.salePrice]: salePrice };
  return {
    title,
    image: typeof image === 'string' ? { url: image, w: 0, h: 0 } : null,
    icon: null,
    media: [],
    data: Object.entries(said).flatMap(([type, value]) =>
      value === undefined ? [] : [{ type: Number(type), value: String(value) }],
    ),
    fields,
    ...addresses,
  };
}

/** Returns progressive files with a complete URL. Players of screens support no others. */
function mediaOf({ video }: CreativeRow): readonly NativeMedia[] {
  const durationMs = video?.media?.durationMs ?? 0;
  return progressiveFiles(video).map(({ url, mime, width, height }) => ({ url, mime, width, height, durationMs }));
}

/** Returns the name of the field, or an empty text, which is not a valid name, if there is none. */
function nameOf(template: readonly TemplateField[], wanted: NativeAsset): string {
  return template.find(({ asset }) => asset === wanted)?.name ?? '';
}

function nativeImage({ path, width, height }: CreativeImage, deliveryUrl: string): NativeImage {
  return { url: `${deliveryUrl}/${path}`, w: width ?? 0, h: height ?? 0 };
}

/**
 * Returns the object `native` of an ad, as in lists and in the tag of a native ad. Asset IDs are the same for all
 * clients.
 * @param markup markup of the ad, null if there is none. For a video or audio ad, its VAST document. Source:
 * wire-protocol 5.5 and 8.
 */
export function nativeObject(parts: NativeParts, markup: string | null) {
  const { title, image, icon, media, data, fields, trackers = {} } = parts;
  const { click = [] } = trackers;
  const eventTrackers = thirdPartyEvents(trackers);
  const assets: object[] = [{ id: 1, title: { text: title } }];
  if (image !== null) assets.push({ id: 2, img: { type: mainType, ...image } });
  for (const { type, value } of data) {
    assets.push({ id: type === descriptionType ? 3 : firstDataId + type, data: { type, value } });
  }
  if (markup !== null && media.length > 0) assets.push({ id: 6, video: { vasttag: markup } });
  else if (markup !== null) assets.push({ id: 4, data: { type: markupType, value: markup } });
  if (icon !== null) assets.push({ id: 5, img: { type: iconType, ...icon } });
  return {
    ver: '1.2',
    assets,
    link: { url: parts.clickUrl, fallback: '', ...(click.length > 0 && { clicktrackers: click }) },
    impressionCounter: parts.impressionUrl,
    viewableImpressionCounter: parts.viewableUrl,
    ...(eventTrackers.length > 0 && { eventtrackers: eventTrackers }),
    ...(media.length > 0 && { media }),
    ...(fields !== null && { fields }),
  };
}

/** IDs of data assets, except the description, are larger than this. */
const firstDataId = 10;

/**
 * Returns the `tag` of an ad that clients render: JSON text that remains valid when clients replace ' with ". It contains
 * third-party trackers for consenting viewers only.
 */
export function nativeTag(parts: NativeParts, macros: MacroBook): string {
  const native = nativeObject(parts, null);
  let text = withoutApostrophes(JSON.stringify({ type: 'native', native }));
  const { eventtrackers } = native;
  for (const tracked of [{ clicktrackers: native.link.clicktrackers }, { eventtrackers }]) {
    const member = withoutApostrophes(JSON.stringify(tracked)).slice(1, -1);
    if (member !== '') text = text.replace(`,${member}`, () => macros.markConsented(`,${member}`));
  }
  return text;
}

function withoutApostrophes(json: string): string {
  return json.replaceAll("'", '\\u0027');
}

/** Returns the image URLs of third parties by event. Source: OpenRTB Native 1.2, 5.8. */
export function thirdPartyEvents({ impression = [], viewable = [] }: DisplayTrackers) {
  return [
    ...impression.map((url) => ({ event: 1, method: 1, url })),
    ...viewable.map((url) => ({ event: 2, method: 1, url })),
  ];
}
