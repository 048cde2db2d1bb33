import type { Ad } from './request-ads.ts';

/** Rights of an ad in a frame: it cannot read or change the page, and navigates it only when the user clicks. */
const sandbox = 'allow-scripts allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation';

/** Returns false for the data of a native ad, which the page draws, and for the VAST document of a player. */
export function isMarkup({ tag }: Ad): boolean {
  return !/^\s*(?:$|[[{]|<\?xml|<vast)/i.test(tag);
}

/** Replaces the content of a slot with an ad. Resolves when it has loaded, with the element that shows it. */
export function showAd(slot: HTMLElement, ad: Ad, isInline: boolean): Promise<Element> {
  if (isInline) {
    // A fragment of a range runs its scripts.
    slot.replaceChildren(document.createRange().createContextualFragment(ad.tag));
    return Promise.resolve(slot);
  }
  const frame = document.createElement('iframe');
  frame.title = 'Advertisement';
  frame.width = ad.width ?? '100%';
  frame.height = ad.height ?? '100%';
  frame.scrolling = 'no';
  frame.style.cssText = 'border:0;display:block;max-width:100%';
  frame.setAttribute('sandbox', sandbox);
  frame.srcdoc = `<!doctype html><meta charset="utf-8"><base target="_blank"><style>body{margin:0}</style>${ad.tag}`;
  return new Promise((resolve) => {
    frame.onload = () => resolve(frame);
    slot.replaceChildren(frame);
  });
}

/** Sends an event of an ad, also while the page is being closed. */
export function count(url: string | undefined): void {
  if (url && !navigator.sendBeacon(url)) new Image().src = url;
}
