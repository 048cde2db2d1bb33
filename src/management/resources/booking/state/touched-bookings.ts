import { sql, type Transaction } from 'kysely';
import { touchedRows } from '../../../../exchange/revision/touched-rows.ts';
import type { Database, StoredTouch } from '../../../../platform/db/schema.ts';

/**
 * Returns the bookings whose status may have changed. null if any may have, or if there are more than `limit`. Reads
 * the tables after the changes.
 */
export async function touchedBookings(
  transaction: Transaction<Database>,
  touches: readonly StoredTouch[],
  limit: number,
): Promise<ReadonlySet<number> | null> {
  const isInventory = ({ kind }: StoredTouch) => kind.startsWith('inventory/');
  const inventory = touches.filter((touch) => isInventory(touch) && mayMatter(touch));
  if (inventory.some(isMove)) return null;
  const others = await touchedRows(
    transaction,
    touches.filter((touch) => !isInventory(touch)),
    limit,
  );
  if (others === null) return null;
  const covering = inventory.length === 0 ? [] : await bookingsAround(transaction, inventory, limit);
  const ids = new Set([...others.bookings, ...covering]);
  return ids.size > limit ? null : ids;
}

/** Inventory fields that affect the status of a booking or its time zone. */
const deciding = ['archivedAt', 'timeZone', 'formatId'];
/** A change of these moves the object, and no row contains its previous parent. */
const moving = ['parentId', 'publisherId', 'publicationId', 'locationId'];

function mayMatter(touch: StoredTouch): boolean {
  return touch.members === null || isMove(touch) || touch.members.some((member) => deciding.includes(member));
}

function isMove({ members }: StoredTouch): boolean {
  return members?.some((member) => moving.includes(member)) === true;
}

/** Returns bookings that name one of the inventory nodes, one below it, or one above it. */
async function bookingsAround(
  transaction: Transaction<Database>,
  storedTouches: readonly StoredTouch[],
  limit: number,
): Promise<readonly number[]> {
  const ids = (kind: string) =>
    sql`${storedTouches.filter((storedTouch) => storedTouch.kind === `inventory/${kind}`).map(({ id }) => id)}::bigint[]`;
  const { rows } = await sql<{ id: number }>`
    with recursive lower_publisher (id) as (
      select unnest(${ids('publisher')})
      union
      select child.id from publisher child join lower_publisher on child.parent_id = lower_publisher.id
    ),
    lower_publication as (
      select publication.id, publication.publisher_id from publication
      where publication.id = any(${ids('publication')})
        or publication.publisher_id in (select lower_publisher.id from lower_publisher)
    ),
    lower_location as (
      select location.id, location.publication_id from location
      where location.id = any(${ids('location')})
        or location.publication_id in (select lower_publication.id from lower_publication)
    ),
    lower_position as (
      select position.id, position.location_id from position
      where position.id = any(${ids('position')})
        or position.location_id in (select lower_location.id from lower_location)
    ),
    around_location as (
      select location.id, location.publication_id from location
      where location.id in (
        select lower_location.id from lower_location union select lower_position.location_id from lower_position
      )
    ),
    around_publication as (
      select publication.id, publication.publisher_id from publication
      where publication.id in (
        select lower_publication.id from lower_publication
        union select around_location.publication_id from around_location
      )
    ),
    around_publisher (id) as (
      select lower_publisher.id from lower_publisher
      union select around_publication.publisher_id from around_publication
      union
      select publisher.parent_id from publisher join around_publisher on publisher.id = around_publisher.id
      where publisher.parent_id is not null
    )
    select booking.id from booking
    where booking.position_ids && array(select lower_position.id from lower_position)
      or booking.location_ids && array(select around_location.id from around_location)
      or booking.publication_ids && array(select around_publication.id from around_publication)
      or booking.publisher_ids && array(select around_publisher.id from around_publisher)
    limit ${limit + 1}`.execute(transaction);
  return rows.map(({ id }) => id);
}
