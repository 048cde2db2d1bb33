import { Menu } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { t } from '../../i18n/t.ts';
import { Icon } from '../../ui/display/icon.tsx';
import type { BookingValues } from '../model/booking-values.ts';

const SaveTemplateDialog = lazy(async () => ({
  default: (await import('./save-template-dialog.tsx')).SaveTemplateDialog,
}));

/** A menu item that saves the settings of a booking as a template, and its dialog, which belongs outside the menu. */
export function useSaveAsTemplate(values: BookingValues): { readonly item: ReactNode; readonly dialog: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  return {
    item: (
      <Menu.Item leftSection={<Icon name="add" />} onClick={() => setOpen(true)}>
        {t('bookingTemplate.action.saveAs')}
      </Menu.Item>
    ),
    dialog: isOpen && (
      <Suspense>
        <SaveTemplateDialog values={values} close={() => setOpen(false)} />
      </Suspense>
    ),
  };
}
