import { SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Booking } from '../../client/generated/types.gen.ts';
import { useMe } from '../api/use-me.ts';
import { OnboardingTour } from '../help/onboarding-tour.tsx';
import { screenConditionBadge } from '../inventory/model/screen-condition-badge.ts';
import { HealthBadge, StatusBadge, ToneBadge } from '../ui/display/badges.tsx';
import { ButtonLink, TextLink } from '../ui/page/link.tsx';
import { Page } from '../ui/page/page.tsx';
import { instantText } from '../ui/time/zoned-time.ts';
import {
  bookingsEndingSoon,
  bookingsNotReady,
  bookingsUnderDelivering,
  screensNeedingAttention,
  waitingBookings,
  waitingCreatives,
} from './attention.ts';
import { AttentionCard } from './attention-card.tsx';
import { RecentDelivery } from './recent-delivery.tsx';

const toBooking = ({ id }: { readonly id: number }) => `/bookings/${id}`;

/** What needs attention first, and how delivery goes. */
export function HomePage() {
  const me = useMe();
  const [nowMs] = useState(() => Date.now());
  const late = useQuery(bookingsUnderDelivering());
  const stuck = useQuery(bookingsNotReady());
  const ending = useQuery(bookingsEndingSoon(nowMs));
  return (
    <Page
      title="Home"
      lead={me.reach === 'mapped' ? 'Your campaigns and how they do' : 'What needs attention, and how delivery goes'}
      actions={me.may('campaigns:write') && <ButtonLink to="/campaigns/new">New campaign</ButtonLink>}
    >
      <OnboardingTour />
      <SimpleGrid cols={{ base: 1, md: 2, xl: 3 }} mb="md">
        <AttentionCard
          title="Under-delivering"
          query={late}
          to={toBooking}
          note={({ health }: Booking) => <HealthBadge health={health} />}
          nothing="Everything that runs delivers as it should."
          all={
            <TextLink to="/campaigns" search={{ health: 'critical,at_risk' }}>
              All campaigns at risk
            </TextLink>
          }
        />
        <AttentionCard
          title="Not ready"
          query={stuck}
          to={toBooking}
          note={({ status }: Booking) => <StatusBadge status={status} />}
          nothing="Nothing that should run is missing something."
          all={
            <TextLink to="/campaigns" search={{ status: 'not_ready,rejected' }}>
              All campaigns that are not ready
            </TextLink>
          }
        />
        {(me.may('bookings:approve') || me.may('creatives:approve')) && <Waiting />}
        <AttentionCard
          title="Ending soon"
          query={ending}
          to={toBooking}
          note={({ endDate, timeZones }: Booking) => (endDate === null ? '' : instantText(endDate, timeZones[0]))}
          nothing="Nothing ends in the next three days."
        />
        {me.may('decisions:read') && <UnwellScreens />}
      </SimpleGrid>
      <RecentDelivery />
    </Page>
  );
}

/** Who has no screens, or none that needs somebody, is not told of it. */
function UnwellScreens() {
  const query = useQuery(screensNeedingAttention());
  if (query.error === null && (query.data?.total ?? 0) === 0) return null;
  return (
    <AttentionCard
      title="Screens that need somebody"
      query={query}
      to={() => '/inventory/screens'}
      search={({ positionId }) => ({ position: String(positionId) })}
      note={({ conditions: [worst] }) => worst !== undefined && <ToneBadge {...screenConditionBadge(worst)} />}
      nothing="No screen needs somebody."
      all={<TextLink to="/inventory/screens">All screens that need somebody</TextLink>}
    />
  );
}

function Waiting() {
  const bookings = useQuery(waitingBookings());
  const creatives = useQuery(waitingCreatives());
  const all = <TextLink to="/review">Open the review queue</TextLink>;
  return (
    <>
      <AttentionCard
        title="Bookings waiting for review"
        query={bookings}
        to={toBooking}
        note={({ startDate, timeZones }: Booking) => `starts ${instantText(startDate, timeZones[0])}`}
        nothing="No booking waits for review."
        all={all}
      />
      <AttentionCard
        title="Creatives waiting for review"
        query={creatives}
        to={({ id }) => `/creatives/${id}`}
        note={({ kind }) => kind}
        nothing="No creative waits for review."
        all={all}
      />
    </>
  );
}
