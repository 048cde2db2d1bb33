import type { ListBookingsData } from '../../../client/generated/types.gen.ts';
import { periodFilter, valuesFilter } from '../../ui/list/use-list.ts';
import { listOf } from '../../ui/page/use-address.ts';

type Values = Readonly<Record<string, string | undefined>>;
type Query = NonNullable<ListBookingsData['query']>;

/** The query parameters of the API for the parameters of the address. */
export function bookingQueryOf(values: Values): Omit<Query, 'limit' | 'offset' | 'sort' | 'search'> {
  const ids = (name: string) => listOf(values[name]).map(Number);
  return {
    ...valuesFilter('status', listOf(values['status']) as NonNullable<Query['status']>),
    ...valuesFilter('health', listOf(values['health']) as NonNullable<Query['health']>),
    ...valuesFilter('type', listOf(values['type']) as NonNullable<Query['type']>),
    ...valuesFilter('method', listOf(values['method']) as NonNullable<Query['method']>),
    ...valuesFilter('advertiserCompanyId', ids('advertiser')),
    ...valuesFilter('brandId', ids('brand')),
    ...valuesFilter('publicationId', ids('publication')),
    ...valuesFilter('campaignId', ids('campaign')),
    ...periodFilter(values),
  };
}
