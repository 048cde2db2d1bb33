import { t } from '../../i18n/t.ts';
import { healthTones, statusTones, type Tone } from '../../labels/status-labels.ts';
import type { BookingBarRow } from './timeline-rows.ts';

type State = Pick<BookingBarRow, 'status' | 'health'>;

/** The color of a bar: the health of a booking with an issue, otherwise its status. */
export function barTone({ status, health }: State): Tone {
  return health === 'ok' ? statusTones[status] : healthTones[health];
}

/** `Running · At risk` */
export function stateText({ status, health }: State): string {
  const text = t(`labels.status.${status}`);
  return health === 'ok'
    ? text
    : t('timeline.format.stateAndHealth', { status: text, health: t(`labels.health.${health}`) });
}
