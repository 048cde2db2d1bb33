import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { fieldMessage } from '../../../contract/common/field-message.ts';
import { productPackageType } from '../../../contract/resource-types/selling/product-package.ts';
import { productPackageBody, productPackageView } from '../../../contract/selling/product-package.ts';
import { deliveryTypes } from '../../../core/vocabulary/codes/selling-codes.ts';
import { microsFromDecimal } from '../../../core/vocabulary/money.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { booleanFilter, choiceFilter, idFilter, textFilter } from '../../api/resource/list-filters.ts';
import { registerResource } from '../../api/resource/register-resource.ts';
import { moneyOf } from '../../api/resource/stored-money.ts';
import { invalidField } from '../../records/domain-error.ts';
import { requireReference } from '../../records/references.ts';
import { commonFields, type Resource, type WriteContext } from '../../records/resource.ts';

const resource: Resource<'productPackage', typeof productPackageBody, z.output<typeof productPackageView>> = {
  ...productPackageType,
  table: 'productPackage',
  body: productPackageBody,
  view: productPackageView,
  present: (rows) =>
    rows.map((row) => ({
      ...commonFields(row),
      description: row.description,
      bookingTemplateId: row.bookingTemplateId,
      deliveryType: row.deliveryType,
      pricingOptions: row.pricingOptions,
      minimumBudget: moneyOf(row.minimumBudgetMicros, row.minimumBudgetCurrency),
      allowedTargeting: row.allowedTargeting,
      active: row.active,
    })),
  async columns(body, write) {
    if (write.current?.bookingTemplateId !== body.bookingTemplateId) await requireTemplate(body, write);
    return {
      name: body.name,
      externalId: body.externalId ?? null,
      description: body.description,
      bookingTemplateId: body.bookingTemplateId,
      deliveryType: body.deliveryType,
      pricingOptions: JSON.stringify(body.pricingOptions),
      minimumBudgetMicros: body.minimumBudget ? microsFromDecimal(body.minimumBudget.amount) : null,
      minimumBudgetCurrency: body.minimumBudget?.currency ?? null,
      allowedTargeting: body.allowedTargeting,
      active: body.active,
    };
  },
  requiredActive: ({ bookingTemplateId }) => [
    { table: 'bookingTemplate', ids: [bookingTemplateId], noun: 'booking-templates' },
  ],
  filters: {
    active: booleanFilter('productPackage.active', 'Whether buyers see it'),
    deliveryType: choiceFilter('productPackage.deliveryType', deliveryTypes, 'Delivery type'),
    bookingTemplateId: idFilter('productPackage.bookingTemplateId', 'booking template'),
    externalId: textFilter('productPackage.externalId', 'ID in your own system'),
  },
  searchColumns: ['name', 'description'],
};

/** Registers `/product-packages`. Source: docs/decisions/0239-selling-to-agents.md. */
export function registerProductPackageRoutes(app: FastifyInstance, services: ManagementServices): void {
  registerResource(app, services, resource);
}

/** A private template belongs to one person, and products have no inventory that an agent can buy yet. */
async function requireTemplate(
  { bookingTemplateId: id }: z.output<typeof productPackageBody>,
  write: WriteContext<'productPackage'>,
): Promise<void> {
  const pointer = '/bookingTemplateId';
  await requireReference(write, { table: 'bookingTemplate', id, pointer, noun: 'booking-templates' });
  const { shared, settings } = await write.transaction
    .selectFrom('bookingTemplate')
    .select(['bookingTemplate.shared', 'bookingTemplate.settings'])
    .where('bookingTemplate.id', '=', id)
    .executeTakeFirstOrThrow();
  if (!shared) throw invalidField(pointer, 'not_supported', fieldMessage('sharedTemplate'));
  if (settings.type === 'sponsored_products')
    throw invalidField(pointer, 'not_supported', fieldMessage('templateOfInventory'));
}
