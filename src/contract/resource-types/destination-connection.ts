import { resourceType } from './resource-type.ts';

/** `/destination-connections`. */
export const destinationConnectionType = resourceType({
  kind: 'destination-connections',
  one: 'destination connection',
  many: 'destination connections',
  operationName: ['DestinationConnection', 'DestinationConnections'],
  tag: 'Audiences',
  readScope: 'destination-connections:read',
  writeScope: 'destination-connections:write',
  access: 'administration',
  isInChanges: true,
  isSearched: false,
  eventNoun: null,
  listPath: '/audiences/connections',
  page: (id) => ({ to: '/audiences/connections', search: { item: String(id) } }),
});
