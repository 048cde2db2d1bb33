import type { Ad, RequestAd } from './request-ads.ts';
import { type PageSettings, slotSettings } from './settings.ts';
import { count, isMarkup, showAd } from './show-ad.ts';
import { watchVisibility, whenNear } from './visibility.ts';

/** An element of the page with ads. */
export type Slot = {
  readonly name: string;
  /** Requests the next ad when the element is near the visible area. */
  refresh(): void;
  /** Ends all measurements. The content of the element stays. */
  remove(): void;
};

type Shared = { readonly settings: PageSettings; readonly requestAd: RequestAd };

/** Starts a slot, which requests its first ad when it is near the visible area. */
export function createSlot(element: HTMLElement, name: string, { settings, requestAd }: Shared): Slot {
  let refreshes = 0;
  let shown = false;
  let stop = (): void => undefined;
  /** Increases with each request, so that an ad of an earlier one is not shown. */
  let current = 0;
  reserve(element);

  function start(): void {
    stop();
    current += 1;
    stop = whenNear(element, slotSettings(element, settings).lazy, () => void request(current));
  }

  async function request(own: number): Promise<void> {
    const { parameters } = slotSettings(element, settings);
    const ad = await requestAd(name, parameters).catch(() => null);
    if (own !== current) return;
    if (ad === null) notify('error');
    else if (ad === undefined) empty();
    else await show(ad, own);
  }

  async function show(ad: Ad, own: number): Promise<void> {
    element.hidden = false;
    const options = slotSettings(element, settings);
    // A page that draws the ad itself cancels the event.
    const isDrawn = !notify('ad', ad);
    if (!isDrawn && !isMarkup(ad)) return void notify('error', ad);
    const drawn = isDrawn ? element : await showAd(element, ad, options.isInline);
    if (own !== current) return;
    shown = true;
    count(ad.impressionCounter);
    notify('impression', ad);
    stop = watchVisibility(drawn, {
      isVideo: ad.extension?.mediaType === 'video',
      viewable() {
        count(ad.viewableImpressionCounter);
        notify('viewable', ad);
      },
      seenMs: refreshes < options.maxRefreshes ? options.refresh * 1_000 : 0,
      seen() {
        refreshes += 1;
        start();
      },
    });
  }

  function empty(): void {
    // A refresh without an ad leaves the previous one.
    if (element.firstChild !== null && shown) return void notify('empty');
    const { collapse } = slotSettings(element, settings);
    const isBelow = element.getBoundingClientRect().top >= innerHeight;
    // Above or in the visible area, the content of the page would move.
    if (collapse === 'always' || (collapse === 'below' && isBelow)) element.hidden = true;
    element.replaceChildren();
    notify('empty');
  }

  /** Dispatches an event at the element. Returns false if a listener has cancelled it. */
  function notify(event: 'ad' | 'impression' | 'viewable' | 'empty' | 'error', ad?: Ad): boolean {
    return element.dispatchEvent(
      new CustomEvent(`placard:${event}`, {
        bubbles: true,
        cancelable: event === 'ad',
        detail: { slotName: name, ad },
      }),
    );
  }

  start();
  return {
    name,
    refresh: start,
    remove() {
      current += 1;
      stop();
    },
  };
}

/** Reserves the space of `data-size`, such as `300x250`, so that the page does not move when the ad appears. */
function reserve({ dataset, style }: HTMLElement): void {
  const [, width, height] = /^(\d+)x(\d+)$/.exec(dataset['size'] ?? '') ?? [];
  if (width === undefined) return;
  style.maxWidth ||= '100%';
  style.width ||= `${width}px`;
  style.minHeight ||= `${height}px`;
}
