/** Unvalidated field values of a feed row. */
export type FeedFields = Readonly<Partial<Record<FeedField, unknown>>>;

/**
 * Column names of each field in order of precedence: those of Google's product data specification, and of common shop
 * exports.
 */
const namesOfFields = {
  id: ['id', 'sku', 'external_id', 'externalid', 'product_id'],
  title: ['title', 'name'],
  link: ['link', 'url'],
  image: ['image_link', 'image', 'image_url', 'imageurl'],
  price: ['price'],
  salePrice: ['sale_price', 'saleprice'],
  availability: ['availability', 'stock'],
  brand: ['brand'],
  category: ['product_type', 'category', 'google_product_category'],
  action: ['action'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
/** Field that is read. */
export type FeedField = keyof typeof namesOfFields;

const fieldOfName = new Map<string, { readonly field: FeedField; readonly rank: number }>(
  Object.entries(namesOfFields).flatMap(([field, names]) =>
    names.map((name, rank) => [name, { field: field as FeedField, rank }] as const),
  ),
);

/**
 * Returns a collector for the fields of one row. Of two names of a field the one with higher precedence wins, of one
 * name the first occurrence.
 */
export function createFieldGatherer() {
  let fields: Partial<Record<FeedField, unknown>> = {};
  let ranks: Partial<Record<FeedField, number>> = {};
  return {
    /** @param name as in the file: `g:image_link`, `Image Link` */
    put(name: string, value: unknown): void {
      const known = fieldOfName.get(plainName(name));
      if (known === undefined || (ranks[known.field] ?? Number.POSITIVE_INFINITY) <= known.rank) return;
      fields[known.field] = value;
      ranks[known.field] = known.rank;
    },
    take(): FeedFields {
      const taken = fields;
      fields = {};
      ranks = {};
      return taken;
    },
  };
}

/** Returns whether the name denotes the ID. */
export function namesId(name: string): boolean {
  return fieldOfName.get(plainName(name))?.field === 'id';
}

function plainName(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/^.*:/, '')
    .replaceAll(/[\s-]+/g, '_');
}
