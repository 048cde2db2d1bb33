import type { ChangedKind } from '../../contract/changes.ts';
import type { Scope } from '../../contract/scopes.ts';
import type { ResourceTable } from '../http/resource.ts';

/** Where objects of a kind stand, and the scope without which a caller does not read them. */
export const kindsOfChanges: Readonly<Record<ChangedKind, { readonly table: ResourceTable; readonly scope: Scope }>> = {
  'inventory/publisher': { table: 'publisher', scope: 'inventory:read' },
  'inventory/publication': { table: 'publication', scope: 'inventory:read' },
  'inventory/location': { table: 'location', scope: 'inventory:read' },
  'inventory/format': { table: 'format', scope: 'inventory:read' },
  'inventory/position': { table: 'position', scope: 'inventory:read' },
  'media-partners': { table: 'mediaPartner', scope: 'media-partners:read' },
  brands: { table: 'brand', scope: 'media-partners:read' },
  campaigns: { table: 'campaign', scope: 'campaigns:read' },
  bookings: { table: 'booking', scope: 'bookings:read' },
  creatives: { table: 'creative', scope: 'creatives:read' },
  users: { table: 'userAccount', scope: 'users:read' },
  'service-accounts': { table: 'serviceAccount', scope: 'service-accounts:read' },
  'identity-providers': { table: 'identityProvider', scope: 'identity-providers:read' },
  webhooks: { table: 'webhook', scope: 'webhooks:read' },
  segments: { table: 'segment', scope: 'segments:read' },
  'destination-connections': { table: 'destinationConnection', scope: 'destination-connections:read' },
  products: { table: 'product', scope: 'products:read' },
  settings: { table: 'deploymentSettings', scope: 'settings:read' },
};
