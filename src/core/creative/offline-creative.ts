import type { CreativeRow } from '../snapshot/snapshot-rows.ts';
import { progressiveFiles } from '../vast/progressive-files.ts';
import { mraidVersionOf } from './mraid.ts';

/**
 * Why a player cannot show a creative without a network:
 * - `external_resources`: its markup loads files of other hosts.
 * - `third_party_vast`: another ad server selects its files when it plays.
 * - `stream`: its video is a stream, or its URL has macros.
 * - `no_file`: it has no file or markup.
 * - `needs_app`: its markup calls the MRAID container of an app.
 */
export type OfflineProblem = 'external_resources' | 'third_party_vast' | 'stream' | 'no_file' | 'needs_app';

type OfflineContent = Pick<CreativeRow, 'kind' | 'file' | 'html' | 'images' | 'video'>;

/** Returns why a player cannot show a creative without a network; null: it can. */
export function offlineProblemOf({ kind, file, html, images, video }: OfflineContent): OfflineProblem | null {
  if (kind === 'vast') return 'third_party_vast';
  if (video !== undefined) return progressiveFiles(video).length > 0 ? null : 'stream';
  // The fields of a template that has images. A player draws them itself.
  if (Object.keys(images ?? {}).length > 0) return null;
  if (mraidVersionOf(html) !== null) return 'needs_app';
  if (html !== null) return externalUrlsIn(html).length > 0 ? 'external_resources' : null;
  return file === null ? 'no_file' : null;
}

/**
 * Parts of markup with URLs that nothing loads: link targets, comments and namespaces. An unclosed one extends to the
 * end, as in browsers; otherwise, each of many would be searched to the end.
 */
const notLoaded =
  /<a\s[^>]*(?:>|$)|<!--.*?(?:-->|$)|<!doctype[^>]*(?:>|$)|\sxmlns(?::\w+)?\s*=\s*(?:"[^"]*"|'[^']*')/gis;
/** With a scheme anywhere, and without one at the start of a value. */
const absoluteUrls = /https?:\/\/[^\s"'<>()\\]+|(?<=["'(=]\s*)\/\/[\w[-][^\s"'<>()\\]*/gi;
/** A file of this ad server. Its hash identifies it, whatever the host name in the markup. */
const ownFile = /^(?:https?:)?\/\/[^/]+\/(media\/[0-9a-f]{64}\/[\w.~-]+)(?:[?#]|$)/i;

/**
 * Returns the URLs of other hosts in markup, except link targets. A URL in a script counts, because the script may load
 * it.
 */
export function externalUrlsIn(html: string): readonly string[] {
  return [...new Set(absoluteUrlsIn(html).filter((url) => !ownFile.test(url)))];
}

/** Returns the paths of the files of this ad server that markup loads, such as `media/<sha256>/banner.png`. */
export function ownFilesIn(html: string): readonly string[] {
  return [...new Set(absoluteUrlsIn(html).flatMap((url) => ownFile.exec(url)?.[1] ?? []))];
}

function absoluteUrlsIn(html: string): readonly string[] {
  return html.replace(notLoaded, ' ').match(absoluteUrls) ?? [];
}
