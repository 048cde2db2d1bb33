import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMe } from '../api/use-me.ts';
import { useSettled } from '../api/use-settled.ts';
import { useZone } from '../inventory/model/use-zone.ts';
import { completedStepsQuery } from './completed-steps-query.ts';
import { homeCardsOf, queriesOfCards } from './home-cards.ts';
import { recentDaysQuery } from './recent-days.ts';
import { useChecklist } from './use-checklist.ts';

/**
 * Loads the data of the home page. Returns whether the height of all cards is known. The figures and the chart have a
 * fixed height and load at the same time.
 */
export function useCardsLoaded(): boolean {
  const me = useMe();
  const [nowMs] = useState(() => Date.now());
  const { steps } = useChecklist();
  useQuery({ ...recentDaysQuery(useZone()), enabled: me.may('reports:read') });
  return useSettled([
    ...(steps.length === 0 ? [] : [completedStepsQuery(steps)]),
    ...queriesOfCards(homeCardsOf(me), nowMs),
  ]);
}
