/*
 * Conversions: orders of shops, and conversion actions with their conversions.
 *
 * - `conversion-action.ts`: the resource. `conversion-action-routes.ts`: its conversions, reported by servers.
 * - `store-action-conversions.ts`: stores conversions of actions, also those of pixels and scripts from the journal.
 * - `conversion-routes.ts`, `receive-conversions.ts`, `read-conversions.ts`: orders of shops, and all conversions.
 *
 * `worker/attribute` attributes them. See docs/decisions/0131-attribution.md and 0223-conversion-actions.md.
 */

import type { z } from 'zod';
import {
  type ConversionActionBody,
  conversionActionBody,
  conversionActionView,
} from '../../../contract/commerce/conversion-action.ts';
import { fieldMessage } from '../../../contract/common/field-message.ts';
import { conversionActionType } from '../../../contract/resource-types/commerce/conversion-action.ts';
import { conversionCategories } from '../../../core/vocabulary/attribution-rule.ts';
import { microsFromDecimal } from '../../../core/vocabulary/money.ts';
import { deriveKey } from '../../../platform/keys/derive-key.ts';
import { createTextSigner } from '../../../platform/keys/signed-text.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { choiceFilter, idFilter, textFilter } from '../../api/resource/list-filters.ts';
import { moneyOf } from '../../api/resource/stored-money.ts';
import { invalidField } from '../../records/domain-error.ts';
import { requireReference } from '../../records/references.ts';
import { commonFields, type Resource, type WriteContext } from '../../records/resource.ts';

type ActionResource = Resource<'conversionAction', typeof conversionActionBody, z.output<typeof conversionActionView>>;

/** Returns the resource `/conversion-actions`. Source: docs/decisions/0223-conversion-actions.md. */
export function conversionActionResource({
  secret,
  config,
}: Pick<ManagementServices, 'secret' | 'config'>): ActionResource {
  const signer = createTextSigner(deriveKey(secret, 'conversion-action'));
  return {
    ...conversionActionType,
    table: 'conversionAction',
    body: conversionActionBody,
    view: conversionActionView,
    present: (rows) =>
      rows.map((row) => ({
        ...commonFields(row),
        mediaPartnerId: row.mediaPartnerId,
        brandId: row.brandId,
        category: row.category,
        counting: row.counting,
        clickDays: row.clickDays,
        viewDays: row.viewDays,
        defaultValue: moneyOf(row.defaultValueMicros, row.defaultValueCurrency),
        pixelUrl: `${config.deliveryUrl}/conversion/${signer.sign(String(row.id))}`,
        scriptUrl: `${config.deliveryUrl}/conversion.js`,
      })),
    async columns(body, write) {
      await requireScope(body, write);
      return {
        name: body.name,
        externalId: body.externalId ?? null,
        mediaPartnerId: body.mediaPartnerId,
        brandId: body.brandId ?? null,
        category: body.category,
        counting: body.counting,
        clickDays: body.clickDays,
        viewDays: body.viewDays,
        defaultValueMicros: body.defaultValue ? microsFromDecimal(body.defaultValue.amount) : null,
        defaultValueCurrency: body.defaultValue?.currency ?? null,
      };
    },
    filters: {
      mediaPartnerId: idFilter('conversionAction.mediaPartnerId', 'media partner'),
      brandId: idFilter('conversionAction.brandId', 'brand'),
      category: choiceFilter('conversionAction.category', conversionCategories, 'Category'),
      externalId: textFilter('conversionAction.externalId', 'ID in your own system'),
    },
    computedFields: ['pixelUrl', 'scriptUrl'],
    requiredActive: ({ mediaPartnerId, brandId }) => [
      { table: 'mediaPartner', ids: [mediaPartnerId], noun: 'media-partners' },
      { table: 'brand', ids: brandId === null ? [] : [brandId], noun: 'brands' },
    ],
  };
}

/** The scope of an action is unchanged, because its conversions belong to it. */
async function requireScope(body: ConversionActionBody, write: WriteContext<'conversionAction'>): Promise<void> {
  const { current, transaction } = write;
  const brandId = body.brandId ?? null;
  if (current !== null) {
    if (current.mediaPartnerId !== body.mediaPartnerId) throw immutable('/mediaPartnerId');
    if (current.brandId !== brandId) throw immutable('/brandId');
    return;
  }
  await requireReference(write, {
    table: 'mediaPartner',
    id: body.mediaPartnerId,
    pointer: '/mediaPartnerId',
    noun: 'media-partners',
  });
  if (brandId === null) {
    // A limited caller does not see it, because it is about all brands.
    if (write.caller.reach !== 'everything')
      throw invalidField('/brandId', 'not_permitted', fieldMessage('fullReachOnly'));
    return;
  }
  await requireReference(write, { table: 'brand', id: brandId, pointer: '/brandId', noun: 'brands' });
  const brand = await transaction
    .selectFrom('brand')
    .select('brand.mediaPartnerId')
    .where('brand.id', '=', brandId)
    .executeTakeFirstOrThrow();
  if (brand.mediaPartnerId !== body.mediaPartnerId) {
    throw invalidField('/brandId', 'reference_not_found', fieldMessage('sameMediaPartner'));
  }
}

function immutable(pointer: string) {
  return invalidField(pointer, 'immutable', fieldMessage('immutable'));
}
