import { type DisplayTrackers, displayTrackerEvents } from '../../core/creative/display-trackers.ts';
import { escapeHtml } from '../../platform/http/escape-html.ts';
import { clickMessage } from '../../platform/media/html5-page.ts';
import type { MacroBook } from './macros/macro-book.ts';
import type { MarkupFacts } from './markup-facts.ts';

/** Part of an ad that is visible, and milliseconds for which it is, until it is viewable. Source: MRC, display ads. */
const viewable = { part: 0.5, ms: 1_000 };

/**
 * Returns markup with calls of third-party trackers for viewers who consent. A client that inserts markup without its
 * scripts calls only the trackers of impressions.
 */
export function withTrackers(markup: string, { creative, macros, clickUrl, clickBase }: MarkupFacts): string {
  const { trackers } = creative;
  // Data that the page draws cannot contain markup.
  if (trackers === undefined || /^\s*[[{]/.test(markup)) return markup;
  const calls = macros.markMarkup(trackerCalls(trackers, creative.kind === 'html5'), {
    clickUrl: clickUrl ?? clickBase,
    clickBase,
  });
  return `<div>${markup}${macros.markConsented(calls)}</div>`;
}

/**
 * Returns trackers for the data of an ad, with their macros marked for JSON. Only consenting viewers may receive them.
 */
export function markTrackers(trackers: DisplayTrackers, macros: MacroBook): DisplayTrackers {
  const marked = displayTrackerEvents.flatMap((event) => {
    const urls = (trackers[event] ?? []).map((url) => markUrl(url, macros));
    return urls.length === 0 ? [] : [[event, urls]];
  });
  return Object.fromEntries(marked);
}

/** Macros of a text in a script are escaped like those of a text in JSON. */
function markUrl(url: string, macros: MacroBook): string {
  const [begin, end] = ['<script>', '</script>'];
  const script = `${begin}"${scriptText(unique(url))}"${end}`;
  const marked = macros.markMarkup(script, { clickUrl: '', clickBase: '' });
  return JSON.parse(marked.slice(begin.length, -end.length)) as string;
}

/** @param isFrame true: the ad is a frame, which reports its clicks */
function trackerCalls({ impression = [], viewable: seen = [], click = [] }: DisplayTrackers, isFrame: boolean): string {
  const images = impression.map((url) => `<img src="${escapeHtml(unique(url))}" width="1" height="1" alt="">`);
  const hidden =
    images.length === 0 ? '' : `<div style="position:absolute;left:0;top:0;visibility:hidden">${images.join('')}</div>`;
  return seen.length === 0 && click.length === 0 ? hidden : hidden + scriptOf(seen, click, isFrame);
}

/**
 * Calls the click trackers when the frame of an HTML5 creative reports a click. A frame cannot report one before the
 * viewer has interacted with the page or a frame in it. Source: docs/decisions/0230-trackers-outside-of-markup.md.
 */
const frameClicks =
  `if(c.length)addEventListener('message',function(m){var i=e.querySelector('iframe'),a=navigator.userActivation;` +
  `if(i&&m.source===i.contentWindow&&m.data==='${clickMessage}'&&(!a||a.hasBeenActive))c.forEach(f)});`;

/** The element around the ad is the parent of the script. */
function scriptOf(seen: readonly string[], click: readonly string[], isFrame: boolean): string {
  const [views, clicks] = [seen, click].map((urls) => urls.map((url) => `"${scriptText(unique(url))}"`).join(','));
  return (
    `<script>(function(s,v,c){var e=s&&s.parentNode,t;if(!e)return;` +
    `function f(u){fetch(u,{mode:'no-cors',credentials:'include',keepalive:true}).catch(function(){})}` +
    `if(c.length)e.addEventListener('click',function(){c.forEach(f)});${isFrame ? frameClicks : ''}` +
    `if(v.length&&window.IntersectionObserver)new IntersectionObserver(function(x,o){clearTimeout(t);` +
    `if(x[x.length-1].intersectionRatio>=${viewable.part})t=setTimeout(function(){o.disconnect();v.forEach(f)},${viewable.ms})` +
    `},{threshold:[${viewable.part}]}).observe(e)})(document.currentScript,[${views}],[${clicks}])</script>`
  );
}

/** The macros of other ad servers for a value that differs for each impression. */
function unique(url: string): string {
  return url.replace(/\[(?:CACHEBUSTING|timestamp|RANDOM)\]/gi, '[adheseTimestampNowMs]');
}

function scriptText(url: string): string {
  return url.replace(/["\\<]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
