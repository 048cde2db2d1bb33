import { Box, Grid, Skeleton, Stack } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense, use, useDeferredValue, useMemo } from 'react';
import type { Booking } from '../../client/generated/types.gen.ts';
import { queryClient } from '../api/query-client.ts';
import { useMe } from '../api/use-me.ts';
import { type AnyQuery, useSettled } from '../api/use-settled.ts';
import { History } from '../audit/history.tsx';
import { campaignQuery } from '../campaign/campaign-queries.ts';
import { HoldNotice } from '../campaign/hold-notice.tsx';
import { useDuplicateDialog } from '../duplicate/use-duplicate-dialog.tsx';
import { FavoriteButton } from '../favorite/favorite-button.tsx';
import { t } from '../i18n/t.ts';
import { useMoveDialog } from '../move/use-move-dialog.tsx';
import { ActionButtons, type ActionName, actionLabels } from '../ui/action/action-buttons.tsx';
import { type ActionInput, inverseOf, performAction } from '../ui/action/perform-action.ts';
import { useChange } from '../ui/action/use-change.ts';
import { StatusBadges } from '../ui/display/badges.tsx';
import { Icon } from '../ui/display/icon.tsx';
import { RejectionNotice } from '../ui/notice/rejection-notice.tsx';
import { ButtonLink } from '../ui/page/link.tsx';
import { Page } from '../ui/page/page.tsx';
import type { PageLocation } from '../ui/page/page-routes.tsx';
import { Section } from '../ui/page/section.tsx';
import { Staged } from '../ui/page/staged.tsx';
import { useId } from '../ui/page/use-id.ts';
import { ZoneContext } from '../ui/time/zone-context.ts';
import { BookedContent } from './booked-content.tsx';
import { BookingChanges } from './booking-changes.tsx';
import { BookingTerms } from './booking-facts.tsx';
import { DeliveryStrip } from './delivery-strip.tsx';
import { DeliveryChart } from './insight/delivery-chart.tsx';
import { DiagnosisPanel, issueQueries } from './insight/diagnosis-panel.tsx';
import { StoreRoadblockIssues } from './insight/store-roadblock-issues.tsx';
import { useMakegood } from './makegood/use-makegood.tsx';
import { bookingQuery, performBookingAction, prefetchBookingTerms } from './model/booking-queries.ts';
import { type BookingValues, bookingValuesOf } from './model/booking-values.ts';
import { SavedShares } from './share/saved-shares.tsx';
import { useSaveAsTemplate } from './template/save-as-template.tsx';

/** Panels below the first view. */
const Comments = lazy(async () => ({ default: (await import('../comment/comments.tsx')).Comments }));
const ExperimentSection = lazy(async () => ({
  default: (await import('./insight/experiment-section.tsx')).ExperimentSection,
}));
const FunnelPanel = lazy(async () => ({ default: (await import('./insight/funnel-panel.tsx')).FunnelPanel }));

type Act = ActionInput & { readonly action: Exclude<ActionName, 'accept' | 'convert'> };

/** Starts to load the booking, its campaign and its delivery issues. */
export async function prefetchBooking({ params }: PageLocation): Promise<void> {
  const id = Number(params['id']);
  for (const query of issueQueries(id)) void queryClient.prefetchQuery<unknown>(query as AnyQuery);
  await prefetchBookingTerms(id);
}

/** Page of a booking: delivery, delivery issues and terms. */
export function BookingPage() {
  const id = useId();
  const { data } = useSuspenseQuery(bookingQuery(id));
  const booking = data.object;
  const { data: campaign } = useQuery(campaignQuery(booking.campaignId));
  const values = useMemo(() => bookingValuesOf(booking), [booking]);
  const { actions, primary, dialog } = useButtons(booking, values);
  // The panels render in slices, so that the browser stays responsive.
  const isLoaded = useDeferredValue(useSettled(issueQueries(id)), false);
  return (
    <Page
      title={booking.name}
      tool={<FavoriteButton kind="bookings" object={booking} />}
      mark={<StatusBadges {...booking} />}
      lead={t('booking.text.lead', { type: t(`labels.bookingType.${booking.type}`), id: String(booking.id) })}
      crumbs={[
        { text: t('campaign.title.list'), to: '/campaigns' },
        ...(campaign === undefined ? [] : [{ text: campaign.object.name, to: `/campaigns/${campaign.object.id}` }]),
      ]}
      actions={actions}
      primary={primary}
    >
      {dialog}
      {isLoaded ? <Panels booking={booking} /> : <Skeleton height={480} />}
    </Page>
  );
}

