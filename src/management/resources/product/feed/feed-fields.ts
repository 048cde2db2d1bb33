/** What a row of a feed may say of a product, as it stands there. */
export type FeedFields = Readonly<Partial<Record<FeedField, unknown>>>;

/**
 * Names that shops have for a field, the one that wins first. Those of Google's product data specification, and of exports
 * of shops.
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
/** One of the fields that are read. */
export type FeedField = keyof typeof namesOfFields;

const fieldOfName = new Map<string, { readonly field: FeedField; readonly rank: number }>(
  Object.entries(namesOfFields).flatMap(([field, names]) =>
    names.map((name, rank) => [name, { field: field as FeedField, rank }] as const),
  ),
);

/** Gathers the fields of one row; of two names for one field the better one counts, and of one name the first. */
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

/** True for a name of the id. */
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
