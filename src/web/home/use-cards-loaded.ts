import { useState } from 'react';
import type { SetupStep } from '../../contract/insight/setup-progress.ts';
import { ensureMe } from '../api/ensure-me.ts';
import { queryClient } from '../api/query-client.ts';
import { type Person, personOf, useMe } from '../api/use-me.ts';
import { type AnyQuery, useSettled } from '../api/use-settled.ts';
import { loadZone, useZone } from '../inventory/model/use-zone.ts';
import { completedStepsQuery } from './completed-steps-query.ts';
import { homeCardsOf, queriesOfCards } from './home-cards.ts';
import { recentDaysQuery } from './recent-days.ts';
import { openStepsOf, useChecklist } from './use-checklist.ts';

/**
 * Loads the data of the home page. Returns whether the height of all cards is known. The figures and the chart have a
 * fixed height if impressions were counted, and are absent otherwise.
 */
export function useCardsLoaded(): boolean {
  const me = useMe();
  const [nowMs] = useState(() => Date.now());
  const { steps } = useChecklist();
  const recentDays = recentDaysQuery(useZone());
  const areCardsSettled = useSettled(queriesOfHome(me, steps, nowMs));
  const areDaysSettled = useSettled(me.may('reports:read') ? [recentDays] : []);
  return areCardsSettled && (areDaysSettled || hasDelivery(steps));
}

/** Returns whether the loaded steps include the first impression. Without steps, delivery is assumed. */
function hasDelivery(steps: readonly SetupStep[]): boolean {
  if (steps.length === 0) return true;
  return queryClient.getQueryData(completedStepsQuery(steps).queryKey)?.includes('impression') === true;
}

/** Starts to load the data before the page is rendered, which takes about as long. */
export async function prefetchHomeData(): Promise<void> {
  const user = await ensureMe().catch(() => null);
  // The page reports the failure.
  if (user === null) return;
  const me = personOf(user);
  for (const query of queriesOfHome(me, openStepsOf(me), Date.now())) void queryClient.prefetchQuery(query);
  if (!me.may('reports:read')) return;
  const zone = await loadZone(me).catch(() => null);
  if (zone !== null) void queryClient.prefetchQuery(recentDaysQuery(zone));
}

function queriesOfHome(me: Person, steps: readonly SetupStep[], nowMs: number): readonly AnyQuery[] {
  return [...(steps.length === 0 ? [] : [completedStepsQuery(steps)]), ...queriesOfCards(homeCardsOf(me), nowMs)];
}
