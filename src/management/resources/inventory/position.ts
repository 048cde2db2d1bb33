/*
 * Inventory: publishers, publications, locations, formats and positions, one resource per file.
 *
 * - `slot-name.ts`: the name by which pages request a position, from the codes of location, format and position.
 * - `live-bookings.ts`: bookings that prevent archiving. `standard-formats.ts`: formats of an empty account.
 */

import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { z } from 'zod';
import { mediaTypes, positionBody, positionView } from '../../../contract/inventory/inventory.ts';
import { positionType } from '../../../contract/resource-types/inventory/position.ts';
import { microsFromDecimal } from '../../../core/vocabulary/money.ts';
import { dailyRequestsSql, readDailyRequests } from '../../../exchange/plan/daily-requests.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { choiceFilter, idFilter, textFilter } from '../../api/resource/list-filters.ts';
import { registerBulk } from '../../api/resource/register-bulk.ts';
import { registerResource } from '../../api/resource/register-resource.ts';
import { moneyOf } from '../../api/resource/stored-money.ts';
import { requireReference } from '../../records/references.ts';
import { commonFields, type ListFilter, type Resource, type WriteContext } from '../../records/resource.ts';
import { liveBookingsOf } from './live-bookings.ts';
import { slotNameOf } from './slot-name.ts';

export const positionResource: Resource<'position', typeof positionBody, z.infer<typeof positionView>> = {
  ...positionType,
  table: 'position',
  body: positionBody,
  view: positionView,
  async present(rows, database) {
    const requests = await readDailyRequests(
      database,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => ({
      ...commonFields(row),
      locationId: row.locationId,
      formatId: row.formatId,
      code: row.code,
      slotName: row.slotName,
      blockedLabels: row.blockedLabels,
      floor: moneyOf(row.floorMicros, row.floorCurrency),
      maxAds: row.maxAds,
      maxPerBrand: row.maxPerBrand,
      requestsPerDay: requests.get(row.id) ?? null,
    }));
  },
  computedFields: ['requestsPerDay'],
  derivedName: (view) => view.slotName,
  async columns(body, write) {
    await requireReferences(body, write);
    const slotName = await readSlotName(body, write);
    return {
      locationId: body.locationId,
      formatId: body.formatId,
      code: body.code,
      slotName,
      name: body.name ?? slotName,
      externalId: body.externalId ?? null,
      blockedLabels: body.blockedLabels,
      floorMicros: body.floor === null ? null : microsFromDecimal(body.floor.amount),
      floorCurrency: body.floor?.currency ?? null,
      maxAds: body.maxAds,
      maxPerBrand: body.maxPerBrand,
    };
  },
  filters: {
    locationId: idFilter('position.locationId', 'location'),
    formatId: idFilter('position.formatId', 'format'),
    publicationId: throughLocation(idFilter('location.publicationId', 'publication')),
    publisherId: {
      ...idFilter('position.id', 'publisher of its publication'),
      where: (ids) => sql<boolean>`exists (
        select from location join publication on publication.id = location.publication_id
        where location.id = position.location_id and publication.publisher_id = any(${ids as number[]}::bigint[]))`,
    },
    mediaType: {
      ...choiceFilter('position.id', mediaTypes, 'Media type of its format'),
      where: (types) => sql<boolean>`exists (
        select from format where format.id = position.format_id and format.media_type = any(${types as string[]}::text[]))`,
    },
    slotName: textFilter('position.slotName', 'Slot name, exact match'),
    externalId: textFilter('position.externalId', 'ID in your own system'),
  },
  searchColumns: ['name', 'slotName'],
  sortColumns: ['slotName', 'locationId', 'formatId'],
  computedSorts: {
    requestsPerDay: { expression: sql`coalesce(${dailyRequestsSql(sql`position.id`)}, 0)::bigint`, type: 'bigint' },
  },
  requiredActive: ({ locationId, formatId }) => [
    { table: 'location', ids: [locationId], noun: 'inventory/location' },
    { table: 'format', ids: [formatId], noun: 'inventory/format' },
  ],
  dependents: [liveBookingsOf('positionIds')],
};

export function registerPositionRoutes(app: FastifyInstance, services: ManagementServices): void {
  registerResource(app, services, positionResource);
  registerBulk(app, services, positionResource);
}

type Body = z.output<typeof positionBody>;

async function requireReferences(body: Body, write: WriteContext<'position'>): Promise<void> {
  const { current } = write;
  if (body.locationId !== current?.locationId) {
    const location = {
      table: 'location',
      id: body.locationId,
      pointer: '/locationId',
      noun: 'inventory/location',
    } as const;
    await requireReference(write, location);
  }
  if (body.formatId !== current?.formatId) {
    const format = { table: 'format', id: body.formatId, pointer: '/formatId', noun: 'inventory/format' } as const;
    await requireReference(write, format);
  }
}

/** Locks the codes, so that a concurrent code change is either visible here or renames this position. */
async function readSlotName(body: Body, { transaction }: WriteContext<'position'>): Promise<string> {
  const codes = await transaction
    .selectFrom('location')
    .innerJoin('format', (join) => join.on('format.id', '=', body.formatId))
    .select(['location.code as location', 'format.code as format'])
    .where('location.id', '=', body.locationId)
    .forShare()
    .executeTakeFirstOrThrow();
  return slotNameOf({ ...codes, position: body.code });
}

function throughLocation(filter: ListFilter): ListFilter {
  return {
    schema: filter.schema,
    async where(ids, asked) {
      const holds = await filter.where(ids, asked);
      return sql<boolean>`exists (select from location where location.id = position.location_id and ${holds})`;
    },
  };
}
