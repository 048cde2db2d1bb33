import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { CreativeRow } from '../../core/snapshot/snapshot-rows.ts';
import { decimalFromMicros } from '../../core/vocabulary/money.ts';
import type { Database, ShownColumns } from '../../platform/db/schema.ts';
import type { StoredAsset } from '../../platform/db/tables/stored-asset.ts';
import { isAmong, mostOf, type WhichRows } from './which-rows.ts';

/** Condition for deliverable creatives: approved, neither paused nor archived, of a known kind. */
export function mayShow(): RawBuilder<boolean> {
  return sql<boolean>`(creative.state = 'approved' and not creative.paused and creative.archived_at is null
    and (creative.kind in ('image', 'html', 'html5', 'native', 'advar', 'video', 'audio', 'vast')
      or creative.kind = 'product' and exists (
        select 1 from product stocked where stocked.id = creative.product_id and stocked.archived_at is null
          and stocked.availability <> 'out_of_stock')))`;
}

/** Whether the brand has a conversion action. */
const tracksConversions = sql<boolean>`exists (
  select from conversion_action where conversion_action.archived_at is null
    and conversion_action.media_partner_id = brand.media_partner_id
    and coalesce(conversion_action.brand_id, brand.id) = brand.id)`.as('tracksConversions');

/** @param condition additional condition */
export async function readSnapshotCreatives(
  transaction: Kysely<Database>,
  which: WhichRows,
  condition: RawBuilder<boolean> = mayShow(),
): Promise<readonly CreativeRow[]> {
  const rows = await transaction
    .selectFrom('creative')
    .innerJoin('brand', 'brand.id', 'creative.brandId')
    .innerJoin('mediaPartner', 'mediaPartner.id', 'brand.mediaPartnerId')
    .innerJoin('format', 'format.id', 'creative.formatId')
    .leftJoin('product', 'product.id', 'creative.productId')
    .select([
      'creative.id',
      'creative.name',
      'creative.kind',
      'creative.formatId',
      'creative.brandId',
      'creative.width',
      'creative.height',
      'creative.html',
      'creative.video',
      'creative.fields',
      'creative.trackers',
      'creative.assets',
      'creative.clickUrl',
      'creative.altText',
      'creative.updatedAt',
      'product.sku',
      'product.name as title',
      'product.link',
      'product.imageUrl',
      'product.category',
      'product.priceMicros',
      'product.priceCurrency',
      'product.salePriceMicros',
      'product.salePriceCurrency',
      'product.updatedAt as productUpdatedAt',
      'brand.name as brandName',
      'format.width as formatWidth',
      'format.height as formatHeight',
      'brand.domains as brandDomains',
      'mediaPartner.domains as partnerDomains',
      tracksConversions,
    ])
    .where(condition)
    .where(isAmong('creative.id', which))
    .orderBy('creative.id')
    .limit(mostOf(which))
    .execute();
  return rows.map((row) => ({
    id: row.id as CreativeRow['id'],
    name: row.title ?? row.name,
    kind: row.kind as CreativeRow['kind'],
    formatId: row.formatId as CreativeRow['formatId'],
    brandId: row.brandId as CreativeRow['brandId'],
    ...shownInSnapshot(row),
    ...productInSnapshot(row),
    ...(row.tracksConversions && { tracksConversions: true as const }),
    // The size of the file if known, else the size of its format.
    width: row.width ?? row.formatWidth,
    height: row.height ?? row.formatHeight,
    domains: row.brandDomains.length > 0 ? row.brandDomains : row.partnerDomains,
    updatedAtMs: (row.productUpdatedAt ?? row.updatedAt).getTime(),
  }));
}

/** Returns the content of a creative or of one of its versions. */
export function shownInSnapshot(shown: Selectable<ShownColumns>) {
  const { width, height, html, assets, clickUrl, altText, video, fields, trackers } = shown;
  // The files of a video are part of its video data.
  if (video !== null) {
    const poster = assets.find(({ role }) => role === 'poster')?.path;
    return { width, height, html, file: null, clickUrl, altText, video, ...(poster !== undefined && { poster }) };
  }
  const common = { width, height, html, clickUrl, altText, ...(trackers && { trackers }) };
  if (fields !== null) return { ...common, file: null, fields, images: imagesOf(assets) };
  const [first] = assets;
  // The first file is the main one.
  return { ...common, file: first === undefined ? null : fileOf(first) };
}

/** For a creative of kind product: the current data of its product. */
type ProductColumns = {
  readonly [Name in 'sku' | 'title' | 'link' | 'imageUrl' | 'category' | 'priceCurrency' | 'salePriceCurrency']:
    | string
    | null;
} & { readonly priceMicros: number | null; readonly salePriceMicros: number | null; readonly brandName: string };

function productInSnapshot(row: ProductColumns): Pick<CreativeRow, 'fields' | 'images' | 'clickUrl'> | undefined {
  if (row.sku === null || row.title === null) return undefined;
  const { sku, title, link, imageUrl, category, brandName: brand } = row;
  const price = priceText(row.priceMicros, row.priceCurrency);
  const salePrice = priceText(row.salePriceMicros, row.salePriceCurrency);
  const said = { image: imageUrl, category, price, salePrice };
  const others = Object.entries(said).filter((entry): entry is [string, string] => entry[1] !== null);
  return { clickUrl: link, fields: { sku, title, brand, ...Object.fromEntries(others) }, images: {} };
}

function priceText(micros: number | null, currency: string | null): string | null {
  return micros === null || currency === null ? null : `${decimalFromMicros(micros)} ${currency}`;
}

/** By field. */
function imagesOf(assets: readonly StoredAsset[]): NonNullable<CreativeRow['images']> {
  return Object.fromEntries(
    assets.flatMap((asset) => {
      const { field, width, height } = asset;
      return field === undefined ? [] : [[field, { ...fileOf(asset), width, height }]];
    }),
  );
}

function fileOf(asset: StoredAsset): NonNullable<CreativeRow['file']> {
  const { path, mime, bytes, sha256, variants, width } = asset;
  // A single file under its hash.
  if (variants === undefined) return { path, mime, bytes };
  const widths = [...new Set([...variants.map((variant) => variant.width), width ?? 0])].sort((a, b) => a - b);
  return { path, mime, bytes, sha256, ...(variants.length > 0 && { widths }) };
}
