import { t } from '../../i18n/t.ts';
import { healthTones, statusTones, type Tone } from '../../labels/status-labels.ts';
import type { BookingBarRow, TimelineRow } from './timeline-rows.ts';

type State = Pick<BookingBarRow, 'status' | 'health'>;

/** The color of a bar: the health of a booking with an issue, otherwise its status. */
export function barTone({ status, health }: State): Tone {
  return health === 'ok' ? statusTones[status] : healthTones[health];
}

/** Text in a bar: the state of a booking that does not deliver as planned. Empty for others. */
export function barText({ status, health }: State): string {
  if (status === 'running') return health === 'ok' ? '' : t(`labels.health.${health}`);
  return t(`labels.status.${status}`);
}

/** `Running · At risk` */
export function stateText({ status, health }: State): string {
  const text = t(`labels.status.${status}`);
  return health === 'ok'
    ? text
    : t('timeline.format.stateAndHealth', { status: text, health: t(`labels.health.${health}`) });
}

/** The different states of bookings, delivering bookings first. */
export function statesOf(rows: readonly TimelineRow[]): readonly State[] {
  const states = new Map<string, State>();
  for (const row of rows) {
    if (row.kind !== 'booking') continue;
    const key = `${row.status === 'running' ? '' : row.status} ${row.health}`;
    if (!states.has(key)) states.set(key, { status: row.status, health: row.health });
  }
  return [...states.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, state]) => state);
}
