import { type Kysely, sql } from 'kysely';
import { maxPositionsInTotal, type SharePreviewBody } from '../../../contract/booking/share-preview.ts';
import { dailyRequestsSql } from '../../../exchange/plan/daily-requests.ts';
import type { Database } from '../../../platform/db/schema.ts';

/** Booked position that is not archived. */
export type CoveredPosition = {
  readonly positionId: number;
  readonly slotName: string;
  readonly formatId: number;
  readonly locationId: number;
  readonly timeZone: string;
  readonly requestsPerDay: number | null;
  /** Total number of positions, including those not listed. */
  readonly positionCount: number;
};

export type InventorySelection = Pick<
  SharePreviewBody,
  'positionIds' | 'locationIds' | 'publicationIds' | 'publisherIds'
>;

/**
 * Reads the positions of an inventory selection, those with the most requests first, limited to the number that the
 * total uses.
 */
export async function readCoveredPositions(
  database: Kysely<Database>,
  inventory: InventorySelection,
): Promise<readonly CoveredPosition[]> {
  const { rows } = await sql<CoveredPosition>`
    with recursive house (id) as (
      select publisher.id from publisher
      where publisher.id = any(${inventory.publisherIds}::bigint[]) and publisher.archived_at is null
      union
      select child.id from publisher child join house on child.parent_id = house.id where child.archived_at is null
    )
    select position.id as position_id, position.slot_name, position.format_id, position.location_id, publication.time_zone,
      ${dailyRequestsSql(sql`position.id`)} as requests_per_day, count(*) over () as position_count
    from position
    join location on location.id = position.location_id and location.archived_at is null
    join publication on publication.id = location.publication_id and publication.archived_at is null
    join publisher on publisher.id = publication.publisher_id and publisher.archived_at is null
    where position.archived_at is null and (
      position.id = any(${inventory.positionIds}::bigint[])
      or location.id = any(${inventory.locationIds}::bigint[])
      or publication.id = any(${inventory.publicationIds}::bigint[])
      or publisher.id in (select house.id from house)
    )
    order by requests_per_day desc nulls last, position.id
    limit ${maxPositionsInTotal}`.execute(database);
  return rows;
}
