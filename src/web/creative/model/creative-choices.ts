import { listCreatives } from '../../../client/generated/sdk.gen.ts';
import type { ChoiceSource } from '../../api/choice-source.ts';
import { client, dataOf } from '../../api/client.ts';
import { libraryKinds } from './kind-labels.ts';

const shown = 30;

/** Creatives to choose from, of some brands or all, the most recently updated first. */
export function creativeChoices({ brandIds = [] }: { readonly brandIds?: readonly number[] }): ChoiceSource {
  const only = brandIds.length === 0 ? {} : { brandId: [...brandIds] };
  return {
    key: ['creatives', 'choices', ...brandIds],
    find: (search) =>
      dataOf(
        listCreatives({
          client,
          query: {
            ...only,
            kind: [...libraryKinds],
            ...(search === '' ? {} : { search }),
            limit: shown,
            sort: '-updatedAt',
          },
        }),
      ),
    named: (ids) =>
      dataOf(listCreatives({ client, query: { id: [...ids], includeArchived: 'true', limit: ids.length } })),
  };
}
