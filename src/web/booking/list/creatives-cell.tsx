import { Popover, UnstyledButton } from '@mantine/core';
import { lazy, Suspense, useRef, useState } from 'react';
import type { Booking } from '../../../client/generated/types.gen.ts';
import { t } from '../../i18n/t.ts';
import { bookingValuesOf } from '../model/booking-values.ts';
import type { EditBooking } from '../model/use-booking-edit.ts';

const WeightForm = lazy(async () => ({ default: (await import('./weight-form.tsx')).WeightForm }));

/** The number of creatives. Opens the weights of the creatives, which are edited together. */
export function CreativesCell({ booking, edit }: { readonly booking: Booking; readonly edit: EditBooking }) {
  const [isOpen, setOpen] = useState(false);
  const frame = useRef<HTMLButtonElement>(null);
  const { creatives } = bookingValuesOf(booking);
  const count = booking.creatives.length;
  if (edit === null || booking.archivedAt !== null || creatives.length === 0) return count;
  const close = () => {
    setOpen(false);
    frame.current?.closest('td')?.focus();
  };
  return (
    <Popover
      opened={isOpen}
      onChange={(next) => !next && close()}
      trapFocus
      hideDetached={false}
      withArrow
      shadow="md"
      width={280}
    >
      <Popover.Target>
        <UnstyledButton
          ref={frame}
          data-edit
          tabIndex={-1}
          fz="sm"
          td="underline"
          aria-label={t('booking.label.weightsOf', { name: booking.name, count })}
          onClick={() => setOpen(!isOpen)}
        >
          {count}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        {isOpen && (
          <Suspense>
            <WeightForm
              creatives={creatives}
              close={close}
              onSave={(next) =>
                edit(booking, {
                  field: t('booking.label.creatives'),
                  change: { creatives: [...next] },
                  undo: { creatives: [...creatives] },
                })
              }
            />
          </Suspense>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
