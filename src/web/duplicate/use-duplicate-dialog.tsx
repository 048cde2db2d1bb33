import { Menu } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { t } from '../i18n/t.ts';
import { Icon } from '../ui/display/icon.tsx';
import type { Duplicated } from './duplicate-dialog.tsx';

const DuplicateDialog = lazy(async () => ({ default: (await import('./duplicate-dialog.tsx')).DuplicateDialog }));

/** A menu item that duplicates a campaign or booking, and its dialog, which belongs outside the menu. */
export function useDuplicateDialog(
  original: Duplicated,
  zone: string,
): { readonly item: ReactNode; readonly dialog: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  return {
    item: (
      <Menu.Item leftSection={<Icon name="copy" />} onClick={() => setOpen(true)}>
        {original.kind === 'bookings' ? t('booking.action.duplicate') : t('campaign.action.duplicate')}
      </Menu.Item>
    ),
    dialog: isOpen && (
      <Suspense>
        <DuplicateDialog original={original} zone={zone} close={() => setOpen(false)} />
      </Suspense>
    ),
  };
}
