// Written by `npm run registries`. Do not edit.
import type { AnyRootRoute } from '@tanstack/react-router';
import { hasAnyScope } from './api/person.ts';
import { pageRoute } from './ui/page/page-routes.tsx';

/** The lists of resource types below Administration: `<type>/<type>-list-page.tsx`. */
export function administrationListRoutes(root: AnyRootRoute) {
  return [
    pageRoute(
      root,
      '/administration/identity-providers',
      () => import('./identity-provider/identity-provider-list-page.tsx'),
      'IdentityProviderListPage',
      hasAnyScope('identity-providers:read'),
    ),
    pageRoute(
      root,
      '/administration/buyer-agents',
      () => import('./buyer-agent/buyer-agent-list-page.tsx'),
      'BuyerAgentListPage',
      hasAnyScope('service-accounts:read'),
    ),
    pageRoute(
      root,
      '/administration/service-accounts',
      () => import('./service-account/service-account-list-page.tsx'),
      'ServiceAccountListPage',
      hasAnyScope('service-accounts:read'),
    ),
    pageRoute(
      root,
      '/administration/users',
      () => import('./user/user-list-page.tsx'),
      'UserListPage',
      hasAnyScope('users:read'),
    ),
    pageRoute(
      root,
      '/administration/webhooks',
      () => import('./webhook/webhook-list-page.tsx'),
      'WebhookListPage',
      hasAnyScope('webhooks:read'),
    ),
  ];
}
