import { createHash } from 'node:crypto';
import { type DefaultTreeAdapterMap, parseFragment } from 'parse5';
import type { VideoCreative } from '../../../../core/vast/video-creative.ts';
import { maxCheckedAddresses } from '../../../../core/vocabulary/limits.ts';

type Node = DefaultTreeAdapterMap['node'];

/** What others hold that a creative needs: documents of VAST, and the scripts, frames and style sheets of its markup. */
export type ThirdPartyAddresses = {
  readonly vast: string | null;
  readonly code: readonly string[];
};

/** Elements that load code or pages, and the attribute that says where from. Images are left out: a pixel would be counted. */
const loading: Readonly<Record<string, string>> = {
  script: 'src',
  iframe: 'src',
  embed: 'src',
  object: 'data',
  link: 'href',
};

/** What of a creative is fetched to see whether it is there; null: nothing. */
export function thirdPartyAddresses(shown: {
  readonly html: string | null;
  readonly video: VideoCreative | null;
}): ThirdPartyAddresses | null {
  const vast = shown.video?.vast?.url ?? null;
  const code = codeOf(shown.html);
  return vast === null && code.length === 0 ? null : { vast, code };
}

/** Under this the outcome is kept: other addresses have another one. */
export function nameOfAddresses(addresses: ThirdPartyAddresses): string {
  return createHash('sha256').update(JSON.stringify(addresses)).digest('hex').slice(0, 32);
}

function codeOf(html: string | null): readonly string[] {
  if (html === null || !/\/\//.test(html)) return [];
  const found = new Set<string>();
  const waiting: Node[] = [parseFragment(html, { scriptingEnabled: false })];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if ('attrs' in node) {
      const attribute = loading[node.tagName];
      const address = node.attrs.find(({ name }) => name === attribute)?.value.trim() ?? '';
      if (/^(?:https?:)?\/\//i.test(address)) found.add(address.replace(/^\/\//, 'https://'));
    }
    if ('content' in node) waiting.push(node.content);
    if ('childNodes' in node) waiting.push(...node.childNodes.toReversed());
  }
  return [...found].slice(0, maxCheckedAddresses);
}
