import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { z } from 'zod';
import { locationBody, locationKinds, locationView } from '../../../contract/inventory/inventory.ts';
import { locationType } from '../../../contract/resource-types/inventory/location.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { choiceFilter, idFilter, textFilter } from '../../api/resource/list-filters.ts';
import { registerBulk } from '../../api/resource/register-bulk.ts';
import { registerResource } from '../../api/resource/register-resource.ts';
import { requireReference } from '../../records/references.ts';
import { commonFields, type Resource } from '../../records/resource.ts';
import { liveBookingsOf } from './live-bookings.ts';
import { renameSlots } from './slot-name.ts';

export const locationResource: Resource<'location', typeof locationBody, z.infer<typeof locationView>> = {
  ...locationType,
  table: 'location',
  body: locationBody,
  view: locationView,
  present: (rows) =>
    rows.map((row) => ({
      ...commonFields(row),
      publicationId: row.publicationId,
      code: row.code,
      kind: row.kind,
      // Copies the lists, so that callers may change them.
      screen: structuredClone(row.screen),
    })),
  derivedName: (view) => view.code,
  async columns(body, write) {
    const { current } = write;
    if (body.publicationId !== current?.publicationId) {
      await requireReference(write, {
        table: 'publication',
        id: body.publicationId,
        pointer: '/publicationId',
        noun: 'inventory/publication',
      });
    }
    return {
      publicationId: body.publicationId,
      code: body.code,
      name: body.name ?? body.code,
      externalId: body.externalId ?? null,
      kind: body.kind,
      screen: (body.screen ?? null) === null ? null : JSON.stringify(body.screen),
    };
  },
  async afterWrite(row, _body, write) {
    if (write.current === null || write.current.code === row.code) return;
    await renameSlots(write, { column: 'locationId', id: row.id });
  },
  filters: {
    publicationId: idFilter('location.publicationId', 'publication'),
    publisherId: {
      ...idFilter('location.id', 'publisher of its publication'),
      where: (ids) => sql<boolean>`exists (
        select from publication
        where publication.id = location.publication_id and publication.publisher_id = any(${ids as number[]}::bigint[]))`,
    },
    kind: choiceFilter('location.kind', locationKinds, 'Kind of location'),
    code: textFilter('location.code', 'Code, exactly'),
    externalId: textFilter('location.externalId', 'ID in your own system'),
  },
  searchColumns: ['name', 'code'],
  sortColumns: ['code', 'publicationId'],
  requiredActive: ({ publicationId }) => [
    { table: 'publication', ids: [publicationId], noun: 'inventory/publication' },
  ],
  dependents: [{ kind: 'inventory/position', table: 'position', column: 'locationId' }, liveBookingsOf('locationIds')],
};

export function registerLocationRoutes(app: FastifyInstance, services: ManagementServices): void {
  registerResource(app, services, locationResource);
  registerBulk(app, services, locationResource);
}
