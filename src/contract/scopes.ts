/**
 * What a caller may do, as `<area>:<verb>`. Approving is apart from writing, because nobody approves their own.
 * Source: product decisions 7.
 */
export const scopes = [
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
  'service-accounts:read',
  'service-accounts:write',
] as const;
/** One of `scopes`. */
export type Scope = (typeof scopes)[number];

/** True when nothing is missing: what such a caller submits is approved by that (product decisions 4). */
export function isFullScope(granted: ReadonlySet<Scope>): boolean {
  return scopes.every((scope) => granted.has(scope));
}

/** True for a text that names one of our scopes. */
export function isScope(text: string): text is Scope {
  return (scopes as readonly string[]).includes(text);
}
