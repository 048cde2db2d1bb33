import { mediaAddress } from '../../../core/vast/media-address.ts';
import { escapeHtml } from '../../../platform/http/escape-html.ts';
import { type NativeImage, type NativeParts, nativePartsOf } from '../../answer/native-ad.ts';
import type { JsonAd } from '../../answer/present-json.ts';
import type { FoundPreview } from './preview-source.ts';

/**
 * Styles of preview pages. The pages contain no script: the context of a creative is selected with radio buttons and
 * `:has`.
 */
const previewStyle = `
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif;--line:color-mix(in srgb,currentColor 18%,transparent)}
body{margin:2rem auto;max-width:75rem;padding:0 1rem}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem;margin:0 0 1.5rem}
dt{opacity:.75}
dd{margin:0;overflow-wrap:anywhere}
fieldset{border:0;padding:0;margin:0 0 1.5rem;display:flex;flex-wrap:wrap;gap:.5rem}
legend{padding:0;margin-bottom:.5rem}
label{border:1px solid var(--line);border-radius:2rem;padding:.25rem 1rem;cursor:pointer}
input{position:absolute;opacity:0}
input:checked+label{background:CanvasText;color:Canvas}
input:focus-visible+label{outline:2px solid Highlight;outline-offset:2px}
.stage{overflow-x:auto;padding-bottom:1rem}
.slot{display:grid;justify-content:start}
iframe{border:1px solid var(--line);background:#fff;max-width:100%}
.text,.bar{display:none}
.text b,.text i{display:block;background:#d9dce1;border-radius:.25rem;height:.75rem;margin:.75rem 0}
.text b{height:1.75rem;width:60%;background:#c3c7ce}
.text i:nth-child(3n){width:88%}
.text i:last-child{width:45%}
body:has(#page:checked) .surface{background:#fff;max-width:56rem;padding:1.5rem 2rem;border:1px solid var(--line);border-radius:.5rem}
body:has(#page:checked) :is(.text,.bar){display:block}
.bar{height:2.5rem;background:#eceef1;border-radius:.25rem}
body:has(#page:checked) .slot{justify-content:center;margin:1.5rem 0}
body:has(#page:checked) iframe,body:has(#phone:checked) iframe{border:0}
body:has(#phone:checked) .surface{box-sizing:border-box;width:390px;height:780px;background:#fff;border:12px solid #1b1c1f;border-radius:48px;padding:2.5rem 1rem 1rem;overflow:hidden auto}
body:has(#phone:checked) .text{display:block}
body:has(#phone:checked) .slot{justify-content:center;margin:1rem 0}
body:has(#screen:checked) .surface{box-sizing:content-box;width:var(--screen-width);height:var(--screen-height);background:#000;border:16px solid #1b1c1f;border-radius:.5rem;overflow:hidden}
body:has(#screen:checked) .slot{width:100%;height:100%;place-content:center}
body:has(#screen:checked) iframe{border:0;max-width:none;transform:scale(var(--screen-scale))}
`.replaceAll('\n', '');

/** Size in pixels of formats without a size, that of a common rectangle. */
const usualWidth = 300;
const usualHeight = 250;

/** Preview contexts of a creative: the ID of the choice, and its label. */
const surfaces = [
  ['alone', 'Actual size'],
  ['page', 'On a page'],
  ['phone', 'On a phone'],
  ['screen', 'On a screen'],
] as const;

/** Longer and shorter side of the simulated screen in pixels. */
const screenLength = 960;
const screenBreadth = 540;

/**
 * Returns a page that shows a creative in a separate frame. `frameUrl` is the URL of its markup, which therefore does
 * not run in this page.
 */
export function previewPage(preview: FoundPreview, ad: JsonAd, frameUrl: string): string {
  const { creative, format, expiresAt, checks = [] } = preview;
  const width = Number(ad.width) || (format.width ?? usualWidth);
  const height = Number(ad.height) || (format.height ?? usualHeight);
  const facts: readonly (readonly [string, string])[] = [
    ['Format', `${format.code}, ${width} × ${height}`],
    ['Kind', creative.kind],
    ['Click-through URL', creative.clickUrl ?? 'nowhere'],
    ...checks.map((said) => ['Check', said] as const),
    ...Object.entries(creative.fields ?? {}).map(([name, value]) => [name, String(value)] as const),
    ...(expiresAt === null ? [] : [['Link expires', new Date(expiresAt * 1000).toUTCString()] as const]),
  ];
  const list = facts.map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`).join('');
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<meta name="robots" content="noindex"><title>Preview: ${escapeHtml(creative.name)}</title><style>${previewStyle}</style></head>` +
    `<body><h1>${escapeHtml(creative.name)}</h1><dl>${list}</dl>` +
    `<fieldset><legend>Context</legend>${surfaceChoice}</fieldset>` +
    `<div class="stage" style="${screenFor({ width, height })}"><div class="surface"><div class="bar"></div>${sampleText(3)}<div class="slot">` +
    `<iframe title="The creative" src="${escapeHtml(frameUrl)}" width="${width}" height="${height}" ` +
    `sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"></iframe></div>${sampleText(12)}</div></div>` +
    '<p>Nothing here is counted.</p></body></html>'
  );
}

const surfaceChoice = surfaces
  .map(
    ([id, words], index) =>
      `<input type="radio" name="surface" id="${id}"${index === 0 ? ' checked' : ''}><label for="${id}">${words}</label>`,
  )
  .join('');

/** Returns placeholder bars for a headline and lines of text. */
function sampleText(lines: number): string {
  return `<div class="text" aria-hidden="true"><b></b>${'<i></i>'.repeat(lines)}</div>`;
}

/** Returns a screen with the orientation of the creative, and the scale of the creative on it. */
function screenFor({ width, height }: { readonly width: number; readonly height: number }): string {
  const [screenWidth, screenHeight] = height > width ? [screenBreadth, screenLength] : [screenLength, screenBreadth];
  const scale = Math.min(screenWidth / Math.max(1, width), screenHeight / Math.max(1, height));
  return `--screen-width:${screenWidth}px;--screen-height:${screenHeight}px;--screen-scale:${scale.toFixed(4)}`;
}

/** Returns the content of the frame: the markup, or a player for an own video. */
export function previewFrame({ creative, format }: Pick<FoundPreview, 'creative' | 'format'>, ad: JsonAd): string {
  const head = '<!doctype html><meta charset="utf-8"><title>Ad</title><style>html,body{margin:0}</style>';
  const { video, poster } = creative;
  if (video === undefined) {
    const isDrawn = creative.fields !== undefined && format.templateHtml === undefined;
    return head + (isDrawn ? nativeCard(nativePartsOf(ad, { creative, format }, '')) : ad.tag);
  }
  if (video.media === null) return `${head}<p>Ad of another ad server: ${escapeHtml(video.vast?.url ?? '')}</p>`;
  const sources = video.media.files
    .map(({ url, mime }) => `<source src="${escapeHtml(mediaAddress(url, ''))}" type="${escapeHtml(mime)}">`)
    .join('');
  const before = poster === undefined ? '' : ` poster="${escapeHtml(mediaAddress(poster, ''))}"`;
  return `${head}<video controls playsinline${before} style="width:100%;height:auto">${sources}</video>`;
}

/** An example rendering of a native ad. The actual rendering is done by third-party programs. */
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

/** Page for people whose preview link is invalid. */
export function noPreviewPage(): string {
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>No preview</title><style>${previewStyle}</style></head>` +
    '<body><h1>There is nothing to see here</h1><p>The link has expired or is incomplete. Ask for a new one.</p></body></html>'
  );
}
