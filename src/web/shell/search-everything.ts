import { search } from '../../client/generated/sdk.gen.ts';
import { resourceTypeOf } from '../../contract/resource-types/all-resource-types.ts';
import type { PageAddress } from '../../contract/resource-types/resource-type.ts';
import { client, take } from '../api/client.ts';

/** One thing that was found, and its page. */
export type SearchHit = { readonly kind: string; readonly name: string; readonly detail: string; readonly to: string };

/** The first of each kind by name or id, among what somebody may see. */
export async function searchEverything(text: string): Promise<readonly SearchHit[]> {
  const found = await take(search({ client, query: { q: text } }));
  return found.kinds.flatMap(({ kind, hits }) =>
    hits.map(({ id, name, detail }) => ({
      kind: resourceTypeOf(kind).label,
      name,
      detail: detail ?? '',
      to: addressText(resourceTypeOf(kind).page(id)),
    })),
  );
}

function addressText({ to, search }: PageAddress): string {
  return search === undefined ? to : `${to}?${new URLSearchParams(search)}`;
}
