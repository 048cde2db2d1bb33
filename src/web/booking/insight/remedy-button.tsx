import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Booking } from '../../../client/generated/types.gen.ts';
import { useMe } from '../../api/use-me.ts';
import { campaignQuery, runCampaignAction } from '../../campaign/campaign-queries.ts';
import { actionLabels } from '../../ui/action/action-buttons.tsx';
import { performAction } from '../../ui/action/perform-action.ts';
import { useChange } from '../../ui/action/use-change.ts';
import { ButtonLink } from '../../ui/page/link.tsx';
import { performBookingAction } from '../model/booking-queries.ts';
import { type DeliveryIssue, fieldName } from './delivery-issues.ts';

const look = { size: 'compact-xs', variant: 'default' } as const;

/** Takes away what is in the way, or leads to where that is done; whoever may do neither reads who can. */
export function RemedyButton({ obstacle, booking }: { readonly obstacle: DeliveryIssue; readonly booking: Booking }) {
  const me = useMe();
  const { remedy, on, field } = obstacle;
  switch (remedy) {
    case 'change':
    case 'upload':
    case 'wait':
      if (on.kind === 'inventory/position') {
        if (!me.may('inventory:write')) return <Hint text="Ad operations can change it." />;
        return (
          <ButtonLink to="/inventory" search={{ item: `position-${on.id}` }} {...look}>
            Change the position
          </ButtonLink>
        );
      }
      if (on.kind === 'campaigns') {
        if (!me.may('campaigns:write')) return <Hint text="Ad operations can change it." />;
        return (
          <ButtonLink to={`/campaigns/${on.id}`} search={{ edit: 'yes' }} {...look}>
            Edit the campaign
          </ButtonLink>
        );
      }
      if (!me.may('bookings:write') || booking.status === 'archived') return null;
      return (
        <ButtonLink to={`/bookings/${booking.id}/edit`} search={{ field: field?.split('/')[1] }} {...look}>
          {remedy === 'upload' ? 'Add creatives' : `Change ${fieldName(field)}`}
        </ButtonLink>
      );
    case 'approve':
      if (on.kind === 'creatives') {
        return (
          <ButtonLink to={`/creatives/${on.id}`} {...look}>
            {me.may('creatives:approve') ? 'Review the creative' : 'See the creative'}
          </ButtonLink>
        );
      }
      return me.may('bookings:approve') ? (
        <BookingAction booking={booking} action="approve" />
      ) : (
        <Hint text="A reviewer has to approve it." />
      );
    case 'release':
      return <Hint text="Ad operations have to end their hold." />;
    case 'embed':
      if (me.reach !== 'everything') return <Hint text="Ad operations know the pages." />;
      return (
        <ButtonLink to="/inventory" search={{ item: `position-${on.id}` }} {...look}>
          Get its code
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

type SharedAction = 'submit' | 'approve' | 'resume' | 'reopen' | 'unarchive';

function BookingAction({ booking, action }: { readonly booking: Booking; readonly action: SharedAction }) {
  const act = useChange({
    nouns: ['bookings', 'campaigns'],
    change: () => performBookingAction(booking.id, action),
    done: 'Done.',
  });
  if (!booking.availableActions.includes(action)) return null;
  return (
    <Button
      {...look}
      loading={act.isPending}
      onClick={() => performAction(booking.name, action, () => act.mutate(undefined))}
    >{`${actionLabels(action).verb} booking`}</Button>
  );
}

function CampaignAction({ id, action }: { readonly id: number; readonly action: SharedAction | 'accept' | 'convert' }) {
  const me = useMe();
  const { data } = useQuery(campaignQuery(id));
  const act = useChange({
    nouns: ['campaigns', 'bookings'],
    change: () => runCampaignAction(id, action),
    done: 'Done.',
  });
  if (!me.may('campaigns:write') || data?.object.availableActions.includes(action) !== true) return null;
  const { verb } = actionLabels(action);
  return (
    <Button
      {...look}
      loading={act.isPending}
      onClick={() => performAction(data.object.name, action, () => act.mutate(undefined))}
    >
      {action === 'accept' || action === 'convert' ? verb : `${verb} campaign`}
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
