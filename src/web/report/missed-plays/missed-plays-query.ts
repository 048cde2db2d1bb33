import type { ListMissedPlaysData } from '../../../client/generated/types.gen.ts';
import { listOf, numberOf } from '../../ui/page/use-address.ts';
import { daysAfter } from '../model/report-query.ts';

/** Rows of a page. */
export const missedPlaysPageSize = 50;

/** Dimensions of the rows. */
export const missedPlaysDimensions = [
  { name: 'day', label: 'labels.reportDimension.day' },
  { name: 'position', label: 'report.label.screen' },
  { name: 'booking', label: 'labels.reportDimension.booking' },
] as const;
/** A dimension of the rows. */
export type GroupedBy = (typeof missedPlaysDimensions)[number]['name'];

type Values = Readonly<Record<string, string | undefined>>;
type Query = NonNullable<ListMissedPlaysData['query']>;

/** The query of the API for an address, in which the last day is exclusive. */
export function missedPlaysQueryOf(values: Values): Query & { readonly groupBy: GroupedBy[] } {
  const { from, until } = values;
  const chosen = listOf(values['by']);
  const groupBy = missedPlaysDimensions.map(({ name }) => name).filter((name) => chosen.includes(name));
  const idOf = (name: string) => numberOf(values[name], 0);
  const ids = { publicationId: idOf('publication'), positionId: idOf('position'), bookingId: idOf('booking') };
  return {
    limit: missedPlaysPageSize,
    offset: (numberOf(values['page'], 1) - 1) * missedPlaysPageSize,
    ...(from === undefined ? {} : { from }),
    ...(until === undefined ? {} : { to: daysAfter(until, 1) }),
    ...Object.fromEntries(Object.entries(ids).filter(([, id]) => id > 0)),
    groupBy: groupBy.length === 0 ? ['position', 'booking'] : groupBy,
  };
}

/** The URL of the rows of all pages as a CSV file. */
export function csvAddress(values: Values): string {
  const { limit: _, offset: __, ...query } = missedPlaysQueryOf(values);
  const texts = Object.entries(query).flatMap(([name, value]) =>
    Array.isArray(value) ? value.map((one) => [name, one]) : [[name, String(value)]],
  );
  return `/api/v1/missed-plays?${new URLSearchParams([...texts, ['format', 'csv']])}`;
}
