import { resourceType } from './resource-type.ts';

/** `/booking-templates`. */
export const bookingTemplateType = resourceType({
  kind: 'booking-templates',
  one: 'booking template',
  many: 'booking templates',
  operationName: ['BookingTemplate', 'BookingTemplates'],
  tag: 'Campaigns',
  readScope: 'bookings:read',
  writeScope: 'bookings:write',
  access: 'operations',
  isInChanges: false,
  isSearched: false,
  eventNoun: null,
  listPath: '/bookings/templates',
  page: null,
});
