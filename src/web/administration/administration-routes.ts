import type { AnyRootRoute } from '@tanstack/react-router';
import { pageRoute } from '../ui/page-routes.ts';

/** Who may do what, who is told of what, and what was done. */
export function administrationRoutes(root: AnyRootRoute) {
  return [
    pageRoute(root, '/administration', () => import('./administration-page.tsx'), 'AdministrationPage'),
    pageRoute(root, '/administration/users', () => import('../user/user-list-page.tsx'), 'UserListPage'),
    pageRoute(root, '/administration/users/$id', () => import('../user/user-page.tsx'), 'UserPage'),
    pageRoute(
      root,
      '/administration/service-accounts',
      () => import('../service-account/service-account-list-page.tsx'),
      'ServiceAccountListPage',
    ),
    pageRoute(
      root,
      '/administration/identity-providers',
      () => import('../identity-provider/identity-provider-list-page.tsx'),
      'IdentityProviderListPage',
    ),
    pageRoute(root, '/administration/webhooks', () => import('../webhook/webhook-list-page.tsx'), 'WebhookListPage'),
    pageRoute(root, '/administration/webhooks/$id', () => import('../webhook/webhook-page.tsx'), 'WebhookPage'),
    pageRoute(root, '/administration/audit', () => import('../audit/audit-page.tsx'), 'AuditPage'),
    pageRoute(root, '/administration/settings', () => import('../settings/settings-page.tsx'), 'SettingsPage'),
  ];
}
