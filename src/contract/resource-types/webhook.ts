import { resourceType } from './resource-type.ts';

/** `/webhooks`. */
export const webhookType = resourceType({
  kind: 'webhooks',
  one: 'webhook',
  many: 'webhooks',
  operationName: ['Webhook', 'Webhooks'],
  tag: 'Webhooks',
  readScope: 'webhooks:read',
  writeScope: 'webhooks:write',
  access: 'administration',
  isInChanges: true,
  isSearched: false,
  eventNoun: null,
  listPath: '/administration/webhooks',
  page: (id) => ({ to: `/administration/webhooks/${id}` }),
});
