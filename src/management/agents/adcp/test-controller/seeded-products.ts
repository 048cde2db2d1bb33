import type { Kysely } from 'kysely';
import type { Database } from '../../../../platform/db/schema.ts';
import type { Buyer } from '../accounts/read-buyer.ts';
import type { Offer } from '../products/offer.ts';
import { readFixtures } from './fixtures.ts';

/** A product of the test controller: another name for a product that the agent sees, with other terms. */
export type SeededProduct = {
  readonly name?: string;
  readonly deliveryType?: Offer['deliveryType'];
  readonly pricingOptions?: Offer['pricingOptions'];
};

/** Returns the products of a buyer agent. Those of a test account include the seeded ones. */
export async function withSeededProducts(
  database: Kysely<Database>,
  buyer: Pick<Buyer, 'id' | 'test'>,
  offers: readonly Offer[],
): Promise<readonly Offer[]> {
  const [base] = offers;
  if (!buyer.test || base === undefined) return offers;
  const seeded = await readFixtures<SeededProduct>(database, buyer.id, 'product');
  const all = new Map([['test-product', testProduct(base)], ...seeded]);
  const added = [...all].map(([productId, { name, deliveryType, pricingOptions }]) => ({
    ...base,
    productId,
    name: name ?? productId,
    description: name ?? productId,
    minimumBudget: null,
    deliveryType: deliveryType ?? base.deliveryType,
    pricingOptions: pricingOptions ?? base.pricingOptions,
  }));
  const formats = await readSeededFormats(database, buyer);
  return [...offers, ...added].map((offer) => withSeededFormats(offer, formats));
}

/** Product that the storyboards of the protocol name without having seen it. */
function testProduct({ pricingOptions }: Offer): SeededProduct {
  const [first] = pricingOptions;
  return {
    name: 'Test product',
    pricingOptions: first === undefined ? [] : ['test-pricing', 'default'].map((code) => ({ ...first, code })),
  };
}

/** Returns the codes of formats by the IDs of the seeded formats of a test account. */
export async function readSeededFormats(
  database: Kysely<Database>,
  buyer: Pick<Buyer, 'id' | 'test'>,
): Promise<ReadonlyMap<string, string>> {
  if (!buyer.test) return new Map();
  const seeded = await readFixtures<{ code: string }>(database, buyer.id, 'format');
  return new Map([...seeded].map(([id, { code }]) => [id, code]));
}

/** Seeded formats replace the first format of the products of a test account. */
function withSeededFormats(offer: Offer, seeded: ReadonlyMap<string, string>): Offer {
  if (seeded.size === 0) return offer;
  const formats = [...seeded].flatMap(([id, code]) => {
    const format = offer.formats.find((one) => one.code === code);
    return format === undefined ? [] : [{ ...format, code: id, name: id }];
  });
  return { ...offer, formats };
}
