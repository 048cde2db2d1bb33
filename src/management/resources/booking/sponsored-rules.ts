import type { Transaction } from 'kysely';
import type { BookingBody } from '../../../contract/booking/booking.ts';
import { fieldMessage } from '../../../contract/common/field-message.ts';
import { sponsoredTargeting } from '../../../core/sponsored/sponsored-targeting.ts';
import { targetingFault } from '../../../core/targeting/targeting-fault.ts';
import { maxTargetingLeaves } from '../../../core/vocabulary/limits/booking-limits.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { invalidField } from '../../records/domain-error.ts';
import { requireReference } from '../../records/references.ts';
import { requireReferences } from '../../records/require-references.ts';
import type { WriteContext } from '../../records/resource.ts';
import { creativesOfProducts } from '../creative/product-creatives.ts';
import { lockBrandsOfCampaign } from './lock-brands.ts';

type Ads = BookingBody['creatives'];

/** Requires that the objects of sponsored products exist, are visible to the caller and belong to its campaign. */
export async function requireSponsored(body: BookingBody, write: WriteContext<'booking'>): Promise<void> {
  const { sponsored } = body;
  if (!sponsored) return;
  const before = write.current?.sponsored ?? null;
  if (before?.formatId !== sponsored.formatId) await requireFormat(sponsored.formatId, write);
  await requireReferences(write, {
    table: 'product',
    noun: 'products',
    pointer: '/sponsored/products',
    ids: sponsored.products,
    known: before?.products ?? [],
  });
  await requireBrands(body, sponsored.products, write);
  const fault = targetingFault(
    sponsoredTargeting(sponsored, body.targeting ?? null) ?? { all: [{ not: placeholderLeaf }] },
  );
  if (fault === null) return;
  throw invalidField('/targeting', 'too_big', fieldMessage('noRoomForKeywords', { count: maxTargetingLeaves }));
}

const placeholderLeaf = { fact: 'keyword', values: ['x'] } as const;

async function requireFormat(formatId: number, write: WriteContext<'booking'>): Promise<void> {
  const pointer = '/sponsored/formatId';
  await requireReference(write, { table: 'format', id: formatId, pointer, noun: 'inventory/format' });
  const { mediaType } = await write.transaction
    .selectFrom('format')
    .select('format.mediaType')
    .where('format.id', '=', formatId)
    .executeTakeFirstOrThrow();
  if (mediaType === 'stack' || mediaType === 'native') return;
  throw invalidField(pointer, 'wrong_media_type', fieldMessage('sponsoredFormat'));
}

async function requireBrands(
  { campaignId }: BookingBody,
  products: readonly number[],
  { transaction }: WriteContext<'booking'>,
): Promise<void> {
  await lockBrandsOfCampaign(transaction, campaignId);
  const foreign = await transaction
    .selectFrom('product')
    .innerJoin('campaign', (join) => join.on('campaign.id', '=', campaignId))
    .select(['product.id', 'product.brandId'])
    .where('product.id', '=', (eb) => eb.fn.any(eb.val([...products])))
    .where((eb) => eb.not(eb('product.brandId', '=', eb.fn.any('campaign.brandIds'))))
    .orderBy('product.id')
    .executeTakeFirst();
  if (foreign === undefined) return;
  const pointer = `/sponsored/products/${products.indexOf(foreign.id)}`;
  const message = fieldMessage('productOfOtherBrand', { id: foreign.id, brandId: foreign.brandId });
  throw invalidField(pointer, 'foreign_brand', message);
}

/** Returns the ads of a booking: its creatives, and one for each of its products. */
export async function adsOfBody(
  transaction: Transaction<Database>,
  { creatives, sponsored }: BookingBody,
): Promise<Ads> {
  if (!sponsored) return creatives;
  const ids = await creativesOfProducts(transaction, sponsored);
  const named = new Set(creatives.map(({ creativeId }) => creativeId));
  return [...creatives, ...ids.filter((id) => !named.has(id)).map((creativeId) => ({ creativeId, weight: 1 }))];
}
