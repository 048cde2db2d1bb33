import {
  listBookings,
  listBrands,
  listCampaigns,
  listCreatives,
  listMediaPartners,
  listPositions,
  listPublications,
} from '../../client/generated/sdk.gen.ts';
import type { Outcome } from '../../client/placard-problem.ts';
import { client, take } from '../api/client.ts';
import type { Scope } from '../api/use-me.ts';

/** One thing that was found, and its page. */
export type Found = { readonly kind: string; readonly name: string; readonly to: string };

type Named = { readonly id: number; readonly name: string };
type Query = { readonly search: string; readonly limit: number };

const shown = 5;

const kinds: readonly {
  readonly kind: string;
  readonly scope: Scope;
  readonly list: (query: Query) => Promise<Outcome<readonly (Named & { readonly mediaPartnerId?: number })[]>>;
  readonly to: (one: Named & { readonly mediaPartnerId?: number }) => string;
}[] = [
  {
    kind: 'Campaign',
    scope: 'campaigns:read',
    list: (query) => listCampaigns({ client, query }),
    to: ({ id }) => `/campaigns/${id}`,
  },
  {
    kind: 'Booking',
    scope: 'bookings:read',
    list: (query) => listBookings({ client, query }),
    to: ({ id }) => `/bookings/${id}`,
  },
  {
    kind: 'Creative',
    scope: 'creatives:read',
    list: (query) => listCreatives({ client, query }),
    to: ({ id }) => `/creatives/${id}`,
  },
  {
    kind: 'Position',
    scope: 'inventory:write',
    list: (query) => listPositions({ client, query }),
    to: ({ id }) => `/inventory?position=${id}`,
  },
  {
    kind: 'Publication',
    scope: 'inventory:write',
    list: (query) => listPublications({ client, query }),
    to: ({ id }) => `/inventory?publication=${id}`,
  },
  {
    kind: 'Media partner',
    scope: 'media-partners:write',
    list: (query) => listMediaPartners({ client, query }),
    to: ({ id }) => `/media-partners/${id}`,
  },
  {
    kind: 'Brand',
    scope: 'media-partners:write',
    list: (query) => listBrands({ client, query }),
    to: ({ mediaPartnerId }) => `/media-partners/${mediaPartnerId}`,
  },
];

/** The first of each kind whose name holds the text, among what somebody may see. */
export async function searchEverything(search: string, may: (scope: Scope) => boolean): Promise<readonly Found[]> {
  const asked = kinds.filter(({ scope }) => may(scope));
  const found = await Promise.all(
    asked.map(async ({ kind, list, to }) =>
      (await take(list({ search, limit: shown }))).map((one) => ({ kind, name: one.name, to: to(one) })),
    ),
  );
  return found.flat();
}
