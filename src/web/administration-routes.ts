import type { AnyRootRoute } from '@tanstack/react-router';
import { hasAnyScope } from './api/person.ts';
import { pageRoute } from './ui/page/page-routes.tsx';

/** Pages of administration besides the lists of resource types, which `administration-list-routes.ts` has. */
export function administrationRoutes(root: AnyRootRoute) {
  return [
    pageRoute(root, '/administration', () => import('./administration/administration-page.tsx'), 'AdministrationPage'),
    pageRoute(
      root,
      '/administration/users/$id',
      () => import('./user/user-page.tsx'),
      'UserPage',
      hasAnyScope('users:read'),
    ),
    pageRoute(
      root,
      '/administration/webhooks/$id',
      () => import('./webhook/webhook-page.tsx'),
      'WebhookPage',
      hasAnyScope('webhooks:read'),
    ),
    pageRoute(
      root,
      '/administration/configuration',
      () => import('./configuration/configuration-page.tsx'),
      'ConfigurationPage',
      hasAnyScope('configuration:read'),
    ),
    pageRoute(
      root,
      '/administration/audit',
      () => import('./audit/audit-page.tsx'),
      'AuditPage',
      hasAnyScope('audit:read'),
    ),
    pageRoute(
      root,
      '/administration/system',
      () => import('./system/system-page.tsx'),
      'SystemPage',
      hasAnyScope('settings:read'),
    ),
    pageRoute(
      root,
      '/administration/settings',
      () => import('./settings/settings-page.tsx'),
      'SettingsPage',
      hasAnyScope('settings:read'),
    ),
  ];
}
