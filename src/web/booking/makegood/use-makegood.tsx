import { Menu } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Booking } from '../../../client/generated/types.gen.ts';
import { t } from '../../i18n/t.ts';
import { Icon } from '../../ui/display/icon.tsx';

const MakegoodDialog = lazy(async () => ({ default: (await import('./makegood-dialog.tsx')).MakegoodDialog }));

const statuses: readonly Booking['status'][] = ['running', 'paused', 'not_ready', 'finished'];
const wholePercent = 100;

/** A menu item for a booking that can miss its goal, and its dialog, which belongs outside the menu. */
export function useMakegood(booking: Booking): { readonly item: ReactNode; readonly dialog: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  const { progress, endDate, status, heldUntil } = booking;
  const isMissing = progress !== null && progress.deliveredPercent < wholePercent;
  if (!isMissing || endDate === null || heldUntil !== null || !statuses.includes(status)) {
    return { item: null, dialog: null };
  }
  return {
    item: (
      <Menu.Item leftSection={<Icon name="booking" />} onClick={() => setOpen(true)}>
        {t('booking.action.makeGood')}
      </Menu.Item>
    ),
    dialog: isOpen && (
      <Suspense>
        <MakegoodDialog booking={booking} close={() => setOpen(false)} />
      </Suspense>
    ),
  };
}
