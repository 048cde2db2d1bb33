import { resourceType } from './resource-type.ts';

/** `/bookings`. */
export const bookingType = resourceType({
  kind: 'bookings',
  one: 'booking',
  many: 'bookings',
  label: 'Booking',
  operationName: ['Booking', 'Bookings'],
  tag: 'Campaigns',
  readScope: 'bookings:read',
  writeScope: 'bookings:write',
  access: 'operations',
  isInChanges: true,
  isSearched: true,
  eventNoun: 'booking',
  listPage: null,
  page: (id) => ({ to: `/bookings/${id}` }),
});
