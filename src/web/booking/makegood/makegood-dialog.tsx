import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { createMakegood, previewMakegood, updateBooking } from '../../../client/generated/sdk.gen.ts';
import type { Booking, MakegoodBody, MakegoodProposal } from '../../../client/generated/types.gen.ts';
import { client, dataOf } from '../../api/client.ts';
import { t } from '../../i18n/t.ts';
import { positionChoices } from '../../inventory/model/inventory-choices.ts';
import { useChange } from '../../ui/action/use-change.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { ReferenceMultiSelect } from '../../ui/field/reference-select.tsx';
import { Segments } from '../../ui/field/segments.tsx';
import { ProblemAlert } from '../../ui/notice/problem-alert.tsx';
import { ProposalSummary } from './proposal-summary.tsx';

type Terms = Required<Pick<MakegoodBody, 'method' | 'price'>> & { readonly positionIds: readonly number[] };

/**
 * Extends a booking that misses its goal, or creates a linked booking for it or for missed plays. Shows which bookings lose
 * delivery first.
 */
export function MakegoodDialog({ booking, close }: { readonly booking: Booking; readonly close: () => void }) {
  // Without a goal, only missed plays can be made good.
  const hasGoal = booking.progress !== null;
  const method = hasGoal ? 'extend' : 'makegood';
  const [terms, setTerms] = useState<Terms>({ method, price: 'free', positionIds: [] });
  const { data, error, isFetching } = useQuery({
    // Not below `bookings`, because a created make-good would load another proposal, which no longer exists.
    queryKey: ['makegood', booking.id, booking.version, terms],
    gcTime: 0,
    queryFn: () => dataOf(previewMakegood({ client, path: { id: booking.id }, body: bodyOf(terms) })),
    retry: false,
  });
  const apply = useApply(booking, terms, close);
  const isExtension = terms.method === 'extend';
  return (
    <Dialog close={close} title={t('booking.title.makeGood', { name: booking.name })} size="lg">
      <Stack gap="sm">
        {hasGoal && (
          <Segments
            aria-label={t('booking.label.makegoodMethod')}
            data={[
              { value: 'extend', label: t('booking.makegoodMethod.extend') },
              { value: 'makegood', label: t('booking.makegoodMethod.makegood') },
            ]}
            value={terms.method}
            onChange={(chosen) => setTerms({ ...terms, method: chosen as Terms['method'] })}
          />
        )}
        <Text fz="sm" c="dimmed">
          {t(isExtension ? 'booking.hint.extend' : hasGoal ? 'booking.hint.makegood' : 'booking.hint.makegoodPlays')}
        </Text>
        {!isExtension && <LinkedTerms terms={terms} change={setTerms} />}
        {error !== null && <ProblemAlert error={error} />}
        {error === null && (data === undefined || isFetching) && <Skeleton height={200} />}
        {data !== undefined && !isFetching && <ProposalSummary proposal={data} zone={booking.timeZones[0]} />}
      </Stack>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={close}>
          {t('common.action.cancel')}
        </Button>
        <Button
          disabled={data === undefined || isFetching}
          loading={apply.isPending}
          onClick={() => data !== undefined && apply.mutate(data)}
        >
          {t(isExtension ? 'booking.action.extend' : 'booking.action.createMakegood')}
        </Button>
      </Group>
    </Dialog>
  );
}

function LinkedTerms({ terms, change }: { readonly terms: Terms; readonly change: (terms: Terms) => void }) {
  return (
    <>
      <Segments
        aria-label={t('booking.label.price')}
        data={[
          { value: 'free', label: t('booking.makegoodPrice.free') },
          { value: 'same', label: t('booking.makegoodPrice.same') },
        ]}
        value={terms.price}
        onChange={(price) => change({ ...terms, price: price as Terms['price'] })}
      />
      <ReferenceMultiSelect
        label={t('booking.label.positions')}
        description={t('booking.hint.makegoodPositions')}
        source={positionChoices}
        value={terms.positionIds}
        onChange={(positionIds) => change({ ...terms, positionIds })}
      />
    </>
  );
}

function bodyOf({ method, price, positionIds }: Terms): MakegoodBody {
  if (method === 'extend') return { method };
  return { method, price, ...(positionIds.length > 0 && { positionIds: [...positionIds] }) };
}

function useApply({ id, version }: Booking, terms: Terms, close: () => void) {
  const navigate = useNavigate();
  return useChange({
    nouns: ['bookings', 'campaigns'],
    change: ({ endDate, shortfall }: MakegoodProposal) => {
      const { method, ...body } = bodyOf(terms);
      return method === 'extend'
        ? dataOf(updateBooking({ client, path: { id }, body: { endDate }, headers: { 'If-Match': `"${version}"` } }))
        : dataOf(createMakegood({ client, path: { id }, body: { ...body, endDate, goal: shortfall } }));
    },
    done: ({ name }) =>
      t(terms.method === 'extend' ? 'booking.notice.extended' : 'booking.notice.makegoodCreated', { name }),
    onDone: (made) => {
      close();
      if (made.id !== id) void navigate({ to: `/bookings/${made.id}` });
    },
  });
}
