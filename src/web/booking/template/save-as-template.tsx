import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { t } from '../../i18n/t.ts';
import type { BookingValues } from '../model/booking-values.ts';

const SaveTemplateDialog = lazy(async () => ({
  default: (await import('./save-template-dialog.tsx')).SaveTemplateDialog,
}));

/** A button that saves the settings of a booking as a template. */
export function SaveAsTemplate({ values }: { readonly values: BookingValues }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('bookingTemplate.action.saveAs')}
      </Button>
      {isOpen && (
        <Suspense>
          <SaveTemplateDialog values={values} close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
