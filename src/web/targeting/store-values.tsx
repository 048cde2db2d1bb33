import { useQuery } from '@tanstack/react-query';
import { listLocations } from '../../client/generated/sdk.gen.ts';
import { client, dataOf } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
import { ValueTags, type ValueTagsProps } from './value-tags.tsx';

/** Screens whose names are suggested. Other names can be typed. */
const limit = 500;

/** Names of chains or stores. Suggests those of the screens. */
export function StoreValues({ of, ...props }: ValueTagsProps & { readonly of: 'chain' | 'store' }) {
  const me = useMe();
  const { data = [] } = useQuery({
    queryKey: ['locations', 'screens'],
    queryFn: () => dataOf(listLocations({ client, query: { kind: ['screen'], limit } })),
    enabled: me.may('inventory:read'),
  });
  const names = new Set(data.flatMap(({ screen }) => screen?.[of] ?? []));
  return <ValueTags {...props} data={[...names].toSorted((one, other) => one.localeCompare(other))} />;
}
