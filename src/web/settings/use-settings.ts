import { useQuery } from '@tanstack/react-query';
import { getSettings } from '../../client/generated/sdk.gen.ts';
import type { Settings } from '../../client/generated/types.gen.ts';
import { client, objectWithEtag } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';

/** The settings of the account. undefined: loading, or the user cannot read them. */
export function useSettings(): Settings | undefined {
  const me = useMe();
  const { data } = useQuery({
    queryKey: ['settings'],
    queryFn: () => objectWithEtag(getSettings({ client })),
    enabled: me.may('settings:read'),
  });
  return data?.object;
}
