import { sql } from 'kysely';
import type { Dependents } from '../../records/resource.ts';

/** Returns the bookings that may still deliver on an inventory object. They prevent its archiving. */
export function liveBookingsOf(column: 'positionIds' | 'locationIds' | 'publicationIds' | 'publisherIds'): Dependents {
  return {
    kind: 'bookings',
    table: 'booking',
    column,
    many: true,
    where: sql<boolean>`booking.lifecycle not in ('cancelled', 'rejected') and (booking.end_date is null or booking.end_date > now())`,
  };
}
