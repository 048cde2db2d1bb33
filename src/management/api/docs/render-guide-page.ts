import GithubSlugger from 'github-slugger';
import { Marked, type Tokens } from 'marked';
import { type GuidePage, hrefOf, readGuidePages } from './guide-pages.ts';
import type { GuideMatch } from './search-guide.ts';

/** A group of links of the navigation. */
type NavigationGroup = { readonly title: string; readonly links: readonly NavigationLink[] };
type NavigationLink = { readonly path: string; readonly text: string };

/** The HTML document of a page. */
export async function renderGuidePage(page: GuidePage): Promise<string> {
  const pages = await readGuidePages();
  const groups = navigationOf(pages);
  const links = groups.flatMap((group) => group.links);
  const index = links.findIndex((link) => link.path === page.path);
  const around = index === -1 ? '' : neighborLinks(links[index - 1], links[index + 1]);
  return document(page.title, page.path, groups, `${contentOf(page, pages)}${around}`);
}

/** The HTML document of the results of a search. */
export async function renderSearch(query: string, results: readonly GuideMatch[]): Promise<string> {
  const items = results.map(
    ({ path, id, page, heading, excerpt }) =>
      `<li><a href="/docs/${path}#${id}">${escapeHtml(page === heading ? page : `${page}: ${heading}`)}</a><p>${escapeHtml(excerpt)}</p></li>`,
  );
  const count =
    results.length === 0 ? 'No results. Check the spelling or use fewer words.' : `${results.length} results`;
  const content = `<h1>Search results</h1><p>${count}</p><ol class="results">${items.join('')}</ol>`;
  return document(`Search: ${query}`, null, navigationOf(await readGuidePages()), content, query);
}

function contentOf(page: GuidePage, pages: ReadonlyMap<string, GuidePage>): string {
  const slugger = new GithubSlugger();
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading) {
        const text = this.parser.parseInline(tokens);
        const id = slugger.slug(
          text
            .replace(/<[^>]+>/g, '')
            .replaceAll('&#39;', "'")
            .replaceAll('&quot;', '"')
            .replaceAll('&amp;', '&'),
        );
        return `<h${depth} id="${id}">${text}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const text = this.parser.parseInline(tokens);
        const address = hrefOf(page, href, pages);
        return address === null ? text : `<a href="${escapeHtml(address)}">${text}</a>`;
      },
      image({ href, text }: Tokens.Image) {
        return `<img src="${escapeHtml(hrefOf(page, href, pages) ?? href)}" alt="${escapeHtml(text)}">`;
      },
      table(token: Tokens.Table) {
        const cells = (row: readonly Tokens.TableCell[], tag: string) =>
          `<tr>${row.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`;
        const rows = token.rows.map((row) => cells(row, 'td')).join('');
        return `<div class="table" tabindex="0"><table><thead>${cells(token.header, 'th')}</thead><tbody>${rows}</tbody></table></div>\n`;
      },
      code({ text }: Tokens.Code) {
        return `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`;
      },
    },
  });
  return marked.parser([...page.tokens]);
}

/** The navigation is the index of the guide: its headings and lists. */
function navigationOf(pages: ReadonlyMap<string, GuidePage>): readonly NavigationGroup[] {
  const index = pages.get('');
  const groups: { title: string; links: NavigationLink[] }[] = [];
  for (const token of index?.tokens ?? []) {
    if (token.type === 'heading' && token.depth === 2) groups.push({ title: token.text, links: [] });
    if (token.type !== 'list' || index === undefined) continue;
    for (const [, text = '', target = ''] of token.raw.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)) {
      const href = hrefOf(index, target, pages);
      if (href !== null) groups.at(-1)?.links.push({ path: href.replace(/^\/docs\//, ''), text });
    }
  }
  return groups;
}

function document(
  title: string,
  path: string | null,
  groups: readonly NavigationGroup[],
  content: string,
  query = '',
): string {
  const navigation = groups
    .map(({ title: group, links }) => {
      const items = links.map((link) => {
        const current = link.path === path ? ' aria-current="page"' : '';
        return `<li><a href="/docs/${link.path}"${current}>${escapeHtml(link.text)}</a></li>`;
      });
      const isOpen = links.some((link) => link.path === path) || path === '';
      return `<details${isOpen ? ' open' : ''}><summary>${escapeHtml(group)}</summary><ul>${items.join('')}</ul></details>`;
    })
    .join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)} - Placard guide</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><link rel="icon" href="/icon.svg"><link rel="stylesheet" href="/docs/guide.css"></head>
<body><a class="skip" href="#content">Skip to content</a><header><a class="home" href="/docs">Placard guide</a>
<form role="search" action="/docs/search"><input type="search" name="q" aria-label="Search the guide" placeholder="Search the guide" value="${escapeHtml(query)}" required><button>Search</button></form>
<nav aria-label="Placard"><a href="/api/docs">API reference</a> <a href="/">Web interface</a></nav></header>
<div class="columns"><nav class="pages" aria-label="Guide">${navigation}</nav><main id="content" tabindex="-1">${content}</main></div></body></html>`;
}

function neighborLinks(previous: NavigationLink | undefined, next: NavigationLink | undefined): string {
  const link = (to: NavigationLink | undefined, label: string) =>
    to === undefined ? '<span></span>' : `<a href="/docs/${to.path}">${label}: ${escapeHtml(to.text)}</a>`;
  return `<nav class="neighbors" aria-label="Previous and next page">${link(previous, 'Previous')}${link(next, 'Next')}</nav>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
