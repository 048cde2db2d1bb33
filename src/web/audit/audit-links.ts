import type { AuditEntry } from '../../client/generated/types.gen.ts';

const pages: Readonly<Record<string, (id: number) => { to: string; search?: Record<string, string> }>> = {
  campaigns: (id) => ({ to: `/campaigns/${id}` }),
  bookings: (id) => ({ to: `/bookings/${id}` }),
  creatives: (id) => ({ to: `/creatives/${id}` }),
  'media-partners': (id) => ({ to: `/media-partners/${id}` }),
  users: (id) => ({ to: `/administration/users/${id}` }),
  webhooks: (id) => ({ to: `/administration/webhooks/${id}` }),
  'service-accounts': (id) => ({ to: '/administration/service-accounts', search: { item: String(id) } }),
  'identity-providers': (id) => ({ to: '/administration/identity-providers', search: { item: String(id) } }),
  segments: (id) => ({ to: '/audiences', search: { item: String(id) } }),
  'destination-connections': (id) => ({ to: '/audiences/connections', search: { item: String(id) } }),
  'inventory/publisher': (id) => ({ to: '/inventory', search: { item: `publisher-${id}` } }),
  'inventory/publication': (id) => ({ to: '/inventory', search: { item: `publication-${id}` } }),
  'inventory/location': (id) => ({ to: '/inventory', search: { item: `location-${id}` } }),
  'inventory/position': (id) => ({ to: '/inventory', search: { item: `position-${id}` } }),
  'inventory/format': (id) => ({ to: '/inventory/formats', search: { item: String(id) } }),
};

/** Kinds of objects that the log is narrowed down to, in words. */
export const kindWords: Readonly<Record<string, string>> = {
  campaigns: 'Campaign',
  bookings: 'Booking',
  creatives: 'Creative',
  'media-partners': 'Media partner',
  brands: 'Brand',
  'inventory/publisher': 'Publisher',
  'inventory/publication': 'Publication',
  'inventory/location': 'Location',
  'inventory/position': 'Position',
  'inventory/format': 'Format',
  users: 'User',
  'user-mapping': 'User mapping',
  'service-accounts': 'Service account',
  'identity-providers': 'Identity provider',
  webhooks: 'Webhook',
  'report-schedules': 'Report schedule',
  segments: 'Segment',
  'destination-connections': 'Destination connection',
  erasures: 'Erasure',
  settings: 'Settings',
};

/** Where the object of an entry is shown; undefined: nowhere by itself. */
export function pageOf({ kind, objectId }: AuditEntry) {
  return objectId === null ? undefined : pages[kind]?.(objectId);
}

/** What an entry is about: `Campaign “Winter” (12)`. */
export function objectText({ kind, objectId, before, after }: AuditEntry): string {
  const name = after?.['name'] ?? before?.['name'];
  const named = typeof name === 'string' ? ` “${name}”` : '';
  return `${kindWords[kind] ?? kind}${named}${objectId === null ? '' : ` (${objectId})`}`;
}
