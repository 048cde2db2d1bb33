import type { ActivityEntry } from '../../client/generated/types.gen.ts';
import { wallTimeOf } from '../ui/time/zoned-time.ts';

/** Fields whose change can affect delivery. */
const deliveryFields: ReadonlySet<string> = new Set([
  'activeDays',
  'caps',
  'creatives',
  'dayParts',
  'delivery',
  'endDate',
  'locationIds',
  'positionIds',
  'pricing',
  'priority',
  'publicationIds',
  'publisherIds',
  'startDate',
  'targeting',
]);

/** Actions that start, stop or end delivery. */
const deliveryActions: ReadonlySet<string> = new Set(['approve', 'pause', 'resume', 'cancel', 'archive', 'reopen']);

/** The changes of one local day. */
export type DayOfChanges = {
  /** `2026-11-24`. */
  readonly day: string;
  /** Newest first. */
  readonly entries: readonly ActivityEntry[];
};

/**
 * The changes that can affect delivery, by the local day on which they were made, latest day first. Each day has one
 * marker in a chart.
 */
export function changesByDay(entries: readonly ActivityEntry[], timeZone: string): readonly DayOfChanges[] {
  const relevant = entries.filter(
    ({ action, fields }) =>
      deliveryActions.has(action) || (action === 'update' && fields.some((field) => deliveryFields.has(field))),
  );
  const days = Map.groupBy(relevant, ({ at }) => wallTimeOf(at, timeZone).slice(0, 10));
  return [...days].map(([day, ofDay]) => ({ day, entries: ofDay })).toSorted((a, b) => b.day.localeCompare(a.day));
}
