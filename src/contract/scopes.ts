/** Booking, serving and reading about it: what ad operations do. */
const operationsScopes = [
  'inventory:read',
  'inventory:write',
  'media-partners:read',
  'media-partners:write',
  'campaigns:read',
  'campaigns:write',
  'bookings:read',
  'bookings:write',
  'bookings:approve',
  'creatives:read',
  'creatives:write',
  'creatives:approve',
  'reports:read',
  'revisions:read',
  'decisions:read',
] as const;

/** Audiences: not part of what a full scope is, which accounts were given before there were any. */
const audienceScopes = ['segments:read', 'segments:write'] as const;

/** Catalogues of products; apart as well. */
const catalogueScopes = ['products:read', 'products:write'] as const;

/** Orders, and which ads they are credited to; apart as well. */
const orderScopes = ['conversions:read', 'conversions:write'] as const;

/** Saying who may do what. */
const administrationScopes = [
  'user-mapping:read',
  'user-mapping:write',
  'users:read',
  'users:write',
  'service-accounts:read',
  'service-accounts:write',
  'identity-providers:read',
  'identity-providers:write',
  'audit:read',
  'settings:read',
  'settings:write',
  'webhooks:read',
  'webhooks:write',
  'destination-connections:read',
  'destination-connections:write',
  'user-sync:write',
  'erasures:read',
  'erasures:write',
] as const;

/**
 * What a caller may do, as `<area>:<verb>`. Approving is apart from writing, because nobody approves their own.
 * Source: product decisions 7.
 */
export const scopes = [
  ...operationsScopes,
  ...audienceScopes,
  ...catalogueScopes,
  ...orderScopes,
  ...administrationScopes,
] as const;
/** One of `scopes`. */
export type Scope = (typeof scopes)[number];

/** What people can be. Source: product decisions 1. */
export const roles = ['admin', 'manager', 'reviewer', 'viewer', 'advertiser'] as const;
/** One of `roles`. */
export type Role = (typeof roles)[number];

const reading = [...operationsScopes, ...audienceScopes, ...catalogueScopes, ...orderScopes].filter((scope) =>
  scope.endsWith(':read'),
);

/** What each role may do; an advertiser does it for the companies and brands that they are mapped to only. */
export const scopesOfRole: Readonly<Record<Role, readonly Scope[]>> = {
  admin: scopes,
  manager: [
    ...operationsScopes,
    ...audienceScopes,
    ...catalogueScopes,
    ...orderScopes,
    'destination-connections:read',
    'settings:read',
  ],
  reviewer: [...reading, 'bookings:approve', 'creatives:approve'],
  viewer: reading,
  advertiser: [
    'inventory:read',
    'media-partners:read',
    'campaigns:read',
    'campaigns:write',
    'bookings:read',
    'bookings:write',
    'creatives:read',
    'creatives:write',
    'products:read',
    'conversions:read',
    'reports:read',
  ],
};

/** True when nothing of ad operations is missing: what such a caller submits is approved by that (product decisions 4). */
export function isFullScope(granted: ReadonlySet<Scope>): boolean {
  return operationsScopes.every((scope) => granted.has(scope));
}

/** True for a text that names one of our scopes. */
export function isScope(text: string): text is Scope {
  return (scopes as readonly string[]).includes(text);
}
