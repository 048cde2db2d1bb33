import type { AnyRootRoute } from '@tanstack/react-router';
import { pageRoute } from '../ui/page-routes.ts';

/** Campaigns, and one of them with its bookings. */
export function campaignRoutes(root: AnyRootRoute) {
  return [
    pageRoute(root, '/campaigns', () => import('./campaign-list-page.tsx'), 'CampaignListPage'),
    pageRoute(root, '/campaigns/new', () => import('./new-campaign-page.tsx'), 'NewCampaignPage'),
    pageRoute(root, '/campaigns/$id', () => import('./campaign-page.tsx'), 'CampaignPage'),
  ];
}
