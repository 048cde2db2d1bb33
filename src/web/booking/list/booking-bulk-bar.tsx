import { Button } from '@mantine/core';
import { lazy, type ReactNode, Suspense, use, useState } from 'react';
import { changeBookings } from '../../../client/generated/sdk.gen.ts';
import type { Booking, BulkBody } from '../../../client/generated/types.gen.ts';
import { client, dataOf } from '../../api/client.ts';
import { t } from '../../i18n/t.ts';
import { BulkBar, type BulkHold, type BulkTexts } from '../../ui/action/bulk-bar.tsx';
import { ZoneContext } from '../../ui/time/zone-context.ts';

const BulkEditDialog = lazy(async () => ({ default: (await import('../bulk/bulk-edit-dialog.tsx')).BulkEditDialog }));

const DuplicateDialog = lazy(async () => ({
  default: (await import('../../duplicate/duplicate-dialog.tsx')).DuplicateDialog,
}));

const MoveDialog = lazy(async () => ({ default: (await import('../../move/move-dialog.tsx')).MoveDialog }));

const send = (body: BulkBody) => dataOf(changeBookings({ client, body }));

/** Actions and edits of all selected bookings. */
export function BookingBulkBar({
  selected,
  rows,
  clear,
  children,
}: {
  /** Bookings of the page. */
  readonly rows: readonly Booking[];
  readonly selected: ReadonlySet<number>;
  readonly clear: () => void;
  readonly children?: ReactNode;
}) {
  const [isDuplicating, setDuplicating] = useState(false);
  const only = rows.find(({ id }) => selected.has(id));
  const [isEditing, setEditing] = useState(false);
  const [isMoving, setMoving] = useState(false);
  const zone = use(ZoneContext);
  const mayHold = rows.some(({ id, availableActions }) => selected.has(id) && availableActions.includes('hold'));
  return (
    <>
      <BulkBar
        selected={selected}
        clear={clear}
        send={send}
        texts={bulkTexts()}
        hold={mayHold ? holdOf(zone) : undefined}
      >
        <Button size="compact-sm" variant="default" onClick={() => setEditing(true)}>
          {t('booking.action.editSelected')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => setMoving(true)}>
          {t('booking.action.move')}
        </Button>
        {only !== undefined && selected.size === 1 && (
          <Button size="compact-sm" variant="default" onClick={() => setDuplicating(true)}>
            {t('booking.action.duplicate')}
          </Button>
        )}
        {children}
      </BulkBar>
      {isDuplicating && only !== undefined && (
        <Suspense>
          <DuplicateDialog
            original={{ ...only, kind: 'bookings' }}
            zone={only.timeZones[0] ?? zone}
            close={() => setDuplicating(false)}
          />
        </Suspense>
      )}
      {isMoving && (
        <Suspense>
          <MoveDialog
            ids={[...selected]}
            close={() => setMoving(false)}
            onDone={() => {
              setMoving(false);
              clear();
            }}
          />
        </Suspense>
      )}
      {isEditing && (
        <Suspense>
          <BulkEditDialog
            ids={[...selected]}
            send={send}
            close={() => setEditing(false)}
            onDone={() => {
              setEditing(false);
              clear();
            }}
          />
        </Suspense>
      )}
    </>
  );
}

function holdOf(zone: string): BulkHold {
  return {
    zone,
    question: (count) => t('booking.bulkQuestion.hold', { count }),
    done: (count) => t('booking.bulkDone.hold', { count }),
  };
}

function bulkTexts(): BulkTexts {
  return {
    region: t('booking.label.selected'),
    skipped: t('booking.text.skipped'),
    undone: t('booking.notice.undone'),
    selected: (count) => t('booking.text.selected', { count }),
    verb: (action) => t(`booking.bulkVerb.${action}`),
    question: (action, count) => t(`booking.bulkQuestion.${action}`, { count }),
    done: (action, count) => t(`booking.bulkDone.${action}`, { count }),
  };
}
