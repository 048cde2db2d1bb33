import type { TableColumn } from '../list/data-table.tsx';
import { dayText, lastDayText } from './zoned-time.ts';

type Timed = { readonly startDate: string; readonly endDate: string | null; readonly timeZones: readonly string[] };

/** On which days something runs, by the clock of where it does. Source: docs/decisions/0137-last-days.md. */
export const dayColumns: readonly TableColumn<Timed>[] = [
  {
    key: 'start',
    title: 'First day',
    nowrap: true,
    render: ({ startDate, timeZones }) => dayText(startDate, timeZones[0]),
  },
  {
    key: 'end',
    title: 'Last day',
    nowrap: true,
    render: ({ endDate, timeZones }) => (endDate === null ? 'Open' : lastDayText(endDate, timeZones[0])),
  },
];
