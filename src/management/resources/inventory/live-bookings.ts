import { sql } from 'kysely';
import type { Dependents } from '../../records/resource.ts';

/** Bookings that may still deliver on a piece of inventory: they keep it from being archived. */
export function liveBookingsOf(column: 'positionIds' | 'locationIds' | 'publicationIds' | 'publisherIds'): Dependents {
  return {
    kind: 'bookings',
    table: 'booking',
    column,
    many: true,
    where: sql<boolean>`booking.lifecycle not in ('cancelled', 'rejected') and (booking.end_date is null or booking.end_date > now())`,
  };
}
