import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { search } from '../../client/generated/sdk.gen.ts';
import type { Favorite } from '../../client/generated/types.gen.ts';
import { resourceTypeOf } from '../../contract/resource-types/all-resource-types.ts';
import type { PageAddress } from '../../contract/resource-types/resource-type.ts';
import { client, dataOf } from '../api/client.ts';
import { type Person, useMe } from '../api/use-me.ts';
import { favoriteAddress, favoritesQuery, recentObjectsQuery } from '../favorite/favorite-queries.ts';
import { t } from '../i18n/t.ts';
import { commandsOf } from './commands.ts';
import { navigationOf } from './navigation.ts';

/** One search result and the address of its page. */
export type SearchHit = {
  /** Name of the type. Empty for pages. */
  readonly kind: string;
  readonly name: string;
  readonly detail: string;
  readonly to: string;
};

/** Results below one heading. null: no heading. */
export type HitSection = { readonly title: string | null; readonly hits: readonly SearchHit[] };

/**
 * The results for a text: pages, objects and actions. Without a text: the favorites and recent objects of the user, then
 * pages and actions.
 * @param query the text after a pause in typing
 */
export function useSearchHits(
  text: string,
  query: string,
): { readonly sections: readonly HitSection[]; readonly isFetching: boolean } {
  const me = useMe();
  const marked = useMarkedObjects();
  const { data, isFetching } = useQuery({
    queryKey: ['search', query],
    queryFn: () => searchEverything(query),
    enabled: query !== '',
    placeholderData: keepPreviousData,
  });
  const wanted = text.trim().toLocaleLowerCase();
  const isMatch = ({ name }: SearchHit) => name.toLocaleLowerCase().includes(wanted);
  const pages = pagesOf(me).filter(isMatch);
  const commands = commandsOf(me)
    .map((command) => ({ ...command, kind: t('shell.label.command'), detail: '' }))
    .filter(isMatch);
  if (wanted !== '') {
    const hits = [...pages, ...(query === '' ? [] : (data ?? [])), ...commands];
    return { sections: [{ title: null, hits }], isFetching };
  }
  const rest = { title: t('shell.title.pagesAndActions'), hits: [...pages, ...commands] };
  return { sections: [...marked, rest].filter(({ hits }) => hits.length > 0), isFetching };
}

type MarkedObject = Pick<Favorite, 'kind' | 'objectId' | 'name' | 'detail'>;

/** The favorites, and the recent objects that are no favorites. */
function useMarkedObjects(): readonly HitSection[] {
  const { data: favorites = [] } = useQuery(favoritesQuery);
  const { data: recent = [] } = useQuery(recentObjectsQuery);
  const favoriteHits = favorites.map(hitOf);
  const known = new Set(favoriteHits.map(({ to }) => to));
  return [
    { title: t('shell.title.favorites'), hits: favoriteHits },
    { title: t('shell.title.recentObjects'), hits: recent.map(hitOf).filter(({ to }) => !known.has(to)) },
  ];
}

function hitOf({ name, detail, ...object }: MarkedObject): SearchHit {
  return { kind: t(`labels.resourceType.${object.kind}`), name, detail: detail ?? '', to: favoriteAddress(object) };
}

/** Pages of the navigation, and pages that only the search and other pages lead to. */
function pagesOf(me: Person): readonly SearchHit[] {
  const listed = navigationOf(me).map(({ to, name }) => ({ to, name: t(`shell.page.${name}`) }));
  return [...listed, { to: '/activity', name: t('shell.page.activity') }].map((page) => ({
    ...page,
    kind: '',
    detail: '',
  }));
}

/** The first results of each type that the user can see. */
async function searchEverything(text: string): Promise<readonly SearchHit[]> {
  const found = await dataOf(search({ client, query: { q: text } }));
  return found.kinds.flatMap(({ kind, hits }) =>
    hits.map(({ id, name, detail }) => ({
      kind: t(`labels.resourceType.${kind}`),
      name,
      detail: detail ?? '',
      to: addressText(resourceTypeOf(kind).page(id)),
    })),
  );
}

function addressText({ to, search: parameters }: PageAddress): string {
  return parameters === undefined ? to : `${to}?${new URLSearchParams(parameters)}`;
}
