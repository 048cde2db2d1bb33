import { createHash } from 'node:crypto';
import { type DefaultTreeAdapterMap, parseFragment } from 'parse5';
import type { VideoCreative } from '../../../../core/vast/video-creative.ts';
import { maxCheckedAddresses } from '../../../../core/vocabulary/limits/creative-limits.ts';

type Node = DefaultTreeAdapterMap['node'];

/** Third-party resources of a creative: VAST documents, and the scripts, frames and style sheets of its markup. */
export type ThirdPartyAddresses = {
  readonly vast: string | null;
  readonly code: readonly string[];
};

/**
 * Elements that load code or pages, and their URL attribute. Images are excluded, because a request of a pixel would be
 * counted.
 */
const loading: Readonly<Record<string, string>> = {
  script: 'src',
  iframe: 'src',
  embed: 'src',
  object: 'data',
  link: 'href',
};

/** Returns the URLs of a creative to check. `vast` is null if there is none. */
export function thirdPartyAddresses(shown: {
  readonly html: string | null;
  readonly video: VideoCreative | null;
}): ThirdPartyAddresses | null {
  const vast = shown.video?.vast?.url ?? null;
  const code = codeOf(shown.html);
  return vast === null && code.length === 0 ? null : { vast, code };
}

/** Returns the key under which the result is stored. It depends on the URLs. */
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
