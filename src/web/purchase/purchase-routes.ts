/*
 * Purchases of buyer agents.
 *
 * - `purchase-list-page.tsx`: the list. `purchase-page.tsx`, `purchased-package.tsx`, `requested-terms.tsx`: one purchase.
 * - `agent-request-list-page.tsx`: briefs and proposals. `agent-text.tsx`: a text of an agent.
 * - `purchase-queries.ts`: calls. `use-purchase-decision.ts`: approving and declining. `revoke-agent-button.tsx`: the agent.
 * - `purchase-state-badge.tsx`: its state.
 */

import type { AnyRootRoute } from '@tanstack/react-router';
import { hasFullReach } from '../api/person.ts';
import { pageRoute } from '../ui/page/page-routes.tsx';

/** Routes of purchases. */
export function purchaseRoutes(root: AnyRootRoute) {
  return [
    pageRoute(root, '/review/purchases', () => import('./purchase-list-page.tsx'), 'PurchaseListPage', hasFullReach),
    pageRoute(
      root,
      '/review/requests',
      () => import('./agent-request-list-page.tsx'),
      'AgentRequestListPage',
      hasFullReach,
    ),
    pageRoute(root, '/review/purchases/$id', () => import('./purchase-page.tsx'), 'PurchasePage', hasFullReach),
  ];
}
