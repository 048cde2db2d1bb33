import { t } from '../../i18n/t.ts';
import type { TableColumn } from '../list/data-table.tsx';
import { dayText, lastDayText } from './zoned-time.ts';

type Period = { readonly startDate: string; readonly endDate: string | null; readonly timeZones: readonly string[] };

/** The columns for the first and last day, in the time zone of the publication. Source: docs/decisions/0137-last-days.md. */
export function dayColumns(): readonly TableColumn<Period>[] {
  return [
    {
      key: 'start',
      phone: 'value',
      width: 104,
      title: t('common.label.firstDay'),
      nowrap: true,
      render: ({ startDate, timeZones }) => dayText(startDate, timeZones[0]),
    },
    {
      key: 'end',
      phone: 'until',
      width: 104,
      title: t('common.label.lastDay'),
      nowrap: true,
      render: ({ endDate, timeZones }) =>
        endDate === null ? t('labels.format.openEnded') : lastDayText(endDate, timeZones[0]),
    },
  ];
}
