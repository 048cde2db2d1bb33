import { Popover } from '@mantine/core';
import { lazy, Suspense, useRef, useState } from 'react';
import type { Booking } from '../../../client/generated/types.gen.ts';
import { t } from '../../i18n/t.ts';
import { bookingValuesOf } from '../model/booking-values.ts';
import type { EditBooking } from '../model/use-booking-edit.ts';
import classes from './creatives-cell.module.css';

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
    <>
      <button
        ref={frame}
        type="button"
        data-edit
        tabIndex={-1}
        className={classes.count}
        aria-label={t('booking.label.weightsOf', { name: booking.name, count })}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {count}
      </button>
      {/* Only an open popover is rendered: a table has one per row. */}
      {isOpen && (
        <Popover
          opened
          onChange={close}
          trapFocus
          hideDetached={false}
          withArrow
          shadow="md"
          width={280}
          withRoles={false}
        >
          <Popover.Target>
            <span />
          </Popover.Target>
          <Popover.Dropdown role="dialog" aria-label={t('booking.label.weightsOf', { name: booking.name, count })}>
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
          </Popover.Dropdown>
        </Popover>
      )}
    </>
  );
}
