/** What a media partner may be, in words. */
export const partnerRoleLabels: Readonly<Record<string, string>> = { ADVERTISER: 'Advertiser', INVOICE: 'Invoiced' };

/** The roles of a media partner: `Advertiser, invoiced`. */
export function rolesText(roles: readonly string[]): string {
  const text = roles.map((role) => (partnerRoleLabels[role] ?? role).toLowerCase()).join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
