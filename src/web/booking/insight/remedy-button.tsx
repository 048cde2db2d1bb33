import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Booking } from '../../../client/generated/types.gen.ts';
import { useMe } from '../../api/use-me.ts';
import { campaignQuery, runCampaignAction } from '../../campaign/campaign-queries.ts';
import { t } from '../../i18n/t.ts';
import { performAction } from '../../ui/action/perform-action.ts';
import { useChange } from '../../ui/action/use-change.ts';
import { ButtonLink } from '../../ui/page/link.tsx';
import { performBookingAction } from '../model/booking-queries.ts';
import { type DeliveryIssue, fieldAction } from './delivery-issues.ts';

const look = { size: 'sm', variant: 'default' } as const;

/** Solves a delivery issue or links to its field. Users without permission read who can solve it. */
export function RemedyButton({ issue, booking }: { readonly issue: DeliveryIssue; readonly booking: Booking }) {
  const me = useMe();
  const { remedy, on, field } = issue;
  switch (remedy) {
    case 'change':
    case 'upload':
    case 'wait':
      if (on.kind === 'inventory/position') {
        if (!me.may('inventory:write')) return <Hint text={t('booking.hint.askOperations')} />;
        return (
          <ButtonLink to="/inventory" search={{ item: `position-${on.id}` }} {...look}>
            {t('booking.action.editPosition')}
          </ButtonLink>
        );
      }
      if (on.kind === 'campaigns') {
        if (!me.may('campaigns:write')) return <Hint text={t('booking.hint.askOperations')} />;
        return (
          <ButtonLink to={`/campaigns/${on.id}`} search={{ edit: 'yes' }} {...look}>
            {t('booking.action.editCampaign')}
          </ButtonLink>
        );
      }
      if (!me.may('bookings:write') || booking.status === 'archived') return null;
      return (
        <ButtonLink
          to={`/bookings/${booking.id}/edit`}
          search={{ field: field?.slice(1).replaceAll('/', '.') }}
          {...look}
        >
          {t(remedy === 'upload' ? 'booking.action.addCreatives' : fieldAction(field))}
        </ButtonLink>
      );
    case 'approve':
      if (on.kind === 'creatives') {
        return (
          <ButtonLink to={`/creatives/${on.id}`} {...look}>
            {t(me.may('creatives:approve') ? 'booking.action.reviewCreative' : 'booking.action.viewCreative')}
          </ButtonLink>
        );
      }
      return me.may('bookings:approve') ? (
        <BookingAction booking={booking} action="approve" />
      ) : (
        <Hint text={t('booking.hint.askReviewer')} />
      );
    case 'confirm':
      if (me.reach !== 'everything' || !me.may('bookings:write')) return <Hint text={t('booking.hint.askRelease')} />;
      if (on.kind === 'campaigns') return <CampaignAction id={on.id} action="confirm" />;
      return <BookingAction booking={booking} action="confirm" />;
    case 'embed':
      if (me.reach !== 'everything') return <Hint text={t('booking.hint.askEmbed')} />;
      return (
        <ButtonLink to="/inventory" search={{ item: `position-${on.id}` }} {...look}>
          {t('booking.action.getCode')}
        </ButtonLink>
      );
    case 'makegood':
      if (!me.may('reports:read')) return null;
      return (
        <ButtonLink to="/reports/missed-plays" search={{ booking: String(booking.id) }} {...look}>
          {t('booking.action.viewMissedPlays')}
        </ButtonLink>
      );
    case 'accept':
    case 'convert':
      return <CampaignAction id={on.id} action={remedy} />;
    case 'submit':
    case 'resume':
    case 'reopen':
    case 'unarchive':
      if (on.kind === 'campaigns') return <CampaignAction id={on.id} action={remedy} />;
      return me.may('bookings:write') ? <BookingAction booking={booking} action={remedy} /> : null;
  }
}

type SharedAction = 'submit' | 'approve' | 'resume' | 'reopen' | 'unarchive' | 'confirm';

function BookingAction({ booking, action }: { readonly booking: Booking; readonly action: SharedAction }) {
  const act = useChange({
    nouns: ['bookings', 'campaigns'],
    change: () => performBookingAction(booking.id, action),
    done: () => t(`booking.actionDone.${action}`, { name: booking.name }),
  });
  if (!booking.availableActions.includes(action)) return null;
  return (
    <Button
      {...look}
      loading={act.isPending}
      onClick={() => performAction(booking.name, action, () => act.mutate(undefined))}
    >
      {t(`booking.bookingRemedy.${action}`)}
    </Button>
  );
}

function CampaignAction({ id, action }: { readonly id: number; readonly action: SharedAction | 'accept' | 'convert' }) {
  const me = useMe();
  const { data } = useQuery(campaignQuery(id));
  const act = useChange({
    nouns: ['campaigns', 'bookings'],
    change: () => runCampaignAction(id, action),
    done: () => t(`campaign.actionDone.${action}`, { name: data?.object.name ?? '' }),
  });
  if (!me.may('campaigns:write') || data?.object.availableActions.includes(action) !== true) return null;
  return (
    <Button
      {...look}
      loading={act.isPending}
      onClick={() => performAction(data.object.name, action, () => act.mutate(undefined))}
    >
      {t(`booking.campaignRemedy.${action}`)}
    </Button>
  );
}

function Hint({ text }: { readonly text: string }) {
  return (
    <Text component="span" fz="xs" c="dimmed">
      {text}
    </Text>
  );
}
