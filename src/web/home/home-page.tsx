/*
 * The home page.
 *
 * - `home-page.tsx`: the page, shown once the height of its cards is known (`use-cards-loaded.ts`), so that nothing
 *   moves while it loads. `home-cards.ts`: the cards of a user and their queries.
 * - `attention-lists.tsx`, `attention-card.tsx`, `attention.ts`: objects that need attention.
 *   `revenue-behind-plan.ts`: ranks underdelivering bookings. `role`: cards for reviewers and operators.
 * - `checklist.tsx`, `use-checklist.ts`, `checklist-steps.ts`, `completed-steps-query.ts`: the first steps of an account.
 * - `key-figure-row.tsx`, `key-figures.ts`: weekly figures. `use-live-delivery.ts`: counts of today.
 * - `recent-delivery.tsx`, `recent-days.ts`: the chart and its report.
 */

import { Skeleton, Stack } from '@mantine/core';
import { Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMe } from '../api/use-me.ts';
import { FavoritesCard } from '../favorite/favorites-card.tsx';
import { t } from '../i18n/t.ts';
import { ButtonLink, NewButton } from '../ui/page/link.tsx';
import { Page } from '../ui/page/page.tsx';
import { AttentionCard } from './attention-card.tsx';
import { attentionListsOf } from './attention-lists.tsx';
import { Checklist } from './checklist.tsx';
import { homeCardsOf } from './home-cards.ts';
import { KeyFigureRow } from './key-figure-row.tsx';
import { RecentDelivery } from './recent-delivery.tsx';
import { ReviewCard } from './role/review-card.tsx';
import { SystemCard } from './role/system-card.tsx';
import { prefetchHomeData, useCardsLoaded } from './use-cards-loaded.ts';

const setupPage: string = '/setup';
/** Heights of the placeholders, about those of the list, the figures and the chart. */
const placeholderHeights = [160, 104, 320];

export { prefetchHomeData };

/** The home page. An administrator of an empty account first sees the setup. */
export function HomePage() {
  return useMe().account.needsSetup ? <Navigate to={setupPage} replace /> : <Overview />;
}

function Overview() {
  const me = useMe();
  return (
    <Page
      title={t('shell.page.home')}
      lead={t(me.reach === 'mapped' ? 'shell.text.homeLeadMapped' : 'shell.text.homeLead')}
      actions={
        <ButtonLink to="/activity" variant="default">
          {t('shell.page.activity')}
        </ButtonLink>
      }
      primary={me.may('campaigns:write') && <NewButton to="/campaigns/new">{t('campaign.action.new')}</NewButton>}
    >
      {useCardsLoaded() ? <Cards /> : <Placeholders />}
    </Page>
  );
}

/** First steps, then what needs attention, then figures and recent delivery. */
function Cards() {
  const me = useMe();
  const [nowMs] = useState(() => Date.now());
  const cards = homeCardsOf(me);
  return (
    <>
      {cards.includes('review') && <ReviewCard />}
      <Checklist />
      <AttentionCard lists={cards.flatMap((card) => attentionListsOf(card, nowMs))} />
      <FavoritesCard />
      {me.may('reports:read') && <KeyFigureRow />}
      {cards.includes('system') && <SystemCard />}
      <RecentDelivery />
    </>
  );
}

function Placeholders() {
  return (
    <Stack role="status" aria-label={t('common.text.loading')}>
      {placeholderHeights.map((height) => (
        <Skeleton key={height} height={height} />
      ))}
    </Stack>
  );
}
