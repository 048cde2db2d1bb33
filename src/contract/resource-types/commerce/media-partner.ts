import { resourceType } from '../resource-type.ts';

/** `/media-partners`. */
export const mediaPartnerType = resourceType({
  kind: 'media-partners',
  one: 'media partner',
  many: 'media partners',
  operationName: ['MediaPartner', 'MediaPartners'],
  tag: 'Media partners',
  readScope: 'media-partners:read',
  writeScope: 'media-partners:write',
  access: 'operations',
  isInChanges: true,
  isSearched: true,
  eventNoun: null,
  listPath: '/media-partners',
  page: (id) => ({ to: `/media-partners/${id}` }),
});
