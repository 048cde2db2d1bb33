import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Outcome } from '../../../client/placard-problem.ts';
import { listDataOf } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { meQuery } from '../../api/use-me.ts';
import { numberOf, useAddress } from '../page/use-address.ts';

const pageSize = 50;

type Fields = Readonly<Record<string, unknown>>;
type Values = Readonly<Record<string, string | undefined>>;

/** The query parameters that every list has. */
type Page<Sort> = { readonly limit: number; readonly offset: number; readonly sort: Sort };

/** What distinguishes a list from the others. */
export type ListSource<Row, Sort extends string, Filters extends Fields = Fields> = {
  /** First part of the query key. */
  readonly noun: string;
  readonly sort: Sort;
  /** Whether the browser keeps the order that the user chooses. */
  readonly remembersSort?: boolean;
  /** The query parameters of the filters, from the address. */
  readonly filtersOf?: (values: Values) => Filters;
  readonly fetch: (query: Page<Sort> & { readonly search?: string } & Filters) => Promise<Outcome<readonly Row[]>>;
};

/** Loads one page of a list. Its filters, order and page number are stored in the address. */
export function useList<Row, Sort extends string, Filters extends Fields = Fields>(
  source: ListSource<Row, Sort, Filters> & {
    /** Whether to load the list. Default: true. */
    readonly isEnabled?: boolean;
  },
) {
  const [values, change] = useAddress();
  const { number, sort, query, queryOptions } = listPageOf(source, values);
  const { data, error, refetch } = useQuery({
    ...queryOptions,
    placeholderData: keepPreviousData,
    enabled: source.isEnabled ?? true,
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
    onSort: (next: string) => {
      if (source.remembersSort === true) keepSort(source.noun, next);
      change({ sort: next });
    },
    paging: {
      page: number,
      pageSize,
      total: data?.total ?? 0,
      onPage: (next: number) => change({ page: String(next) }),
    },
  };
}

/** Starts to load the page of a list that `useList` shows at an address. */
export function prefetchList<Row, Sort extends string, Filters extends Fields>(
  source: ListSource<Row, Sort, Filters>,
  values: Values,
) {
  const { queryOptions } = listPageOf(source, values);
  return queryClient.fetchQuery(queryOptions);
}

/** The page of a list at an address. */
function listPageOf<Row, Sort extends string, Filters extends Fields>(
  { noun, sort: firstSort, remembersSort, filtersOf, fetch }: ListSource<Row, Sort, Filters>,
  values: Values,
) {
  const number = numberOf(values['page'], 1);
  const sort = (values['sort'] ?? (remembersSort === true ? keptSort(noun) : null) ?? firstSort) as Sort;
  const search = values['search'];
  const page = { limit: pageSize, offset: (number - 1) * pageSize, sort, ...(search === undefined ? {} : { search }) };
  const query = { ...page, ...(filtersOf?.(values) as Filters) };
  const queryOptions = { queryKey: [noun, 'list', query], queryFn: () => listDataOf(fetch(query)) };
  return { number, sort, query, queryOptions };
}

/** The order of a list that the user has chosen. null: none. */
function keptSort(noun: string): string | null {
  return localStorage.getItem(sortKey(noun));
}

function keepSort(noun: string, sort: string): void {
  localStorage.setItem(sortKey(noun), sort);
}

/** Stored in the browser for each user, like the columns. */
function sortKey(noun: string): string {
  const me = queryClient.getQueryData(meQuery.queryKey);
  return `placard-sort-${noun}-${me?.id ?? ''}`;
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
