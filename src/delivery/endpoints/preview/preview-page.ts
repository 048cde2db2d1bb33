import { mediaAddress } from '../../../core/vast/media-address.ts';
import { escapeHtml } from '../../../platform/http/escape-html.ts';
import { type NativeImage, type NativeParts, nativePartsOf } from '../../answer/native-ad.ts';
import type { JsonAd } from '../../answer/present-json.ts';
import type { FoundPreview } from './preview-source.ts';
import { previewStyle } from './preview-style.ts';

/** Formats without a size are shown as large as a common rectangle. */
const usualWidth = 300;
const usualHeight = 250;

/** Where a creative can be looked at: the id of the choice, and its words. */
const places = [
  ['alone', 'In its size'],
  ['page', 'On a page'],
  ['phone', 'On a phone'],
  ['screen', 'On a screen'],
] as const;

/** Pixels of the longer and the shorter side of the screen that is shown. */
const screenLength = 960;
const screenBreadth = 540;

/**
 * A page for people that shows a creative in a frame of its own; `frameUrl` is where its markup is, so that nothing of it
 * runs in this page.
 */
export function previewPage(preview: FoundPreview, ad: JsonAd, frameUrl: string): string {
  const { creative, format, expiresAt, checks = [] } = preview;
  const width = Number(ad.width) || (format.width ?? usualWidth);
  const height = Number(ad.height) || (format.height ?? usualHeight);
  const facts: readonly (readonly [string, string])[] = [
    ['Format', `${format.code}, ${width} × ${height}`],
    ['Kind', creative.kind],
    ['A click leads to', creative.clickUrl ?? 'nowhere'],
    ...checks.map((said) => ['To be looked at', said] as const),
    ...Object.entries(creative.fields ?? {}).map(([name, value]) => [name, String(value)] as const),
    ...(expiresAt === null ? [] : [['This link works until', new Date(expiresAt * 1000).toUTCString()] as const]),
  ];
  const list = facts.map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`).join('');
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<meta name="robots" content="noindex"><title>Preview: ${escapeHtml(creative.name)}</title><style>${previewStyle}</style></head>` +
    `<body><h1>${escapeHtml(creative.name)}</h1><dl>${list}</dl>` +
    `<fieldset><legend>Where it is seen</legend>${placeChoice}</fieldset>` +
    `<div class="stage" style="${screenFor({ width, height })}"><div class="place"><div class="bar"></div>${sampleText(3)}<div class="slot">` +
    `<iframe title="The creative" src="${escapeHtml(frameUrl)}" width="${width}" height="${height}" ` +
    `sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"></iframe></div>${sampleText(12)}</div></div>` +
    '<p>Nothing here is counted.</p></body></html>'
  );
}

const placeChoice = places
  .map(
    ([id, words], index) =>
      `<input type="radio" name="place" id="${id}"${index === 0 ? ' checked' : ''}><label for="${id}">${words}</label>`,
  )
  .join('');

/** Bars in the place of a headline and of lines of text. */
function sampleText(lines: number): string {
  return `<div class="text" aria-hidden="true"><b></b>${'<i></i>'.repeat(lines)}</div>`;
}

/** A screen that stands or lies as the creative does, and how many times as large the creative is there. */
function screenFor({ width, height }: { readonly width: number; readonly height: number }): string {
  const [screenWidth, screenHeight] = height > width ? [screenBreadth, screenLength] : [screenLength, screenBreadth];
  const scale = Math.min(screenWidth / Math.max(1, width), screenHeight / Math.max(1, height));
  return `--screen-width:${screenWidth}px;--screen-height:${screenHeight}px;--screen-scale:${scale.toFixed(4)}`;
}

/** What stands in the frame: the markup, or a player for a video of its own. */
export function previewFrame({ creative, format }: Pick<FoundPreview, 'creative' | 'format'>, ad: JsonAd): string {
  const head = '<!doctype html><meta charset="utf-8"><title>Ad</title><style>html,body{margin:0}</style>';
  const { video, poster } = creative;
  if (video === undefined) {
    const isDrawn = creative.fields !== undefined && format.templateHtml === undefined;
    return head + (isDrawn ? nativeCard(nativePartsOf(ad, { creative, format }, '')) : ad.tag);
  }
  if (video.media === null) return `${head}<p>The ad of another server: ${escapeHtml(video.vast?.url ?? '')}</p>`;
  const sources = video.media.files
    .map(({ url, mime }) => `<source src="${escapeHtml(mediaAddress(url, ''))}" type="${escapeHtml(mime)}">`)
    .join('');
  const before = poster === undefined ? '' : ` poster="${escapeHtml(mediaAddress(poster, ''))}"`;
  return `${head}<video controls playsinline${before} style="width:100%;height:auto">${sources}</video>`;
}

/** How a page might draw it: those who really do are programs of others. */
function nativeCard({ title, image, icon, data, clickUrl }: NativeParts): string {
  const picture = (given: NativeImage | null, style: string) =>
    given === null ? '' : `<img src="${escapeHtml(given.url)}" alt="" style="${style}">`;
  const texts = data.map(({ value }) => `<p style="margin:.25rem 0;white-space:pre-line">${escapeHtml(value)}</p>`);
  return (
    `<a href="${escapeHtml(clickUrl)}" target="_blank" rel="noopener" style="display:block;padding:8px;font:14px/1.4 system-ui,sans-serif;color:#1b1c1f;text-decoration:none">` +
    `${picture(image, 'display:block;width:100%;height:auto')}${picture(icon, 'width:32px;height:32px;object-fit:contain')}` +
    `<h3 style="margin:.25rem 0;font-size:16px">${escapeHtml(title)}</h3>${texts.join('')}</a>`
  );
}

/** Said to a person whose link opens nothing. */
export function noPreviewPage(): string {
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>No preview</title><style>${previewStyle}</style></head>` +
    '<body><h1>There is nothing to see here</h1><p>The link has expired or is incomplete. Ask for a new one.</p></body></html>'
  );
}
