import { resourceType } from './resource-type.ts';

/** `/bookings`. */
export const bookingType = resourceType({
  kind: 'bookings',
  one: 'booking',
  many: 'bookings',
  operationName: ['Booking', 'Bookings'],
  tag: 'Campaigns',
  readScope: 'bookings:read',
  writeScope: 'bookings:write',
  access: 'operations',
  isInChanges: true,
  isSearched: true,
  eventNoun: 'booking',
  listPath: '/bookings',
  page: (id) => ({ to: `/bookings/${id}` }),
});