/** The buttons of the header. The next step of the booking, such as its submission, is the main one. Otherwise it is Edit. */
function useButtons(booking: Booking, values: BookingValues) {
  const me = useMe();
  const zone = use(ZoneContext);
  const act = useChange({
    nouns: ['bookings', 'campaigns'],
    change: ({ action, ...input }: Act) => performBookingAction(booking.id, action, input),
    done: (_, { action }) => t(`booking.actionDone.${action}`, { name: booking.name }),
    inverse: inverseOf,
  });
  const duplicate = useDuplicateDialog({ ...booking, kind: 'bookings' }, booking.timeZones[0] ?? zone);
  const move = useMoveDialog(booking.id);
  const template = useSaveAsTemplate(values);
  const makegood = useMakegood(booking);
  const mayWrite = me.may('bookings:write');
  if (!mayWrite && !me.may('bookings:approve')) return { dialog: null };
  const onAction = (action: ActionName) =>
    performAction(
      booking.name,
      action,
      (input) => {
        if (action !== 'accept' && action !== 'convert') act.mutate({ action, ...input });
      },
      booking.timeZones[0] ?? zone,
    );
  const next = booking.availableActions.find((action) => actionLabels(action).isMain === true);
  const shared = { isBusy: act.isPending, onAction };
  const edit = mayWrite ? <EditButton bookingId={booking.id} /> : undefined;
  const menuItems = mayWrite ? (
    <>
      {duplicate.item}
      {booking.archivedAt === null && move.item}
      {makegood.item}
      {template.item}
    </>
  ) : undefined;
  return {
    actions: (
      <>
        {next !== undefined && edit}
        <ActionButtons
          {...shared}
          available={booking.availableActions.filter((action) => action !== next)}
          menuItems={menuItems}
        />
      </>
    ),
    primary: next === undefined ? edit : <ActionButtons {...shared} available={[next]} />,
    dialog: (
      <>
        {duplicate.dialog}
        {move.dialog}
        {template.dialog}
        {makegood.dialog}
      </>
    ),
  };
}

function EditButton({ bookingId }: { readonly bookingId: number }) {
  return (
    <ButtonLink to={`/bookings/${bookingId}/edit`} variant="default" leftSection={<Icon name="edit" />}>
      {t('booking.action.edit')}
    </ButtonLink>
  );
}

/** Delivery issues, terms, delivery and content of a booking. */
function Panels({ booking }: { readonly booking: Booking }) {
  const me = useMe();
  const zone = use(ZoneContext);
  const { id } = booking;
  const isOver = ['archived', 'cancelled', 'finished'].includes(booking.status);
  return (
    <Staged first={2}>
      <HoldNotice {...booking} zone={booking.timeZones[0] ?? zone} />
      <RejectionNotice reason={booking.rejectionReason} title={t('booking.title.rejected')} />
      <DiagnosisPanel booking={booking} />
      <StoreRoadblockIssues booking={booking} />
      {booking.status === 'pending_approval' && me.may('bookings:approve') && (
        <Box mb="md">
          <BookingChanges booking={booking} />
        </Box>
      )}
      <DeliveryStrip booking={booking} isOver={isOver} />
      <Grid gap="md" mt="md">
        <Grid.Col span={{ base: 12, lg: 8 }}>
          <Stack gap="md">
            <Staged>
              <DeliveryChart booking={booking} />
              {!isOver && <SavedShares booking={booking} />}
            </Staged>
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <Suspense fallback={<Skeleton height={320} />}>
            <FunnelPanel booking={booking} />
          </Suspense>
        </Grid.Col>
      </Grid>
      <Suspense fallback={null}>
        <ExperimentSection booking={booking} />
      </Suspense>
      <BookedContent booking={booking} />
      <Section title={t('booking.title.terms')}>
        <BookingTerms booking={booking} />
      </Section>
      <Suspense fallback={null}>
        <Comments kind="bookings" objectId={id} isArchived={booking.archivedAt !== null} />
      </Suspense>
      {me.may('audit:read') && <History kind="bookings" objectId={id} />}
    </Staged>
  );
}
