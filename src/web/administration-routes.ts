import type { AnyRootRoute } from '@tanstack/react-router';
import { mayAny } from './api/person.ts';
import { pageRoute } from './ui/page/page-routes.tsx';

/** Who may do what, who is told of what, and what was done. */
export function administrationRoutes(root: AnyRootRoute) {
  return [
    pageRoute(root, '/administration', () => import('./administration/administration-page.tsx'), 'AdministrationPage'),
    pageRoute(
      root,
      '/administration/users',
      () => import('./user/user-list-page.tsx'),
      'UserListPage',
      mayAny('users:read'),
    ),
    pageRoute(
      root,
      '/administration/users/$id',
      () => import('./user/user-page.tsx'),
      'UserPage',
      mayAny('users:read'),
    ),
    pageRoute(
      root,
      '/administration/service-accounts',
      () => import('./service-account/service-account-list-page.tsx'),
      'ServiceAccountListPage',
      mayAny('service-accounts:read'),
    ),
    pageRoute(
      root,
      '/administration/identity-providers',
      () => import('./identity-provider/identity-provider-list-page.tsx'),
      'IdentityProviderListPage',
      mayAny('identity-providers:read'),
    ),
    pageRoute(
      root,
      '/administration/webhooks',
      () => import('./webhook/webhook-list-page.tsx'),
      'WebhookListPage',
      mayAny('webhooks:read'),
    ),
    pageRoute(
      root,
      '/administration/webhooks/$id',
      () => import('./webhook/webhook-page.tsx'),
      'WebhookPage',
      mayAny('webhooks:read'),
    ),
    pageRoute(root, '/administration/audit', () => import('./audit/audit-page.tsx'), 'AuditPage', mayAny('audit:read')),
    pageRoute(
      root,
      '/administration/system',
      () => import('./system/system-page.tsx'),
      'SystemPage',
      mayAny('settings:read'),
    ),
    pageRoute(
      root,
      '/administration/settings',
      () => import('./settings/settings-page.tsx'),
      'SettingsPage',
      mayAny('settings:read'),
    ),
  ];
}
