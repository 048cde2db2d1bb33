import { Menu } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { t } from '../i18n/t.ts';
import { Icon } from '../ui/display/icon.tsx';

const MoveDialog = lazy(async () => ({ default: (await import('./move-dialog.tsx')).MoveDialog }));

/** A menu item that moves a booking to another campaign, and its dialog, which belongs outside the menu. */
export function useMoveDialog(bookingId: number): { readonly item: ReactNode; readonly dialog: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return {
    item: (
      <Menu.Item leftSection={<Icon name="campaign" />} onClick={() => setOpen(true)}>
        {t('booking.action.move')}
      </Menu.Item>
    ),
    dialog: isOpen && (
      <Suspense>
        <MoveDialog ids={[bookingId]} close={close} onDone={close} />
      </Suspense>
    ),
  };
}
