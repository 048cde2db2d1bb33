import { type DefaultTreeAdapterMap, parseFragment } from 'parse5';
import { type InsecureParts, isInsecure } from '../../../core/creative/check-creative.ts';

type Node = DefaultTreeAdapterMap['node'];

/** Elements for which these attributes load code or pages. For all other elements they load content. */
const codeElements: ReadonlySet<string> = new Set(['script', 'iframe', 'frame', 'object', 'embed', 'link']);
const loadingAttributes: ReadonlySet<string> = new Set(['src', 'srcset', 'data', 'poster', 'background']);

/** Returns what markup loads by http. Targets of links are not loaded. */
export function insecureParts(html: string | null): InsecureParts {
  // Most markup does not contain http URLs and is not parsed.
  if (html === null || !/http:\/\//i.test(html)) return { code: false, content: false };
  const found = { code: false, content: false };
  const waiting: Node[] = [parseFragment(html, { scriptingEnabled: false })];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if ('attrs' in node) note(node, found);
    if ('content' in node) waiting.push(node.content);
    if ('childNodes' in node) waiting.push(...node.childNodes);
  }
  return found;
}

function note(
  { tagName, attrs, childNodes }: DefaultTreeAdapterMap['element'],
  found: { code: boolean; content: boolean },
): void {
  for (const { name, value } of attrs) {
    const isStyleSheet = tagName === 'link' && name === 'href';
    if ((loadingAttributes.has(name) || isStyleSheet) && loadsInsecure(name, value)) {
      found[codeElements.has(tagName) ? 'code' : 'content'] = true;
    }
    if (name === 'style' && stylesLoad(value)) found.content = true;
  }
  if (tagName !== 'style') return;
  if (childNodes.some((child) => 'value' in child && stylesLoad(child.value))) found.content = true;
}

function loadsInsecure(name: string, value: string): boolean {
  return (name === 'srcset' ? value.split(',') : [value]).some(isInsecure);
}

function stylesLoad(css: string): boolean {
  return [...css.matchAll(/(?:url\(\s*|@import\s+)["']?([^"')\s]+)/gi)].some(([, url = '']) => isInsecure(url));
}
