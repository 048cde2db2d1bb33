import type { Scope } from '../../contract/access/scopes.ts';

type AdministrationPage = { readonly to: string; readonly text: string; readonly scope: Scope };

/** The pages of administration, and what somebody needs to see them. */
export const administrationPages: readonly AdministrationPage[] = [
  { to: '/administration/users', text: 'Users', scope: 'users:read' },
  { to: '/administration/service-accounts', text: 'Service accounts', scope: 'service-accounts:read' },
  { to: '/administration/identity-providers', text: 'Identity providers', scope: 'identity-providers:read' },
  { to: '/administration/webhooks', text: 'Webhooks', scope: 'webhooks:read' },
  { to: '/administration/audit', text: 'Audit log', scope: 'audit:read' },
  { to: '/administration/system', text: 'System', scope: 'settings:read' },
  { to: '/administration/settings', text: 'Settings', scope: 'settings:read' },
];
