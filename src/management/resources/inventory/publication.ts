import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { fieldMessage } from '../../../contract/common/field-message.ts';
import {
  categorySchema,
  publicationBody,
  publicationCategories,
  publicationView,
} from '../../../contract/inventory/inventory.ts';
import { publicationType } from '../../../contract/resource-types/inventory/publication.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { codeFilter, domainFilter, idFilter, textFilter } from '../../api/resource/list-filters.ts';
import { registerBulk } from '../../api/resource/register-bulk.ts';
import { registerResource } from '../../api/resource/register-resource.ts';
import { invalidField } from '../../records/domain-error.ts';
import { requireReference } from '../../records/references.ts';
import { commonFields, type Resource, type WriteContext } from '../../records/resource.ts';
import { readSettings } from '../settings/read-settings.ts';
import { liveBookingsOf } from './live-bookings.ts';

export const publicationResource: Resource<'publication', typeof publicationBody, z.infer<typeof publicationView>> = {
  ...publicationType,
  table: 'publication',
  body: publicationBody,
  view: publicationView,
  present: (rows) =>
    rows.map((row) => ({
      ...commonFields(row),
      companyName: row.companyName,
      publisherId: row.publisherId,
      category: row.category,
      timeZone: row.timeZone,
      domains: row.domains,
    })),
  derivedName: (view) => view.companyName,
  async columns(body, write) {
    const { current } = write;
    if (body.publisherId !== current?.publisherId) {
      await requireReference(write, {
        table: 'publisher',
        id: body.publisherId,
        pointer: '/publisherId',
        noun: 'inventory/publisher',
      });
    }
    await requireCategory(body.category, write);
    return {
      companyName: body.companyName,
      name: body.name ?? body.companyName,
      externalId: body.externalId ?? null,
      publisherId: body.publisherId,
      category: body.category,
      timeZone: body.timeZone,
      domains: body.domains,
    };
  },
  filters: {
    publisherId: idFilter('publication.publisherId', 'publisher'),
    category: codeFilter('publication.category', categorySchema, 'Inventory category'),
    timeZone: textFilter('publication.timeZone', 'Time zone, exact match'),
    domain: domainFilter('publication.domains', 'Host name of the site'),
    externalId: textFilter('publication.externalId', 'ID in your own system'),
  },
  searchColumns: ['name', 'companyName'],
  sortColumns: ['companyName', 'publisherId'],
  requiredActive: ({ publisherId }) => [{ table: 'publisher', ids: [publisherId], noun: 'inventory/publisher' }],
  dependents: [
    { kind: 'inventory/location', table: 'location', column: 'publicationId' },
    liveBookingsOf('publicationIds'),
  ],
};

/** Additional categories must be enabled in the settings. Source: product decisions 3. */
async function requireCategory(category: string, { transaction, current }: WriteContext<'publication'>): Promise<void> {
  if (category === current?.category) return;
  const known = [...publicationCategories, ...(await readSettings(transaction)).extraCategories];
  if (known.includes(category)) return;
  throw invalidField('/category', 'invalid_value', fieldMessage('oneOf', { values: known.join(', ') }));
}

export function registerPublicationRoutes(app: FastifyInstance, services: ManagementServices): void {
  registerResource(app, services, publicationResource);
  registerBulk(app, services, publicationResource);
}
