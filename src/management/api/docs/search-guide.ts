import MiniSearch from 'minisearch';
import { readGuidePages } from './guide-pages.ts';

/** A section of the guide that matches a search. */
export type GuideMatch = {
  readonly path: string;
  readonly id: string;
  /** Title of the page. */
  readonly page: string;
  readonly heading: string;
  readonly excerpt: string;
};

type IndexedSection = Omit<GuideMatch, 'id' | 'excerpt'> & {
  readonly id: string;
  readonly anchor: string;
  readonly text: string;
  readonly code: string;
};

const maxResults = 20;
const excerptLength = 180;

let index: Promise<MiniSearch<IndexedSection>> | null = null;

/** Sections of the guide that match all words of the query, or else some of them; the best match first. At most 20. */
export async function searchGuide(query: string): Promise<readonly GuideMatch[]> {
  index ??= buildIndex();
  const search = await index;
  const options = { prefix: true, fuzzy: 0.15, boost: { page: 3, heading: 2 } };
  const all = search.search(query, { ...options, combineWith: 'AND' });
  const found = all.length > 0 ? all : search.search(query, options);
  return found.slice(0, maxResults).map((result) => ({
    path: String(result['path']),
    id: String(result['anchor']),
    page: String(result['page']),
    heading: String(result['heading']),
    excerpt: excerptOf(String(result['text']), result.terms),
  }));
}

async function buildIndex(): Promise<MiniSearch<IndexedSection>> {
  const search = new MiniSearch<IndexedSection>({
    fields: ['page', 'heading', 'text', 'code'],
    storeFields: ['path', 'anchor', 'page', 'heading', 'text'],
  });
  for (const { path, title, sections } of (await readGuidePages()).values()) {
    if (path === '' || path.startsWith('decisions')) continue;
    for (const { id, heading, text, code } of sections) {
      search.add({ id: `${path}#${id}`, path, anchor: id, page: title, heading, text, code });
    }
  }
  return search;
}

/** The text around the first matching term. */
function excerptOf(text: string, terms: readonly string[]): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  const positions = terms.map((term) => plain.toLowerCase().indexOf(term.toLowerCase())).filter((at) => at >= 0);
  const from = positions.length === 0 ? 0 : Math.max(0, plain.lastIndexOf(' ', Math.min(...positions) - 40) + 1);
  const excerpt = plain.slice(from, from + excerptLength);
  return `${from > 0 ? '… ' : ''}${excerpt}${from + excerptLength < plain.length ? ' …' : ''}`;
}
