/** What a field of a template takes. */
export const templateFieldKinds = ['text', 'longtext', 'url', 'image', 'number', 'choice'] as const;
/** Where a field stands in an ad that is drawn by a page or an app. Source: OpenRTB Native 1.2, 7.3 and 7.4. */
export const nativeAssets = [
  'title',
  'image',
  'icon',
  'sponsored',
  'description',
  'rating',
  'likes',
  'downloads',
  'price',
  'salePrice',
  'phone',
  'address',
  'description2',
  'displayUrl',
  'cta',
] as const;
/** One of `nativeAssets`. */
export type NativeAsset = (typeof nativeAssets)[number];

/**
 * One named field of a format's template, which creatives of kinds native and advar fill in. What is not of its kind is null
 * or empty. Source: product decisions 3 and 9; docs/decisions/0067-template-creatives.md.
 */
export type TemplateField = {
  readonly name: string;
  /** For people; null: the name. */
  readonly label: string | null;
  readonly kind: (typeof templateFieldKinds)[number];
  readonly required: boolean;
  /** Characters of a text, both included. */
  readonly minLength: number | null;
  readonly maxLength: number | null;
  /** Of a number, both included. */
  readonly min: number | null;
  readonly max: number | null;
  /** What a choice is one of. */
  readonly choices: string[];
  /** Pixels of an image; null: any. */
  readonly width: number | null;
  readonly height: number | null;
  /** Of an image; null: what the format allows. */
  readonly maxBytes: number | null;
  readonly asset: NativeAsset | null;
};

/** What a creative says in the fields that are no images. */
export type FieldValues = Readonly<Record<string, string | number>>;

/** A file of a creative in the image field of this name. */
export type FieldImage = { readonly field: string; readonly width: number | null; readonly height: number | null };
