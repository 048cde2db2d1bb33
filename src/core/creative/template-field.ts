/** Kinds of template fields. */
export const templateFieldKinds = ['text', 'longtext', 'url', 'image', 'number', 'choice'] as const;
/** Role of a field in a native ad that a page or app renders. Source: OpenRTB Native 1.2, 7.3 and 7.4. */
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
export type NativeAsset = (typeof nativeAssets)[number];

/**
 * One named field of the template of a format. Creatives of kinds native and advar fill it in. Properties of other
 * kinds are null or empty. Source: product decisions 3 and 9; docs/decisions/0067-template-creatives.md.
 */
export type TemplateField = {
  readonly name: string;
  /** Label in the interface; null: the name. */
  readonly label: string | null;
  readonly kind: (typeof templateFieldKinds)[number];
  readonly required: boolean;
  /** Length of a text in characters, inclusive. */
  readonly minLength: number | null;
  readonly maxLength: number | null;
  /** Range of a number, inclusive. */
  readonly min: number | null;
  readonly max: number | null;
  /** Allowed values of a choice. */
  readonly choices: string[];
  /** Pixels of an image; null: any size. */
  readonly width: number | null;
  readonly height: number | null;
  /** Limit of an image in bytes; null: the limit of the format. */
  readonly maxBytes: number | null;
  readonly asset: NativeAsset | null;
};

/** Values of the fields of a creative, except images. */
export type FieldValues = Readonly<Record<string, string | number>>;

/** A file of a creative for the image field of this name. */
export type FieldImage = { readonly field: string; readonly width: number | null; readonly height: number | null };
