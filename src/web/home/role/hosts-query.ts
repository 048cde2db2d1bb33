import { queryOptions } from '@tanstack/react-query';
import { getHosts } from '../../../client/generated/sdk.gen.ts';
import { client, dataOf } from '../../api/client.ts';

const refreshMs = 30_000;

/** The hosts and data stores of the installation. */
export const hostsQuery = queryOptions({
  queryKey: ['hosts', 'home'],
  queryFn: () => dataOf(getHosts({ client })),
  refetchInterval: refreshMs,
});
