import { type Kysely, sql } from 'kysely';
import type { BookingView } from '../../../contract/booking/booking.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { ResourceTable } from '../../records/resource.ts';
import type { ArchivedParts } from './copy-booking.ts';

/** Reads which creatives and inventory of bookings are archived. */
export async function readArchivedParts(
  database: Kysely<Database>,
  views: readonly BookingView[],
): Promise<ArchivedParts> {
  const archived = async (table: ResourceTable, ids: readonly number[]) => {
    const { rows } = await sql<{ id: number }>`
      select id from ${sql.table(table)} where id = any(${[...new Set(ids)]}::bigint[]) and archived_at is not null
    `.execute(database);
    return new Set(rows.map(({ id }) => id));
  };
  const all = (field: 'positionIds' | 'locationIds' | 'publicationIds' | 'publisherIds') =>
    views.flatMap((view) => view[field]);
  const creativeIds = views.flatMap(({ creatives }) => creatives.map(({ creativeId }) => creativeId));
  return {
    creativeIds: await archived('creative', creativeIds),
    inventory: {
      positionIds: await archived('position', all('positionIds')),
      locationIds: await archived('location', all('locationIds')),
      publicationIds: await archived('publication', all('publicationIds')),
      publisherIds: await archived('publisher', all('publisherIds')),
    },
  };
}
