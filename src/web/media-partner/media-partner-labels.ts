import { t } from '../i18n/t.ts';
import { enumerationText } from '../labels/figures.ts';

export const partnerRoles = ['ADVERTISER', 'INVOICE'] as const;

/** The roles of a media partner: `Advertiser, invoice company`. */
export function rolesText(roles: readonly string[]): string {
  const labels = partnerRoles
    .filter((role) => roles.includes(role))
    .map((role, index) => t(index === 0 ? `mediaPartner.role.${role}` : `mediaPartner.roleInText.${role}`));
  return enumerationText(labels);
}
