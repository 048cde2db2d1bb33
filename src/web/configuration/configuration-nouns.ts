/** First parts of the query keys of everything that an apply can change. */
export const configurationNouns: readonly string[] = [
  'configuration',
  'campaigns',
  'bookings',
  'creatives',
  'brands',
  'media-partners',
  'inventory/publisher',
  'inventory/publication',
  'inventory/location',
  'inventory/format',
  'inventory/position',
  'products',
  'segments',
  'users',
  'settings',
];
