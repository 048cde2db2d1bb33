import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import GithubSlugger from 'github-slugger';
import { marked, type Token, type Tokens } from 'marked';

/** Folder `docs` of this repository. */
export const docsFolder = join(import.meta.dirname, '../../../../docs');

/** A Markdown page below `docs/guide` or `docs/decisions`. */
export type GuidePage = {
  /** Path below `/docs/`, without an extension: `book/targeting`. Empty for the index. */
  readonly path: string;
  /** Path of the file below `docs`. */
  readonly file: string;
  readonly title: string;
  readonly tokens: readonly Token[];
  readonly sections: readonly GuideSection[];
};

/** The text below one heading of a page. */
export type GuideSection = {
  /** ID of the heading in the page. */
  readonly id: string;
  readonly heading: string;
  readonly text: string;
  /** Text of the code blocks. */
  readonly code: string;
};

let pages: Promise<ReadonlyMap<string, GuidePage>> | null = null;

/** All pages by path. The files are read once per process. */
export function readGuidePages(): Promise<ReadonlyMap<string, GuidePage>> {
  pages ??= readPages();
  return pages;
}

async function readPages(): Promise<ReadonlyMap<string, GuidePage>> {
  const files = globSync('{guide,decisions}/**/*.md', { cwd: docsFolder });
  const read = await Promise.all(
    files.toSorted().map(async (file) => pageOf(file, await readFile(join(docsFolder, file), 'utf8'))),
  );
  return new Map(read.map((page) => [page.path, page]));
}

function pageOf(file: string, markdown: string): GuidePage {
  const tokens = marked.lexer(markdown);
  const sections = sectionsOf(tokens);
  return { path: guidePathOf(file), file, title: sections[0]?.heading ?? file, tokens, sections };
}

/** `guide/book/targeting.md` is at `book/targeting`, `decisions/0001-x.md` at `decisions/0001-x`, and a README at its folder. */
export function guidePathOf(file: string): string {
  return file
    .replace(/^guide\//, '')
    .replace(/\.md$/, '')
    .replace(/(?:^|\/)README$/, '');
}

/** The address of a link of a page, or null when its target is not served. */
export function hrefOf(page: GuidePage, link: string, served: ReadonlyMap<string, unknown>): string | null {
  if (/^(?:[a-z]+:|#)/.test(link)) return link;
  const [target = '', anchor] = link.split('#');
  const file = posix.join(dirname(page.file), target);
  if (/^pictures\/[\w-]+\.(?:png|svg)$/.test(file)) return `/docs/${file}`;
  const path = guidePathOf(file);
  if (!file.endsWith('.md') || !served.has(path)) return null;
  return `/docs/${path}${anchor === undefined ? '' : `#${anchor}`}`;
}

function sectionsOf(tokens: readonly Token[]): readonly GuideSection[] {
  const slugger = new GithubSlugger();
  const sections: { id: string; heading: string; text: string; code: string }[] = [];
  for (const token of tokens) {
    if (token.type === 'heading') {
      const heading = plainText(token as Tokens.Heading);
      sections.push({ id: slugger.slug(heading), heading, text: '', code: '' });
      continue;
    }
    const section = sections.at(-1);
    if (section === undefined) continue;
    if (token.type === 'code') section.code += ` ${token.text}`;
    else section.text += ` ${plainText(token)}`;
  }
  return sections;
}

/** The text of a token without markup. */
function plainText(token: Token): string {
  if ('tokens' in token && token.tokens !== undefined) return token.tokens.map(plainText).join('');
  if (token.type === 'list') return (token as Tokens.List).items.map(plainText).join(' ');
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table;
    return [header, ...rows]
      .map((cells) => cells.map((cell) => cell.tokens.map(plainText).join('')).join(' '))
      .join(' ');
  }
  if (token.type === 'html') return '';
  return 'text' in token && typeof token.text === 'string' ? token.text : '';
}
