import { type RawBuilder, sql } from 'kysely';
import { counters, type EventCounter } from '../../core/pricing/billable-events.ts';

/** Returns SQL for each counter of billable events, separated by commas. Columns have the names of their counters. */
export function forCounters(sqlOf: (counter: EventCounter) => RawBuilder<unknown>): RawBuilder<unknown> {
  return sql.join(counters.map(sqlOf));
}

/** Returns `impressions, viewables, clicks`; with a table `total.impressions, ...` */
export function counterColumns(table?: string): RawBuilder<unknown> {
  return forCounters((counter) => columnOf(counter, table));
}

/** Returns `coalesce(total.impressions, 0) as impressions, ...` @param name column alias of a counter */
export function countersOrZero(table: string, name: (counter: EventCounter) => string = (counter) => counter) {
  return forCounters((counter) => sql`coalesce(${columnOf(counter, table)}, 0)::bigint as ${sql.ref(name(counter))}`);
}

/** Returns `sum(counted.impressions)::bigint as impressions, ...` */
export function counterSums(table: string): RawBuilder<unknown> {
  return forCounters((counter) => sql`sum(${columnOf(counter, table)})::bigint as ${sql.ref(counter)}`);
}

function columnOf(counter: EventCounter, table?: string): RawBuilder<unknown> {
  return sql.ref(table === undefined ? counter : `${table}.${counter}`);
}
