import { Group, Loader, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRevision, listDecisions } from '../../client/generated/sdk.gen.ts';
import type { Booking, Position } from '../../client/generated/types.gen.ts';
import { client, dataOf } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
import { RichText } from '../i18n/rich-text.tsx';
import { t } from '../i18n/t.ts';
import { StatusBadge } from '../ui/display/badges.tsx';
import { Icon } from '../ui/display/icon.tsx';
import { TextLink } from '../ui/page/link.tsx';
import { completedSteps, tagCheckSteps } from './tag-check-state.ts';

const refreshMs = 1_000;
const shownDecisions = 20;

/** Shows what the server has received from the tag: the ad request, the ad and the impression. */
export function TagCheck(props: { readonly position: Position; readonly booking: Booking; readonly revision: number }) {
  const { position, booking, revision } = props;
  const me = useMe();
  const live = useQuery({
    queryKey: ['revisions', revision],
    queryFn: () => dataOf(getRevision({ client, path: { revision } })),
    enabled: revision > 0,
    refetchInterval: ({ state: { data } }) => (isLive(data) ? false : refreshMs),
  });
  const decisions = useQuery({
    queryKey: ['decisions', 'first-ad', position.id],
    queryFn: () => dataOf(listDecisions({ client, query: { positionId: position.id, limit: shownDecisions } })),
    enabled: me.may('decisions:read'),
    refetchInterval: booking.delivered.impressions > 0 ? false : refreshMs,
  });
  const list = decisions.data?.decisions ?? [];
  const done = completedSteps({
    isLive: revision === 0 || isLive(live.data),
    decisions: list,
    bookingId: booking.id,
    impressions: booking.delivered.impressions,
  });
  const current = tagCheckSteps.find((step) => !done.has(step));
  return (
    <Paper component="section" aria-labelledby="tag-check" maw={760}>
      <Group justify="space-between" mb="xs">
        <Title order={2} id="tag-check">
          {t('firstAd.title.check')}
        </Title>
        <StatusBadge status={booking.status} />
      </Group>
      {booking.status === 'pending_approval' && (
        <Text fz="sm" mb="xs">
          {t('firstAd.text.pendingApproval')}
        </Text>
      )}
      <Stack gap="xs" component="ol" m={0} p={0} style={{ listStyle: 'none' }} aria-live="polite">
        {tagCheckSteps.map((step) => (
          <Group key={step} component="li" gap="sm" wrap="nowrap" c={done.has(step) ? undefined : 'dimmed'}>
            {step === current ? (
              <Loader size={16} aria-hidden="true" />
            ) : (
              <Icon name={done.has(step) ? 'done' : 'clock'} />
            )}
            <Text fz="sm" component="span">
              {t(done.has(step) ? `firstAd.checkDone.${step}` : `firstAd.checkWaiting.${step}`)}
            </Text>
          </Group>
        ))}
      </Stack>
      {current === 'ad' && <NoAd decisionId={list[0]?.decisionId} />}
      {current === undefined && (
        <Text fz="sm" mt="sm">
          <RichText
            id="firstAd.text.finished"
            elements={{ booking: <TextLink to={`/bookings/${booking.id}`} />, home: <TextLink to="/" /> }}
          />
        </Text>
      )}
    </Paper>
  );
}

/** A link to the reason why a request received no ad. */
function NoAd({ decisionId }: { readonly decisionId: string | undefined }) {
  if (decisionId === undefined) return null;
  return (
    <Text fz="sm" mt="sm">
      <RichText id="firstAd.text.noAd" elements={{ link: <TextLink to={`/decisions/${decisionId}`} /> }} />
    </Text>
  );
}

function isLive(revision: { readonly live: { readonly on: number; readonly of: number } } | undefined): boolean {
  return revision !== undefined && revision.live.of > 0 && revision.live.on >= revision.live.of;
}
