import { listBrands, listMediaPartners } from '../../client/generated/sdk.gen.ts';
import type { ChoiceSource, PickerChoice } from '../api/choice-source.ts';
import { client, dataOf } from '../api/client.ts';

const shown = 30;

/** Companies to choose from, of one role or all. */
export function partnerChoices(role?: 'ADVERTISER' | 'INVOICE'): ChoiceSource {
  const only = role === undefined ? {} : { roles: [role] };
  return {
    key: ['media-partners', 'choices', role ?? 'any'],
    create: { type: 'mediaPartner', scope: 'media-partners:write' },
    find: async (search) =>
      choices(
        await dataOf(
          listMediaPartners({ client, query: { ...only, ...searchQuery(search), limit: shown, sort: 'name' } }),
        ),
      ),
    named: async (ids) =>
      choices(await dataOf(listMediaPartners({ client, query: { id: [...ids], includeArchived: 'true' } }))),
  };
}

/** Brands to choose from, of one company or all. */
export function brandChoices(mediaPartnerId?: number): ChoiceSource {
  const only = mediaPartnerId === undefined ? {} : { mediaPartnerId: [mediaPartnerId] };
  return {
    key: ['brands', 'choices', mediaPartnerId ?? 'any'],
    create: {
      type: 'brand',
      scope: 'media-partners:write',
      ...(mediaPartnerId !== undefined && { parentId: mediaPartnerId }),
    },
    find: async (search) =>
      choices(
        await dataOf(listBrands({ client, query: { ...only, ...searchQuery(search), limit: shown, sort: 'name' } })),
      ),
    named: async (ids) =>
      choices(await dataOf(listBrands({ client, query: { id: [...ids], includeArchived: 'true' } }))),
  };
}

/** The brands with the given IDs, such as those of a campaign. */
export function brandsByIds(ids: readonly number[]): ChoiceSource {
  const find = async (search: string) =>
    choices(await dataOf(listBrands({ client, query: { id: [...ids], ...searchQuery(search), sort: 'name' } })));
  return { key: ['brands', 'choices', 'among', ...ids], find, named: () => find('') };
}

/** The query of a search. An empty search has no query. */
function searchQuery(search: string) {
  return search === '' ? {} : { search };
}

function choices(objects: readonly { readonly id: number; readonly name: string }[]): readonly PickerChoice[] {
  return objects.map(({ id, name }) => ({ id, name }));
}
