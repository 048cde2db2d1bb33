import { Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useNames } from '../../api/use-names.ts';
import { creativeChoices } from '../../creative/model/creative-choices.ts';
import { t } from '../../i18n/t.ts';
import { DataTable, type TableColumn } from '../../ui/list/data-table.tsx';
import { type BookingValues, bookingValuesOf } from '../model/booking-values.ts';
import { termChanges } from '../model/term-changes.ts';
import { useTermNames } from '../model/use-term-names.ts';
import type { UnchangedReason } from './bulk-change.ts';
import { changeableOf, type PreviewedChange } from './use-bulk-edit.ts';

/** Bookings on one page of the preview. */
const pageSize = 20;
const allCreatives = creativeChoices({});

type Difference = {
  readonly key: string;
  readonly booking: string;
  readonly field: string;
  readonly before: string;
  readonly after: string;
};
type Unchanged = { readonly key: string; readonly booking: string; readonly reason: string };

/** The changes of each booking, and what stays unchanged and why. */
export function BulkPreview({
  preview,
  timeZone,
}: {
  readonly preview: readonly PreviewedChange[];
  readonly timeZone: string;
}) {
  const changed = changeableOf(preview);
  return (
    <>
      <Text fz="sm" fw={550} role="status">
        {t('booking.text.changeable', { count: changed.length })}
      </Text>
      {changed.length > 0 && <Changes changed={changed} timeZone={timeZone} />}
      <UnchangedBookings preview={preview} />
    </>
  );
}

function Changes({ changed, timeZone }: { readonly changed: readonly PreviewedChange[]; readonly timeZone: string }) {
  const { shown, paging } = usePage(changed);
  const changes = shown.map((change) => ({ ...change, terms: changesOf(change) }));
  const nameOf = useTermNames(changes.flatMap(({ terms }) => terms));
  const rows = changes.flatMap(({ booking, terms }) =>
    termChanges(terms, { nameOf, zone: booking.timeZones[0] ?? timeZone }).map(
      ({ name, before, after }): Difference => ({
        key: `${booking.id} ${name}`,
        booking: booking.name,
        field: name,
        before,
        after,
      }),
    ),
  );
  const columns: readonly TableColumn<Difference>[] = [
    { key: 'booking', title: t('booking.label.booking'), render: ({ booking }) => booking },
    { key: 'field', title: t('common.label.field'), render: ({ field }) => field },
    { key: 'before', title: t('audit.label.before'), render: ({ before }) => <Wrapped text={before} /> },
    { key: 'after', title: t('audit.label.after'), render: ({ after }) => <Wrapped text={after} /> },
  ];
  return (
    <DataTable
      caption={t('bulkEdit.title.changes')}
      columns={columns}
      rows={rows}
      rowKey={({ key }) => key}
      paging={paging}
    />
  );
}

function UnchangedBookings({ preview }: { readonly preview: readonly PreviewedChange[] }) {
  const kept = preview.filter(({ reasons, problem }) => reasons.length > 0 || problem !== null);
  const { shown, paging } = usePage(kept);
  const nameOf = useNames(
    allCreatives,
    shown.flatMap(({ reasons }) => reasons.flatMap((reason) => ('creativeId' in reason ? reason.creativeId : []))),
  );
  if (kept.length === 0) return null;
  const rows = shown.flatMap(({ booking, reasons, problem }) =>
    [...(problem === null ? [] : [problem]), ...reasons.map((reason) => reasonText(reason, nameOf))].map(
      (reason): Unchanged => ({ key: `${booking.id} ${reason}`, booking: booking.name, reason }),
    ),
  );
  const columns: readonly TableColumn<Unchanged>[] = [
    { key: 'booking', title: t('booking.label.booking'), render: ({ booking }) => booking },
    { key: 'reason', title: t('common.label.reason'), render: ({ reason }) => <Wrapped text={reason} /> },
  ];
  return (
    <>
      <Title order={3} fz="sm">
        {t('bulkEdit.title.unchanged')}
      </Title>
      <DataTable
        caption={t('bulkEdit.title.unchanged')}
        columns={columns}
        rows={rows}
        rowKey={({ key }) => key}
        paging={paging}
      />
    </>
  );
}

function Wrapped({ text }: { readonly text: string }) {
  return <span style={{ overflowWrap: 'anywhere' }}>{text}</span>;
}

function usePage<Row>(rows: readonly Row[]) {
  const [page, setPage] = useState(1);
  return {
    shown: rows.slice((page - 1) * pageSize, page * pageSize),
    paging: { page, pageSize, total: rows.length, onPage: setPage },
  };
}

function changesOf({ booking, values }: PreviewedChange) {
  const before = bookingValuesOf(booking);
  return Object.entries(values).map(([field, after]) => ({
    field,
    before: before[field as keyof BookingValues] ?? null,
    after: after ?? null,
  }));
}

function reasonText(reason: UnchangedReason, nameOf: (id: number) => string): string {
  return reason.code === 'noDifference'
    ? t('bulkEdit.text.noDifference')
    : t(`bulkEdit.reason.${reason.code}`, { name: nameOf(reason.creativeId) });
}
