import { hash } from 'node:crypto';
import { unpackCreative } from '../../../core/snapshot/packed-creative.ts';
import type { Snapshot } from '../../../core/snapshot/snapshot.ts';
import type { CreativeRow } from '../../../core/snapshot/snapshot-rows.ts';
import type { CreativeId } from '../../../core/vocabulary/ids.ts';
import { escapeHtml } from '../../../platform/http/escape-html.ts';
import { sandbox } from '../../answer/html5-frame.ts';
import { withoutMacros } from '../../answer/macros/macro.ts';
import type { Answer } from '../../listener/exchange.ts';

const folder = 'api/headsup/page';
const pagePath = new RegExp(`^/${folder}/(\\d{1,16})-([0-9a-f]{64})\\.html$`);
const head = '<!doctype html><meta charset="utf-8"><title>Ad</title><style>html,body{margin:0}</style>';

/** A creative of kind html as a page that is the same for all plays. */
export type MarkupPage = { readonly path: string; readonly content: string; readonly sha256: string };

/** Without values of a request, its macros are empty. Its click URL is the click-through URL, which counts nothing. */
export function markupPageOf({
  id,
  clickUrl,
  html,
}: Pick<CreativeRow, 'id' | 'clickUrl'> & { readonly html: string }): MarkupPage {
  const target = withoutMacros(clickUrl ?? '');
  const filled = html.replaceAll('[clickUrl]', () => escapeHtml(target)).replaceAll('[clickBase]', '');
  const content = head + withoutMacros(filled);
  const sha256 = hash('sha256', content);
  return { path: `${folder}/${id}-${sha256}.html`, content, sha256 };
}

/**
 * Returns the response with a page of a head-up list. null: not such a path, or the creative has changed or no longer
 * delivers. The page is untrusted, so it gets an origin of its own.
 */
export function markupPageAnswer(path: string, snapshot: Snapshot): Answer | null {
  const [, id, sha256] = pagePath.exec(path) ?? [];
  const packed = snapshot.creativeById.get(Number(id) as CreativeId);
  if (packed === undefined) return null;
  const { clickUrl, html, kind } = unpackCreative(packed);
  if (html === null || kind !== 'html') return null;
  const page = markupPageOf({ id: packed.id, clickUrl, html });
  if (page.sha256 !== sha256) return null;
  return { status: 200, headers: [...headers, 'etag', `"${sha256}"`], body: page.content };
}

const headers = [
  'content-type',
  'text/html; charset=utf-8',
  'x-content-type-options',
  'nosniff',
  'cache-control',
  'public, max-age=31536000, immutable',
  'content-security-policy',
  `sandbox ${sandbox}`,
];
