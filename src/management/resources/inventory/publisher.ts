import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { z } from 'zod';
import { fieldMessage } from '../../../contract/common/field-message.ts';
import { publisherBody, publisherView } from '../../../contract/inventory/inventory.ts';
import { publisherType } from '../../../contract/resource-types/inventory/publisher.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { idFilter, textFilter } from '../../api/resource/list-filters.ts';
import { registerBulk } from '../../api/resource/register-bulk.ts';
import { registerResource } from '../../api/resource/register-resource.ts';
import { invalidField } from '../../records/domain-error.ts';
import { requireReference } from '../../records/references.ts';
import { commonFields, type Resource, type WriteContext } from '../../records/resource.ts';
import { liveBookingsOf } from './live-bookings.ts';

/** Nesting limit of publishers: a group, a company, a house, a title, with reserve. */
const maxNesting = 20;

export const publisherResource: Resource<'publisher', typeof publisherBody, z.infer<typeof publisherView>> = {
  ...publisherType,
  table: 'publisher',
  body: publisherBody,
  view: publisherView,
  present: (rows) =>
    rows.map((row) => ({
      ...commonFields(row),
      companyName: row.companyName,
      parentId: row.parentId,
      domain: row.domain,
      sellerType: row.sellerType,
    })),
  derivedName: (view) => view.companyName,
  async columns(body, write) {
    const parentId = body.parentId ?? null;
    if (parentId !== null && parentId !== write.current?.parentId) await requireParent(parentId, write);
    return {
      companyName: body.companyName,
      name: body.name ?? body.companyName,
      externalId: body.externalId ?? null,
      parentId,
      domain: body.domain ?? null,
      sellerType: body.sellerType,
    };
  },
  filters: {
    parentId: idFilter('publisher.parentId', 'parent publisher'),
    externalId: textFilter('publisher.externalId', 'ID in your own system'),
  },
  searchColumns: ['name', 'companyName'],
  sortColumns: ['companyName'],
  requiredActive: ({ parentId }) => [
    { table: 'publisher', ids: parentId === null ? [] : [parentId], noun: 'inventory/publisher' },
  ],
  dependents: [
    { kind: 'inventory/publisher', table: 'publisher', column: 'parentId' },
    { kind: 'inventory/publication', table: 'publication', column: 'publisherId' },
    liveBookingsOf('publisherIds'),
  ],
};

export function registerPublisherRoutes(app: FastifyInstance, services: ManagementServices): void {
  registerResource(app, services, publisherResource);
  registerBulk(app, services, publisherResource);
}

/** Requires that the parent is active and that the publisher is not among its ancestors. */
async function requireParent(parentId: number, write: WriteContext<'publisher'>): Promise<void> {
  const { transaction, current } = write;
  // Serializes moves. Two concurrent ones could be valid separately and create a cycle together.
  await sql`select pg_advisory_xact_lock(hashtextextended('publisher tree', 0))`.execute(transaction);
  await requireReference(write, {
    table: 'publisher',
    id: parentId,
    pointer: '/parentId',
    noun: 'inventory/publisher',
  });
  const ancestors = await transaction
    .withRecursive('ancestor', (query) =>
      query
        .selectFrom('publisher')
        .select(['publisher.id', 'publisher.parentId', sql<number>`1`.as('depth')])
        .where('publisher.id', '=', parentId)
        .unionAll(
          query
            .selectFrom('publisher')
            .innerJoin('ancestor', 'ancestor.parentId', 'publisher.id')
            .select(['publisher.id', 'publisher.parentId', sql<number>`ancestor.depth + 1`.as('depth')])
            .where('ancestor.depth', '<', maxNesting),
        ),
    )
    .selectFrom('ancestor')
    .select('ancestor.id')
    .execute();
  if (ancestors.some((ancestor) => ancestor.id === current?.id)) {
    throw invalidField('/parentId', 'cycle', fieldMessage('publisherCycle'));
  }
  const height = current === null ? 1 : await heightOf(current.id, transaction);
  if (ancestors.length + height > maxNesting) {
    throw invalidField('/parentId', 'too_deep', fieldMessage('maxLevels', { count: maxNesting }));
  }
}

/** Returns the number of levels of a publisher and its descendants. They move together. */
async function heightOf(id: number, transaction: WriteContext<'publisher'>['transaction']): Promise<number> {
  const { rows } = await sql<{ height: number }>`
    with recursive below as (
      select publisher.id, 1 as depth from publisher where publisher.id = ${id}
      union all
      select publisher.id, below.depth + 1 from publisher join below on publisher.parent_id = below.id
      where below.depth <= ${maxNesting}
    )
    select max(below.depth) as height from below
  `.execute(transaction);
  return rows[0]?.height ?? 1;
}
