import { resourceType } from '../resource-type.ts';

/** `/conversion-actions`. */
export const conversionActionType = resourceType({
  kind: 'conversion-actions',
  one: 'conversion action',
  many: 'conversion actions',
  operationName: ['ConversionAction', 'ConversionActions'],
  tag: 'Conversions',
  readScope: 'media-partners:read',
  writeScope: 'media-partners:write',
  access: 'operations',
  isInChanges: true,
  isSearched: false,
  eventNoun: null,
  listPath: '/conversions',
  page: (id) => ({ to: '/conversions', search: { item: String(id) } }),
});
