/*
 * Campaigns.
 *
 * - `campaign-list-page.tsx`, `campaign-filters.tsx`, `campaign-bulk-bar.tsx`, `export-campaigns.ts`: the list. `csv-import/`:
 *   import.
 * - `campaign-page.tsx`, `campaign-bookings.tsx`: one campaign. `new-campaign-page.tsx`, `campaign-form.tsx`: forms.
 * - `campaign-conflict.tsx`, `campaign-differences.ts`: conflicts. `campaign-queries.ts`, `campaign-choices.ts`.
 */

import type { AnyRootRoute } from '@tanstack/react-router';
import { hasAnyScope } from '../api/person.ts';
import { pageRoute } from '../ui/page/page-routes.tsx';

/** Routes of campaigns. */
export function campaignRoutes(root: AnyRootRoute) {
  return [
    pageRoute(root, '/campaigns', loadCampaignListPage, 'CampaignListPage'),
    pageRoute(
      root,
      '/campaigns/new',
      () => import('./new-campaign-page.tsx'),
      'NewCampaignPage',
      hasAnyScope('campaigns:write'),
    ),
    pageRoute(root, '/campaigns/$id', loadCampaignPage, 'CampaignPage'),
  ];
}

async function loadCampaignListPage() {
  const { CampaignListPage, prefetchCampaignList } = await import('./campaign-list-page.tsx');
  return { CampaignListPage, prefetch: prefetchCampaignList };
}

async function loadCampaignPage() {
  const { CampaignPage, prefetchCampaign } = await import('./campaign-page.tsx');
  return { CampaignPage, prefetch: prefetchCampaign };
}
