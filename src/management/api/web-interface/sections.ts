/** First parts of the addresses that the web interface has pages at; its router knows what comes after them. */
export const webSections = [
  'campaigns',
  'bookings',
  'creatives',
  'decisions',
  'review',
  'inventory',
  'media-partners',
  'audiences',
  'products',
  'reports',
  'administration',
  'help',
] as const;
