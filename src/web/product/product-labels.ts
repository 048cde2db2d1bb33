import type { Product, ProductImport } from '../../client/generated/types.gen.ts';
import { moneyText } from '../labels/figures.ts';
import type { Tone } from '../labels/status-labels.ts';

type Words = { readonly text: string; readonly tone: Tone; readonly means: string };

/** Whether a product can be had, in words. */
export const availabilityLabels: Readonly<Record<Product['availability'], Words>> = {
  in_stock: { text: 'In stock', tone: 'good', means: 'It is shown where a booking has it.' },
  out_of_stock: { text: 'Sold out', tone: 'bad', means: 'It is shown nowhere until it is back.' },
  preorder: { text: 'Preorder', tone: 'busy', means: 'It can be ordered before it is there, and is shown.' },
  backorder: { text: 'Backorder', tone: 'waiting', means: 'It is delivered later, and is shown.' },
};

/** What became of an import, in words. */
export const importStatusLabels: Readonly<Record<ProductImport['status'], Words>> = {
  accepted: { text: 'Taken', tone: 'good', means: 'The catalogue is as the feed says, without its wrong rows.' },
  refused: { text: 'Refused', tone: 'bad', means: 'Nothing of it was taken: the catalogue is as it was.' },
};

/** What a feed says of, in words. */
export const importKindLabels: Readonly<Record<ProductImport['kind'], string>> = {
  full: 'The whole catalogue',
  delta: 'Changes',
};

/** What somebody pays for it now: `EUR 9.99`. */
export function priceText({ price, salePrice }: Pick<Product, 'price' | 'salePrice'>): string {
  return moneyText(salePrice ?? price);
}

const faultTexts: Readonly<Record<string, string>> = {
  wrong_columns: 'other columns than the first line',
  json_invalid: 'no JSON object',
  not_utf8: 'no UTF-8',
  line_too_long: 'line too long',
  id_missing: 'no id',
  id_invalid: 'no usable id',
  repeated: 'id of another row',
  title_missing: 'no title',
  title_invalid: 'no usable title',
  link_missing: 'no link',
  link_invalid: 'link is no http or https address',
  image_invalid: 'picture is no http or https address',
  price_invalid: 'no usable price',
  sale_price_invalid: 'no usable sale price',
  category_invalid: 'no usable category',
  availability_unknown: 'unknown availability',
  action_unknown: 'unknown action',
  brand_missing: 'no brand',
  brand_unknown: 'no brand of this media partner',
};

/** What is wrong with a row of a feed, in words. */
export function feedFaultText(code: string): string {
  return faultTexts[code] ?? code;
}
