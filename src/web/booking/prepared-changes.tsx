import { useEffect, useState } from 'react';
import type { Booking } from '../../client/generated/types.gen.ts';
import { readPreparedDraft, withPrepared } from '../api/prepared-draft.ts';
import type { FormDraft } from '../api/use-draft.ts';
import { t } from '../i18n/t.ts';
import { DifferenceTable } from '../ui/difference/difference-table.tsx';
import { PreparedNotice } from '../ui/notice/prepared-notice.tsx';
import { type BookingValues, bookingValuesOf } from './model/booking-values.ts';
import { termChanges } from './model/term-changes.ts';
import { useTermNames } from './model/use-term-names.ts';

/**
 * Fills the form with the values of the address, once. They are never saved automatically. `isFilled` is a key of the
 * form, because its targeting editor has state of its own.
 */
export function usePrepared({ values, assign }: FormDraft<BookingValues>): {
  readonly isPrepared: boolean;
  readonly isFilled: boolean;
} {
  const [prepared] = useState(() => readPreparedDraft(location.hash));
  const [isFilled, setFilled] = useState(prepared === null);
  useEffect(() => {
    if (isFilled) return;
    assign(withPrepared(values, prepared));
    setFilled(true);
  }, [isFilled, assign, values, prepared]);
  return { isPrepared: prepared !== null, isFilled };
}

/** Compares the values that a link prepared with the stored booking, until they are saved. */
export function PreparedChanges(props: {
  readonly stored: Booking;
  readonly draft: FormDraft<BookingValues>;
  readonly zone: string;
}) {
  const { draft, zone } = props;
  const stored = bookingValuesOf(props.stored);
  const fields = Object.keys(draft.changes) as (keyof BookingValues)[];
  const changes = fields.map((field) => ({
    field,
    before: stored[field] ?? null,
    after: draft.values[field] ?? null,
  }));
  const nameOf = useTermNames(changes);
  if (!draft.isChanged) return null;
  return (
    <PreparedNotice>
      <DifferenceTable
        caption={t('common.title.preparedChanges')}
        before={t('common.label.storedVersion')}
        after={t('common.label.preparedVersion')}
        differences={termChanges(changes, { nameOf, zone })}
        same={t('common.text.noDifferences')}
      />
    </PreparedNotice>
  );
}
