import { readFile } from 'node:fs/promises';

/** A code block on a page of the guide. */
export type GuideBlock = { readonly language: string; readonly code: string };

/** Returns the code blocks of a page below docs/guide, in order. */
export async function guideBlocks(page: string): Promise<readonly GuideBlock[]> {
  const markdown = await readFile(new URL(`../../../docs/guide/${page}`, import.meta.url), 'utf8');
  return [...markdown.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', code = '']) => ({ language, code }));
}

/** Returns the code of all blocks in one language. */
export function codesIn(blocks: readonly GuideBlock[], language: string): readonly string[] {
  return blocks.filter((block) => block.language === language).map(({ code }) => code);
}
