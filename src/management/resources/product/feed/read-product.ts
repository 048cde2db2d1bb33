import { z } from 'zod';
import {
  type Availability,
  availabilities,
  productCategorySchema,
  skuSchema,
} from '../../../../contract/commerce/product.ts';
import { nameSchema } from '../../../../contract/common/common.ts';
import { clickUrlSchema } from '../../../../contract/creative/creative.ts';
import { type MoneyMicros, microsFromDecimal } from '../../../../core/vocabulary/money.ts';
import type { FeedFields } from './feed-fields.ts';
import type { BadFeedRow, FeedRowFault } from './feed-report.ts';
import type { FeedRow } from './feed-row.ts';

/** Product of a row. undefined: the row omits the field, null: the field is empty. */
export type FeedProduct = {
  readonly line: number;
  readonly sku: string;
  readonly isGone: boolean;
  readonly name: string | undefined;
  readonly link: string | undefined;
  readonly imageUrl: string | null | undefined;
  readonly category: string | null | undefined;
  readonly price: MoneyMicros | null | undefined;
  readonly salePrice: MoneyMicros | null | undefined;
  readonly availability: Availability | undefined;
  readonly brand: string | undefined;
};

const addressSchema = clickUrlSchema.unwrap().unwrap();

/** Validates a row with the rules of the API. Returns the product or the error of the row. */
export function readProduct({ line, fields }: FeedRow): FeedProduct | BadFeedRow {
  const { id } = fields;
  const said = textOf(id);
  if (said === undefined) return { line, sku: null, code: 'id_missing' };
  const known = skuSchema.safeParse(said);
  if (!known.success) return { line, sku: null, code: 'id_invalid' };
  const sku = known.data;
  try {
    return {
      line,
      sku,
      isGone: actionOf(fields),
      name: checked(nameSchema, textOf(fields.title), 'title_invalid'),
      link: checked(addressSchema, textOf(fields.link), 'link_invalid'),
      imageUrl: orNone(fields.image, (text) => checked(addressSchema, text, 'image_invalid')),
      category: orNone(fields.category, (text) => checked(productCategorySchema, text, 'category_invalid')),
      price: orNone(fields.price, () => moneyOf(fields.price, 'price_invalid')),
      salePrice: orNone(fields.salePrice, () => moneyOf(fields.salePrice, 'sale_price_invalid')),
      availability: availabilityOf(fields),
      brand: textOf(fields.brand),
    };
  } catch (error) {
    if (!(error instanceof RowError)) throw error;
    return { line, sku, code: error.code };
  }
}

/** Returns whether a row could not be read as a product. */
export function isBadRow(row: FeedProduct | BadFeedRow): row is BadFeedRow {
  return 'code' in row;
}

class RowError extends Error {
  readonly code: FeedRowFault;

  constructor(code: FeedRowFault) {
    super(code);
    this.code = code;
  }
}

/** Returns the trimmed text. Empty and blank texts count as omitted. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  return text === '' ? undefined : text;
}

/** Returns null for an empty cell or null, and undefined for a missing cell. */
function orNone<Value>(value: unknown, read: (text: string | undefined) => Value): Value | null | undefined {
  if (value === undefined) return undefined;
  if (value === null || (typeof value === 'string' && value.trim() === '')) return null;
  return read(textOf(value));
}

function checked<Value>(schema: z.ZodType<Value>, text: string | undefined, code: FeedRowFault): Value | undefined {
  if (text === undefined) return undefined;
  const read = schema.safeParse(text);
  if (!read.success) throw new RowError(code);
  return read.data;
}

const moneyShape = z.object({ amount: z.union([z.string(), z.number()]), currency: z.string() });

/** Accepts `12.50 EUR`, `EUR 12.50`, or an object as in the API. Source: Google Merchant Center, price. */
function moneyOf(value: unknown, code: FeedRowFault): MoneyMicros {
  const shape = moneyShape.safeParse(value);
  const text = shape.success ? `${shape.data.amount} ${shape.data.currency}` : (textOf(value) ?? '');
  const [, before, amount = '', after] = /^(?:([A-Z]{3})\s*)?(\d+(?:\.\d+)?)(?:\s*([A-Z]{3}))?$/.exec(text) ?? [];
  const micros = microsFromDecimal(amount);
  const currency = before ?? after;
  if (micros === null || currency === undefined || (before !== undefined && after !== undefined)) {
    throw new RowError(code);
  }
  return { micros, currency };
}

function availabilityOf({ availability }: FeedFields): Availability | undefined {
  const text = textOf(availability)
    ?.toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
  if (text === undefined) return undefined;
  // URLs of schema.org, as in the markup of shops.
  const word = text.replace(/^https?:\/\/schema\.org\//, '').replace(/^instock$/, 'in_stock');
  const known = word === 'outofstock' ? 'out_of_stock' : word;
  if (!(availabilities as readonly string[]).includes(known)) throw new RowError('availability_unknown');
  return known as Availability;
}

function actionOf({ action }: FeedFields): boolean {
  const word = textOf(action)?.toLowerCase() ?? 'upsert';
  if (word === 'delete' || word === 'remove') return true;
  if (word === 'upsert' || word === 'update' || word === 'insert' || word === 'add') return false;
  throw new RowError('action_unknown');
}
