/** Chapters of the API documentation with their descriptions, in reading order. */
export const chapters = {
  Inventory: 'Publishers, publications, locations, formats and positions',
  'Media partners': 'Media partners and their brands: advertisers and invoiced companies',
  Creatives: 'Images, markup, video and audio of ads',
  Campaigns: 'Campaigns and their bookings: which ads are delivered where, when and how often',
  Revisions: 'Revisions of the configuration, and the number of delivery processes that serve them',
  Reports: 'Delivered events and spend',
  Collaboration: 'Comments, activity, notifications, favorites and recent objects',
  Search: 'Search for objects of all types by name',
  Debugging: 'Explanation of ad decisions',
  Access: 'Users, user mappings, service accounts and their permissions',
  Audit: 'Record of all changes with their authors',
  Conversions: 'Actions of visitors that are attributed to ads',
  Products: 'Beta: product catalogs for sponsored products',
  Selling: 'Product packages that agents can buy, and the buyer agents',
  Audiences: 'Audience segments, their sources and the erasure of viewers',
  Configuration: 'The complete configuration as one document: export, plan, apply and undo',
  Webhooks: 'Notifications of events',
} as const satisfies Readonly<Record<string, string>>;

/** Name of a chapter. */
export type ChapterName = keyof typeof chapters;
