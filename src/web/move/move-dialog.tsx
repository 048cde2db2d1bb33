import { Alert, Button, Group, List, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Booking, BulkResult } from '../../client/generated/types.gen.ts';
import { t } from '../i18n/t.ts';
import { reasonsOf, succeededIds } from '../ui/action/bulk-results.ts';
import { useChange } from '../ui/action/use-change.ts';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { Icon } from '../ui/display/icon.tsx';
import { ReferenceSelect } from '../ui/field/reference-select.tsx';
import { notifySuccess } from '../ui/notice/notify.ts';
import { notifyWithUndo } from '../ui/notice/notify-with-undo.tsx';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { campaignsOfAdvertiser, moveBack, moveBookings, readMovable } from './move-bookings.ts';

const nouns = ['bookings', 'campaigns', 'reports'];

/** Asks for another campaign of the advertiser and moves bookings to it. Lists why bookings were not moved. */
export function MoveDialog({
  ids,
  close,
  onDone,
}: {
  readonly ids: readonly number[];
  readonly close: () => void;
  /** Called when all bookings have moved. */
  readonly onDone: () => void;
}) {
  const { data, error } = useQuery({ queryKey: ['bookings', 'movable', ids], queryFn: () => readMovable(ids) });
  const [advertiserId] = data?.advertiserIds ?? [];
  return (
    <Dialog title={t('booking.action.move')} close={close}>
      {error !== null && <ProblemAlert error={error} />}
      {data === undefined && error === null && <Skeleton height={120} />}
      {data !== undefined && data.advertiserIds.length > 1 && (
        <Alert color="yellow" variant="light" icon={<Icon name="attention" />}>
          {t('booking.error.severalAdvertisers')}
        </Alert>
      )}
      {data?.advertiserIds.length === 1 && advertiserId !== undefined && (
        <MoveForm bookings={data.bookings} advertiserId={advertiserId} close={close} onDone={onDone} />
      )}
    </Dialog>
  );
}

function MoveForm({
  bookings,
  advertiserId,
  close,
  onDone,
}: {
  readonly bookings: readonly Booking[];
  readonly advertiserId: number;
  readonly close: () => void;
  readonly onDone: () => void;
}) {
  const [campaignId, setCampaignId] = useState<number | null>(null);
  const { move, result } = useMove(bookings, onDone);
  const moving = bookings.filter((booking) => booking.campaignId !== campaignId);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (campaignId !== null) move.mutate(campaignId);
      }}
    >
      <Stack gap="sm">
        {move.error !== null && <ProblemAlert error={move.error} />}
        {result !== undefined && result.failed > 0 && <NotMoved result={result} />}
        <ReferenceSelect
          label={t('booking.label.targetCampaign')}
          description={t('booking.hint.targetCampaign')}
          required
          source={campaignsOfAdvertiser(advertiserId)}
          value={campaignId}
          onChange={setCampaignId}
        />
        <Text fz="sm" c="dimmed">
          {t('booking.text.move')}
        </Text>
      </Stack>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={close}>
          {t('common.action.cancel')}
        </Button>
        <Button type="submit" loading={move.isPending} disabled={campaignId === null || moving.length === 0}>
          {t('booking.action.moveCount', { count: bookings.length })}
        </Button>
      </Group>
    </form>
  );
}

/** Moves the bookings that are in another campaign, with an undo. */
function useMove(bookings: readonly Booking[], onDone: () => void) {
  const undo = useChange({
    nouns,
    change: ({ moved, result }: { readonly moved: readonly Booking[]; readonly result: BulkResult }) =>
      moveBack(moved, result),
    onDone: ({ failed }) => {
      if (failed === 0) notifySuccess(t('booking.notice.undone'));
    },
  });
  const move = useChange({
    nouns,
    change: async (campaignId: number) => {
      const moved = bookings.filter((booking) => booking.campaignId !== campaignId);
      return { moved, result: await moveBookings(moved, campaignId) };
    },
    onDone: ({ moved, result }) => {
      const ids = succeededIds(
        result,
        moved.map(({ id }) => id),
      );
      if (ids.length > 0) {
        notifyWithUndo(t('booking.notice.moved', { count: ids.length }), () => undo.mutate({ moved, result }));
      }
      if (result.failed === 0) onDone();
    },
    quiet: true,
  });
  return { move, result: move.data?.result };
}

function NotMoved({ result }: { readonly result: BulkResult }) {
  return (
    <Alert
      color="red"
      variant="light"
      icon={<Icon name="attention" />}
      role="alert"
      title={t('booking.error.notMoved', { count: result.failed })}
    >
      <List size="sm">
        {reasonsOf(result).map(({ reason, count }) => (
          <List.Item key={reason}>{t('common.format.reasonCount', { reason, count })}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
