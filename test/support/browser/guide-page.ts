import { readFile } from 'node:fs/promises';

/** A block of code on a page of the guide. */
export type GuideBlock = { readonly language: string; readonly code: string };

/** The blocks of a page below docs/guide, in their order. */
export async function guideBlocks(page: string): Promise<readonly GuideBlock[]> {
  const markdown = await readFile(new URL(`../../../docs/guide/${page}`, import.meta.url), 'utf8');
  return [...markdown.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', code = '']) => ({ language, code }));
}

/** What a reader copies of one language. */
export function codesIn(blocks: readonly GuideBlock[], language: string): readonly string[] {
  return blocks.filter((block) => block.language === language).map(({ code }) => code);
}
