import { type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../../../platform/db/schema.ts';
import type { ProductTable } from '../../../platform/db/tables/product-tables.ts';
import { followProducts } from '../creative/product-creatives.ts';
import type { FindBrand } from './brands-of-partner.ts';
import type { BadFeedRow } from './feed/feed-report.ts';
import type { FeedProduct } from './feed/read-product.ts';

/** Products read and written per statement. Each statement takes a fraction of a second. */
const productsAtOnce = 2_000;

/** Result of an import. */
export type CatalogChanges = {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly archived: number;
  /** Creatives whose content has changed or been removed. */
  readonly creativeIds: readonly number[];
};

/** Columns that a feed sets. */
type Shown = Pick<
  Selectable<ProductTable>,
  | 'sku'
  | 'name'
  | 'brandId'
  | 'link'
  | 'imageUrl'
  | 'category'
  | 'priceMicros'
  | 'priceCurrency'
  | 'salePriceMicros'
  | 'salePriceCurrency'
  | 'availability'
>;
type Stored = Shown & Pick<Selectable<ProductTable>, 'id' | 'archivedAt'>;

export type Catalog = {
  /** Imports products in the order of the feed, without duplicate IDs. Reports invalid ones. */
  take(products: readonly FeedProduct[]): Promise<void>;
  /** Excludes products with invalid rows from being archived by a full feed. */
  keep(skus: readonly string[]): Promise<void>;
  /** Writes the remaining products. `archives`: a full feed archives the products that it does not contain. */
  finish(options: { readonly archives: boolean }): Promise<CatalogChanges>;
};

export type CatalogTask = {
  readonly mediaPartnerId: number;
  readonly kind: 'full' | 'delta';
  readonly findBrand: FindBrand;
  readonly bad: (row: BadFeedRow) => void;
};

/** Updates the catalog of a media partner from a feed in the transaction. Writes only rows that differ. */
export function openCatalog(transaction: Transaction<Database>, task: CatalogTask): Catalog {
  const { mediaPartnerId, kind, findBrand, bad } = task;
  let waiting: FeedProduct[] = [];
  let seenTable: Promise<unknown> | null = null;
  const creativeIds: number[] = [];
  const changes = { added: 0, changed: 0, unchanged: 0, archived: 0 };

  async function write(products: readonly FeedProduct[]): Promise<void> {
    if (products.length === 0) return;
    const before = await readStored(
      transaction,
      mediaPartnerId,
      products.map(({ sku }) => sku),
    );
    const wanted: Shown[] = [];
    const gone: number[] = [];
    const kept: number[] = [];
    for (const product of products) {
      const stored = before.get(product.sku);
      if (product.isGone) {
        if (stored !== undefined && stored.archivedAt === null) gone.push(stored.id);
        continue;
      }
      // Only a complete row restores an archived product. A stock update does not.
      if (kind === 'delta' && stored !== undefined && stored.archivedAt !== null && !isComplete(product)) {
        changes.unchanged += 1;
        continue;
      }
      const next = shownBy(product, stored, { kind, findBrand });
      if (typeof next === 'string') {
        bad({ line: product.line, sku: product.sku, code: next });
        // An invalid row still proves that the product exists.
        if (stored !== undefined) kept.push(stored.id);
      } else if (stored !== undefined && stored.archivedAt === null && isSame(stored, next)) {
        changes.unchanged += 1;
        kept.push(stored.id);
      } else {
        changes[stored === undefined ? 'added' : 'changed'] += 1;
        wanted.push(next);
      }
    }
    const archived = await archive(transaction, gone);
    const written = await store(transaction, mediaPartnerId, wanted);
    changes.archived += archived.length;
    creativeIds.push(...(await followProducts(transaction, [...archived, ...written])));
    if (kind === 'full') await noteSeen([...kept, ...written]);
  }

  async function noteSeen(ids: readonly number[]): Promise<void> {
    seenTable ??= sql`create temporary table seen_product (id bigint primary key) on commit drop`.execute(transaction);
    await seenTable;
    await sql`insert into seen_product (id) select unnest(${ids}::bigint[]) on conflict do nothing`.execute(
      transaction,
    );
  }

  return {
    async take(products) {
      waiting.push(...products);
      while (waiting.length >= productsAtOnce) {
        const some = waiting.slice(0, productsAtOnce);
        waiting = waiting.slice(productsAtOnce);
        await write(some);
      }
    },
    async keep(skus) {
      if (kind !== 'full' || skus.length === 0) return;
      const stored = await readStored(transaction, mediaPartnerId, skus);
      await noteSeen([...stored.values()].map(({ id }) => id));
    },
    async finish({ archives }) {
      await write(waiting);
      waiting = [];
      if (kind === 'full' && archives) {
        await noteSeen([]);
        for await (const archived of archiveUnseen(transaction, mediaPartnerId)) {
          changes.archived += archived.length;
          creativeIds.push(...(await followProducts(transaction, archived)));
        }
      }
      return { ...changes, creativeIds };
    },
  };
}

async function readStored(
  transaction: Transaction<Database>,
  mediaPartnerId: number,
  skus: readonly string[],
): Promise<ReadonlyMap<string, Stored>> {
  const rows = await transaction
    .selectFrom('product')
    .select([
      'product.id',
      'product.archivedAt',
      'product.sku',
      'product.name',
      'product.brandId',
      'product.link',
      'product.imageUrl',
      'product.category',
      'product.priceMicros',
      'product.priceCurrency',
      'product.salePriceMicros',
      'product.salePriceCurrency',
      'product.availability',
    ])
    .where('product.mediaPartnerId', '=', mediaPartnerId)
    .where(sql<boolean>`product.sku = any(${skus}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.sku, row]));
}

/**
 * Returns the columns of a product after the row: from a full feed only its values, from a delta its values and the
 * stored ones.
 */
function shownBy(
  product: FeedProduct,
  stored: Stored | undefined,
  { kind, findBrand }: Pick<CatalogTask, 'kind' | 'findBrand'>,
): Shown | BadFeedRow['code'] {
  const before = kind === 'delta' ? stored : undefined;
  const name = product.name ?? before?.name;
  const link = product.link ?? before?.link;
  if (name === undefined) return 'title_missing';
  if (link === undefined) return 'link_missing';
  const brandId = product.brand === undefined && before !== undefined ? before.brandId : findBrand(product.brand);
  if (typeof brandId === 'string') return brandId;
  const price = product.price === undefined ? priceBefore(before, 'price') : product.price;
  const salePrice = product.salePrice === undefined ? priceBefore(before, 'salePrice') : product.salePrice;
  return {
    sku: product.sku,
    name,
    brandId,
    link,
    imageUrl: orBefore(product.imageUrl, before?.imageUrl),
    category: orBefore(product.category, before?.category),
    priceMicros: price?.micros ?? null,
    priceCurrency: price?.currency ?? null,
    salePriceMicros: salePrice?.micros ?? null,
    salePriceCurrency: salePrice?.currency ?? null,
    availability: product.availability ?? before?.availability ?? 'in_stock',
  };
}

/** Returns whether a row contains all fields that a new product requires. */
function isComplete({ name, link }: FeedProduct): boolean {
  return name !== undefined && link !== undefined;
}

function orBefore(said: string | null | undefined, before: string | null | undefined): string | null {
  return said === undefined ? (before ?? null) : said;
}

function priceBefore(before: Stored | undefined, name: 'price' | 'salePrice') {
  const micros = before?.[`${name}Micros`] ?? null;
  const currency = before?.[`${name}Currency`] ?? null;
  return micros === null || currency === null ? null : { micros, currency };
}

function isSame(stored: Stored, next: Shown): boolean {
  return (Object.keys(next) as (keyof Shown)[]).every((column) => stored[column] === next[column]);
}

/** Stores new and changed products and restores archived ones among them. Returns their IDs. */
async function store(
  transaction: Transaction<Database>,
  mediaPartnerId: number,
  products: readonly Shown[],
): Promise<readonly number[]> {
  if (products.length === 0) return [];
  const column = <Name extends keyof Shown>(name: Name) => products.map((product) => product[name]);
  const { rows } = await sql<{ id: number }>`
    insert into product (media_partner_id, sku, name, brand_id, link, image_url, category,
      price_micros, price_currency, sale_price_micros, sale_price_currency, availability)
    select ${mediaPartnerId}::bigint, row.* from unnest(
      ${column('sku')}::text[], ${column('name')}::text[], ${column('brandId')}::bigint[],
      ${column('link')}::text[], ${column('imageUrl')}::text[], ${column('category')}::text[],
      ${column('priceMicros')}::bigint[], ${column('priceCurrency')}::text[],
      ${column('salePriceMicros')}::bigint[], ${column('salePriceCurrency')}::text[],
      ${column('availability')}::text[]) as row
    on conflict (media_partner_id, sku) do update set
      name = excluded.name, brand_id = excluded.brand_id, link = excluded.link, image_url = excluded.image_url,
      category = excluded.category, price_micros = excluded.price_micros, price_currency = excluded.price_currency,
      sale_price_micros = excluded.sale_price_micros, sale_price_currency = excluded.sale_price_currency,
      availability = excluded.availability, archived_at = null, version = product.version + 1,
      updated_at = clock_timestamp()
    returning product.id
  `.execute(transaction);
  return rows.map(({ id }) => id);
}

async function archive(transaction: Transaction<Database>, ids: readonly number[]): Promise<readonly number[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    update product set archived_at = now(), version = product.version + 1, updated_at = clock_timestamp()
    where product.id = any(${ids}::bigint[]) returning product.id
  `.execute(transaction);
  return rows.map(({ id }) => id);
}

/** Archives in batches, so that statements stay short even if a feed omits a whole catalog. */
async function* archiveUnseen(transaction: Transaction<Database>, mediaPartnerId: number) {
  for (;;) {
    const { rows } = await sql<{ id: number }>`
      select product.id from product
      where product.media_partner_id = ${mediaPartnerId} and product.archived_at is null
        and not exists (select 1 from seen_product where seen_product.id = product.id)
      limit ${productsAtOnce}
    `.execute(transaction);
    if (rows.length === 0) return;
    yield await archive(
      transaction,
      rows.map(({ id }) => id),
    );
  }
}
