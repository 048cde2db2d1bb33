import { search } from '../../client/generated/sdk.gen.ts';
import type { SearchResult } from '../../client/generated/types.gen.ts';
import { client, take } from '../api/client.ts';

/** One thing that was found, and its page. */
export type Found = { readonly kind: string; readonly name: string; readonly detail: string; readonly to: string };

type Kind = SearchResult['kinds'][number]['kind'];

const kinds: Readonly<Record<Kind, { readonly word: string; readonly to: (id: number) => string }>> = {
  campaigns: { word: 'Campaign', to: (id) => `/campaigns/${id}` },
  bookings: { word: 'Booking', to: (id) => `/bookings/${id}` },
  creatives: { word: 'Creative', to: (id) => `/creatives/${id}` },
  'inventory/position': { word: 'Position', to: (id) => `/inventory?item=position-${id}` },
  'inventory/publication': { word: 'Publication', to: (id) => `/inventory?item=publication-${id}` },
  'media-partners': { word: 'Media partner', to: (id) => `/media-partners/${id}` },
  brands: { word: 'Brand', to: (id) => `/campaigns?brand=${id}` },
  users: { word: 'User', to: (id) => `/administration/users?item=${id}` },
};

/** The first of each kind by name or id, among what somebody may see. */
export async function searchEverything(text: string): Promise<readonly Found[]> {
  const found = await take(search({ client, query: { q: text } }));
  return found.kinds.flatMap(({ kind, hits }) =>
    hits.map(({ id, name, detail }) => ({
      kind: kinds[kind].word,
      name,
      detail: detail ?? '',
      to: kinds[kind].to(id),
    })),
  );
}
