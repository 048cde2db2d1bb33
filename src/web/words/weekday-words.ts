import type { Weekday } from '../../core/words/statuses.ts';

/** Short names of the days of the week. */
export const weekdayWords: Readonly<Record<Weekday, string>> = {
  mon: 'Mon',
  tue: 'Tue',
  wed: 'Wed',
  thu: 'Thu',
  fri: 'Fri',
  sat: 'Sat',
  sun: 'Sun',
};
