import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Outcome } from '../../../client/placard-problem.ts';
import { listDataOf } from '../../api/client.ts';
import { numberOf, useAddress } from '../page/use-address.ts';

const pageSize = 50;

type Fields = Readonly<Record<string, unknown>>;
type Values = Readonly<Record<string, string | undefined>>;

/** The query parameters that every list has. */
type Page<Sort> = { readonly limit: number; readonly offset: number; readonly sort: Sort };

/** Loads one page of a list. Its filters, order and page number are stored in the address. */
export function useList<Row, Sort extends string, Filters extends Fields = Fields>(options: {
  /** First part of the query key. */
  readonly noun: string;
  readonly sort: Sort;
  /** Whether to load the list. Default: true. */
  readonly isEnabled?: boolean;
  /** The query parameters of the filters, from the address. */
  readonly filtersOf?: (values: Values) => Filters;
  readonly fetch: (query: Page<Sort> & { readonly search?: string } & Filters) => Promise<Outcome<readonly Row[]>>;
}) {
  const [values, change] = useAddress();
  const number = numberOf(values['page'], 1);
  const sort = (values['sort'] ?? options.sort) as Sort;
  const search = values['search'];
  const page = { limit: pageSize, offset: (number - 1) * pageSize, sort, ...(search === undefined ? {} : { search }) };
  const query = { ...page, ...(options.filtersOf?.(values) as Filters) };
  const { data, error, refetch } = useQuery({
    queryKey: [options.noun, 'list', query],
    queryFn: () => listDataOf(options.fetch(query)),
    placeholderData: keepPreviousData,
    enabled: options.isEnabled ?? true,
  });
  return {
    values,
    change,
    /** The query of this page. */
    query,
    rows: data?.rows,
    /** Whether there is no object at all. Then only the empty state offers to create one. */
    isEmpty: data?.total === 0 && Object.keys(values).every((name) => !isFilter(name) || values[name] === undefined),
    error,
    refresh: () => void refetch(),
    sort,
    onSort: (next: string) => change({ sort: next }),
    paging: {
      page: number,
      pageSize,
      total: data?.total ?? 0,
      onPage: (next: number) => change({ page: String(next) }),
    },
  };
}

/** Whether a search parameter of a list restricts its rows. */
function isFilter(name: string): boolean {
  return name !== 'page' && name !== 'sort' && name !== 'item';
}

/** A query parameter with several values. No parameter without values. */
export function valuesFilter<Name extends string, Value>(
  name: Name,
  values: readonly Value[],
): { readonly [Key in Name]?: Value[] } {
  return values.length === 0 ? {} : ({ [name]: [...values] } as { readonly [Key in Name]?: Value[] });
}

/** The query parameters of the days `from` and `to` of the address. */
export function periodFilter({ from, to }: Values): { readonly from?: string; readonly to?: string } {
  return {
    ...(from === undefined ? {} : { from: `${from}T00:00:00Z` }),
    ...(to === undefined ? {} : { to: `${to}T23:59:59Z` }),
  };
}
