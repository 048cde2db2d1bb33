/** First parts of the addresses that the web interface has pages at; its router knows what comes after them. */
export const webSections = [
  'campaigns',
  'bookings',
  'creatives',
  'review',
  'inventory',
  'media-partners',
  'reports',
  'administration',
  'help',
] as const;
