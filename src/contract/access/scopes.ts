/*
 * Schemas of access: users, service accounts, identity providers, user mappings, settings, audit.
 *
 * - `scopes.ts`: all scopes, derived from the resource types, and the scopes of each role.
 * - The other files have bodies and views of one resource each.
 *
 * The API validates with these schemas, and the OpenAPI document is made from them.
 */

import { scopesOfGroup } from '../resource-types/all-resource-types.ts';

/** Booking, serving and reporting: the work of ad operations. */
const operationsScopes = [
  ...scopesOfGroup('operations'),
  'bookings:approve',
  'creatives:approve',
  'revisions:read',
  'decisions:read',
] as const;

/** Not part of a full scope: accounts that were granted everything before audiences existed do not get them. */
const audienceScopes = scopesOfGroup('audiences');

/** Product catalogues; separate for the same reason. */
const catalogueScopes = scopesOfGroup('catalogue');

/** Orders and their attribution; separate for the same reason. */
const orderScopes = ['conversions:read', 'conversions:write'] as const;

/** Managing access to the installation. */
const administrationScopes = [
  ...scopesOfGroup('administration'),
  'user-mapping:read',
  'user-mapping:write',
  'audit:read',
  'user-sync:write',
  'erasures:read',
  'erasures:write',
] as const;

/**
 * What a caller may do, as `<area>:<verb>`. Approving is separate from writing, because users may not approve their own
 * submissions. Source: product decisions 7.
 */
const allScopes = [
  ...operationsScopes,
  ...audienceScopes,
  ...catalogueScopes,
  ...orderScopes,
  ...administrationScopes,
] as const;
/** One of `scopes`. */
export type Scope = (typeof allScopes)[number];
/** Every scope. */
export const scopes = allScopes as unknown as readonly [Scope, ...Scope[]];

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
