import { dayMs } from '../../core/time/durations.ts';
import type { Status } from '../../core/vocabulary/statuses.ts';
import { t } from '../i18n/t.ts';
import classes from './pacing-bar.module.css';

type Flight = { readonly status: Status; readonly startDate: string | null; readonly endDate: string | null };

/** Returns the elapsed part of the flight of a booking or campaign without a goal. null: it is not running or has no end. */
export function elapsedBar({ status, startDate, endDate }: Flight) {
  if (status !== 'running' || startDate === null || endDate === null) return null;
  const [startMs, endMs] = [Date.parse(startDate), Date.parse(endDate)];
  const days = Math.max(1, Math.ceil((endMs - startMs) / dayMs));
  const day = Math.min(days, Math.max(1, Math.floor((Date.now() - startMs) / dayMs) + 1));
  const text = t('labels.format.dayOf', { day, days });
  return (
    <span className={classes.pacing} role="img" aria-label={text} title={text}>
      <span className={classes.bar}>
        <span className={classes.elapsed} style={{ width: `${(day / days) * 100}%` }} />
      </span>
      {`${day}/${days}`}
    </span>
  );
}
