import { type Outcome, orThrow } from './placard-problem.ts';

/** Page of a list. */
export type PageQuery = { readonly limit: number; readonly cursor?: string };

/** Maximum page size. */
const pageSize = 500;

/**
 * Yields every object of a list, page by page. The cursor stays stable while objects are added and removed. A problem
 * is thrown as a `PlacardProblem`.
 * @param list requests one page, such as `(page) => listCampaigns({ client, query: { ...page, sort: '-updatedAt' } })`
 */
export async function* everyObject<One>(
  list: (page: PageQuery) => Promise<Outcome<readonly One[]>>,
): AsyncGenerator<One, void> {
  for (let page: PageQuery | null = { limit: pageSize }; page !== null; ) {
    const { data, response }: { data: readonly One[]; response: Response } = await orThrow(list(page));
    yield* data;
    const cursor = nextCursor(response);
    page = cursor === null ? null : { limit: pageSize, cursor };
  }
}

/** Returns the cursor of `Link: <...>; rel="next"`. null for the last page. */
function nextCursor(response: Response): string | null {
  const next = /<([^>]*)>; *rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  return next === undefined ? null : new URL(next, response.url).searchParams.get('cursor');
}
