import type { Product, ProductImport } from '../../client/generated/types.gen.ts';
import { t } from '../i18n/t.ts';
import { moneyText } from '../labels/figures.ts';
import type { Tone } from '../labels/status-labels.ts';

type Availability = Product['availability'];
type ImportStatus = ProductImport['status'];
type Badge = { readonly text: string; readonly tone: Tone; readonly hint: string };

const availabilities = ['in_stock', 'out_of_stock', 'preorder', 'backorder'] as const satisfies readonly Availability[];
const availabilityTones: Readonly<Record<Availability, Tone>> = {
  in_stock: 'good',
  out_of_stock: 'bad',
  preorder: 'busy',
  backorder: 'waiting',
};
const importStatusTones: Readonly<Record<ImportStatus, Tone>> = { accepted: 'good', refused: 'bad' };

export function availabilityOptions() {
  return availabilities.map((value) => ({ value, label: t(`product.availability.${value}`) }));
}

export function availabilityBadge(availability: Availability): Badge {
  return {
    text: t(`product.availability.${availability}`),
    tone: availabilityTones[availability],
    hint: t(`product.availabilityHint.${availability}`),
  };
}

export function importStatusBadge(status: ImportStatus): Badge {
  return {
    text: t(`product.importStatus.${status}`),
    tone: importStatusTones[status],
    hint: t(`product.importStatusHint.${status}`),
  };
}

/** The current price: `EUR 9.99`. */
export function priceText({ price, salePrice }: Pick<Product, 'price' | 'salePrice'>): string {
  return moneyText(salePrice ?? price);
}

const feedFaults = [
  'wrong_columns',
  'json_invalid',
  'not_utf8',
  'line_too_long',
  'id_missing',
  'id_invalid',
  'repeated',
  'title_missing',
  'title_invalid',
  'link_missing',
  'link_invalid',
  'image_invalid',
  'price_invalid',
  'sale_price_invalid',
  'category_invalid',
  'availability_unknown',
  'action_unknown',
  'brand_missing',
  'brand_unknown',
] as const;

/** Describes a fault of a feed row. The API may be newer than this page, so an unknown code is its own label. */
export function feedFaultText(code: string): string {
  const known = feedFaults.find((fault) => fault === code);
  return known === undefined ? code : t(`product.feedFault.${known}`);
}
