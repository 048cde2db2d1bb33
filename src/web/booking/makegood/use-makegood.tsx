import { Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { listMissedPlays } from '../../../client/generated/sdk.gen.ts';
import type { Booking } from '../../../client/generated/types.gen.ts';
import { client, dataOf } from '../../api/client.ts';
import { useMe } from '../../api/use-me.ts';
import { t } from '../../i18n/t.ts';
import { Icon } from '../../ui/display/icon.tsx';

const MakegoodDialog = lazy(async () => ({ default: (await import('./makegood-dialog.tsx')).MakegoodDialog }));

const statuses: readonly Booking['status'][] = ['running', 'paused', 'not_ready', 'finished'];
const wholePercent = 100;

/** A menu item for a booking that can miss its goal or planned plays, and its dialog, which belongs outside the menu. */
export function useMakegood(booking: Booking): { readonly item: ReactNode; readonly dialog: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  const { progress, endDate, status, heldUntil } = booking;
  const isBehind = progress !== null && progress.deliveredPercent < wholePercent && endDate !== null;
  const hasMissed = useMissedPlays(booking);
  if (!(isBehind || hasMissed) || heldUntil !== null || !statuses.includes(status)) {
    return { item: null, dialog: null };
  }
  return {
    item: (
      <Menu.Item leftSection={<Icon name="booking" />} onClick={() => setOpen(true)}>
        {t(isBehind ? 'booking.action.makeGood' : 'booking.action.makeGoodPlays')}
      </Menu.Item>
    ),
    dialog: isOpen && (
      <Suspense>
        <MakegoodDialog booking={booking} close={() => setOpen(false)} />
      </Suspense>
    ),
  };
}

/** Whether screens missed planned plays of a booking without a goal. */
function useMissedPlays({ id, type, startDate, progress, status }: Booking): boolean {
  const me = useMe();
  const isPlanned = type === 'in_store' && progress === null && statuses.includes(status) && me.may('reports:read');
  const query = { from: startDate.slice(0, 10), bookingId: id, limit: 1 };
  const { data } = useQuery({
    queryKey: ['missed-plays', query],
    queryFn: () => dataOf(listMissedPlays({ client, query })),
    enabled: isPlanned,
  });
  return (data?.totals.missed ?? 0) > 0;
}
