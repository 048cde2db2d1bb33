import { mediaAddress } from '../../../core/vast/media-address.ts';
import type { JsonAd } from '../answers/present-json.ts';
import { escapeHtml } from '../text/escape-html.ts';
import type { FoundPreview } from './preview-source.ts';

/** Formats without a size are shown as large as a common rectangle. */
const usualWidth = 300;
const usualHeight = 250;

const style =
  ':root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{margin:2rem auto;max-width:75rem;padding:0 1rem}' +
  'dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem;margin:0 0 1.5rem}dt{opacity:.7}dd{margin:0}' +
  'iframe{border:1px solid color-mix(in srgb,currentColor 30%,transparent);background:#fff;max-width:100%}';

/**
 * A page for people that shows a creative in a frame of its own; `frameUrl` is where its markup is, so that nothing of it
 * runs in this page.
 */
export function previewPage(preview: FoundPreview, ad: JsonAd, frameUrl: string): string {
  const { creative, format, expiresAt } = preview;
  const width = Number(ad.width ?? format.width ?? usualWidth);
  const height = Number(ad.height ?? format.height ?? usualHeight);
  const facts: readonly (readonly [string, string])[] = [
    ['Format', `${format.code}, ${width} × ${height}`],
    ['Kind', creative.kind],
    ['A click leads to', creative.clickUrl ?? 'nowhere'],
    ...(expiresAt === null ? [] : [['This link works until', new Date(expiresAt * 1000).toUTCString()] as const]),
  ];
  const list = facts.map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`).join('');
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<meta name="robots" content="noindex"><title>Preview: ${escapeHtml(creative.name)}</title><style>${style}</style></head>` +
    `<body><h1>${escapeHtml(creative.name)}</h1><dl>${list}</dl>` +
    `<iframe title="The creative" src="${escapeHtml(frameUrl)}" width="${width}" height="${height}" ` +
    'sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"></iframe>' +
    '<p>Nothing here is counted.</p></body></html>'
  );
}

/** What stands in the frame: the markup, or a player for a video of its own. */
export function previewFrame({ creative }: FoundPreview, ad: JsonAd): string {
  const head = '<!doctype html><meta charset="utf-8"><title>Ad</title><style>html,body{margin:0}</style>';
  const { video } = creative;
  if (video === undefined) return head + ad.tag;
  if (video.media === null) return `${head}<p>The ad of another server: ${escapeHtml(video.vast?.url ?? '')}</p>`;
  const sources = video.media.files
    .map(({ url, mime }) => `<source src="${escapeHtml(mediaAddress(url, ''))}" type="${escapeHtml(mime)}">`)
    .join('');
  return `${head}<video controls playsinline style="width:100%;height:auto">${sources}</video>`;
}

/** Said to a person whose link opens nothing. */
export function noPreviewPage(): string {
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>No preview</title><style>${style}</style></head>` +
    '<body><h1>There is nothing to see here</h1><p>The link has expired or is incomplete. Ask for a new one.</p></body></html>'
  );
}
