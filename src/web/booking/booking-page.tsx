import { SimpleGrid, Title } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useChange } from '../api/use-change.ts';
import { useMe } from '../api/use-me.ts';
import { History } from '../audit/history.tsx';
import { campaignQuery } from '../campaign/campaign-queries.ts';
import { blockingWords, limitingWords } from '../help/status-words.ts';
import { actOn } from '../ui/act-on.ts';
import { ActionButtons, type ActionName } from '../ui/action-buttons.tsx';
import { StandBadges } from '../ui/badges.tsx';
import { ButtonLink } from '../ui/link.tsx';
import { Page } from '../ui/page.tsx';
import { ReasonList } from '../ui/reason-list.tsx';
import { useId } from '../ui/use-id.ts';
import { BookedCreatives } from './booked-creatives.tsx';
import { BookingFacts } from './booking-facts.tsx';
import { actOnBooking, bookingQuery } from './booking-queries.ts';
import { valuesOf } from './booking-values.ts';
import { bookingTypeWords } from './booking-words.ts';
import { DeliveryChart } from './delivery-chart.tsx';
import { SharePanel } from './share-panel.tsx';

/** One booking: how it delivers, why not, and what to change. */
export function BookingPage() {
  const id = useId();
  const me = useMe();
  const { data } = useSuspenseQuery(bookingQuery(id));
  const booking = data.object;
  const { data: campaign } = useQuery(campaignQuery(booking.campaignId));
  const act = useChange({
    nouns: ['bookings', 'campaigns'],
    change: (action: Exclude<ActionName, 'accept' | 'convert'>) => actOnBooking(id, action),
    done: 'Done.',
  });
  const values = useMemo(() => valuesOf(booking), [booking]);
  const isOver = ['archived', 'cancelled', 'finished'].includes(booking.status);
  return (
    <Page
      title={booking.name}
      mark={<StandBadges {...booking} />}
      lead={`${bookingTypeWords[booking.type]} booking ${booking.id}`}
      crumbs={[
        { text: 'Campaigns', to: '/campaigns' },
        ...(campaign === undefined ? [] : [{ text: campaign.object.name, to: `/campaigns/${campaign.object.id}` }]),
      ]}
      actions={
        me.may('bookings:write') || me.may('bookings:approve') ? (
          <>
            {me.may('bookings:write') && (
              <ButtonLink to={`/bookings/${id}/edit`} variant="default">
                Edit
              </ButtonLink>
            )}
            <ActionButtons
              available={booking.availableActions}
              isBusy={act.isPending}
              onAction={(action) =>
                actOn(booking.name, action, () => {
                  if (action !== 'accept' && action !== 'convert') act.mutate(action);
                })
              }
            />
          </>
        ) : undefined
      }
    >
      <ReasonList
        tone="bad"
        title="Why it does not deliver"
        reasons={booking.blockingReasons.map((code) => blockingWords[code])}
      />
      <ReasonList
        tone="waiting"
        title="What limits it"
        reasons={booking.limitingReasons.map((code) => limitingWords[code])}
      />
      <BookingFacts booking={booking} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} mt="md">
        <DeliveryChart booking={booking} />
        {!isOver && <SharePanel values={values} bookingId={id} />}
      </SimpleGrid>
      <Title order={2} mt="lg" mb="xs">
        Creatives
      </Title>
      <BookedCreatives booking={booking} />
      {me.may('audit:read') && <History kind="bookings" objectId={id} zone={booking.timeZones[0]} />}
    </Page>
  );
}
