/*
 * Schemas of access: users, service accounts, identity providers, user mappings, settings and the audit log.
 *
 * - `scopes.ts`: all scopes, derived from the resource types, and the scopes of each role.
 * - The other files contain the bodies and views of one resource each.
 *
 * The API validates requests with these schemas. The OpenAPI document is generated from them.
 */

import { scopesOfGroup } from '../resource-types/all-resource-types.ts';

/** Scopes of ad operations: booking, serving and reporting. */
const operationsScopes = [
  ...scopesOfGroup('operations'),
  'bookings:approve',
  'creatives:approve',
  'revisions:read',
  'decisions:read',
] as const;

/** Not part of a full scope. Accounts that received full scope before audiences existed do not get these scopes. */
const audienceScopes = scopesOfGroup('audiences');

/** Scopes of product catalogs. Not part of a full scope, for the same reason. */
const catalogScopes = scopesOfGroup('catalog');

/** Scopes of orders and their attribution. Not part of a full scope, for the same reason. */
const orderScopes = ['conversions:read', 'conversions:write'] as const;

/** Scopes of managing access to the installation. */
const administrationScopes = [
  ...scopesOfGroup('administration'),
  'user-mapping:read',
  'user-mapping:write',
  'audit:read',
  'user-sync:write',
  'erasures:read',
  'erasures:write',
  'configuration:read',
  'configuration:write',
] as const;

/**
 * Permissions of a caller, in the form `<area>:<verb>`. Approving is separate from writing, because users must not
 * approve their own submissions. Source: product decisions 7.
 */
const allScopes = [
  ...operationsScopes,
  ...audienceScopes,
  ...catalogScopes,
  ...orderScopes,
  ...administrationScopes,
] as const;
/** One of `scopes`. */
export type Scope = (typeof allScopes)[number];
/** Every scope. */
export const scopes = allScopes as unknown as readonly [Scope, ...Scope[]];

/** Roles of users. Source: product decisions 1. */
export const roles = ['admin', 'manager', 'reviewer', 'viewer', 'advertiser'] as const;
/** One of `roles`. */
export type Role = (typeof roles)[number];

const reading = [...operationsScopes, ...audienceScopes, ...catalogScopes, ...orderScopes].filter((scope) =>
  scope.endsWith(':read'),
);

/** Scopes of each role. An advertiser has them only for its mapped companies and brands. */
export const scopesOfRole: Readonly<Record<Role, readonly Scope[]>> = {
  admin: scopes,
  manager: [
    ...operationsScopes,
    ...audienceScopes,
    ...catalogScopes,
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

/**
 * Returns true if `granted` contains all scopes of ad operations. Submissions of such a caller are approved immediately
 * (product decisions 4).
 */
export function isFullScope(granted: ReadonlySet<Scope>): boolean {
  return operationsScopes.every((scope) => granted.has(scope));
}

/** Returns true if the text is a known scope. */
export function isScope(text: string): text is Scope {
  return (scopes as readonly string[]).includes(text);
}
