/**
 * Ads on a page with plain `fetch`: copy this file and add `data-slot` to elements.
 *
 *   <aside data-slot="_thecourier_home_-billboard" data-narrow-slot="_thecourier_home_-mobile"></aside>
 *   <script type="module" src="ads.js" data-ad-server="https://ads.your-site.example"></script>
 *
 * `data-ad-server` is the address of your delivery listener. Without it the page requests its own host, which works
 * only if that host is the ad server itself, as in this example.
 */

/** Timeout of the ad request in milliseconds, so that a slow ad server delays nothing. Then the slots collapse. */
const answerTimeoutMs = 2000;

/** A display ad is viewable when half of it was in view for one second without interruption. */
const viewableRatio = 0.5;
const viewableMs = 1000;

/** Below this width the page requests the narrow slots. The same number is in style.css. */
const narrow = window.matchMedia('(max-width: 759px)');

const settings = document.querySelector('script[data-ad-server]');
const adServer = settings?.dataset.adServer || window.location.origin;

await fillSlots([...document.querySelectorAll('[data-slot]')]);

/** Requests all slots in one request, so that the server can avoid duplicates. */
async function fillSlots(elements) {
  const elementOf = new Map(elements.map((element) => [slotNameOf(element), element]));
  const ads = await requestAds([...elementOf.keys()]);
  for (const ad of ads) {
    const element = elementOf.get(ad.slotName);
    if (element === undefined) continue;
    elementOf.delete(ad.slotName);
    showAd(element, ad);
  }
  // A slot missing in the response has no ad. It collapses instead of leaving an empty box.
  for (const element of elementOf.values()) collapse(element);
  report(elements);
}

function slotNameOf(element) {
  return (narrow.matches && element.dataset.narrowSlot) || element.dataset.slot;
}

async function requestAds(slotNames) {
  try {
    const response = await fetch(`${adServer}/json`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      // No cookies: the ad server needs none for this.
      credentials: 'omit',
      body: JSON.stringify({
        slots: slotNames.map((slotname) => ({ slotname })),
        // `tl` is the visitor's consent: `all` or `none`. This page does not ask for consent, so it must send none.
        // With a consent manager send its TCF string as `xt` instead.
        parameters: { tl: 'none', dt: narrow.matches ? 'phone' : 'desktop' },
      }),
      signal: AbortSignal.timeout(answerTimeoutMs),
    });
    if (!response.ok) return [];
    return await response.json();
  } catch {
    // Offline, blocked or too slow: the page works without ads.
    return [];
  }
}

/**
 * An ad is third-party markup. In a sandboxed frame without `allow-same-origin` it cannot read this page or its
 * cookies, and cannot navigate the visitor without a click.
 */
function showAd(element, ad) {
  const frame = document.createElement('iframe');
  frame.width = ad.width;
  frame.height = ad.height;
  frame.title = ad.altText ? `Advertisement: ${ad.altText}` : 'Advertisement';
  frame.setAttribute('sandbox', 'allow-scripts allow-popups allow-popups-to-escape-sandbox');
  frame.setAttribute('scrolling', 'no');
  frame.srcdoc = `<!doctype html><meta charset="utf-8"><base target="_blank"><style>body{margin:0;overflow:hidden}img{display:block}</style>${ad.tag}`;
  // The frame has loaded after its images. Only now is the impression counted.
  frame.addEventListener(
    'load',
    () => {
      element.dataset.state = 'shown';
      callCounter(ad.impressionCounter);
      whenViewable(frame, () => {
        element.dataset.state = 'viewed';
        callCounter(ad.viewableImpressionCounter);
      });
    },
    { once: true },
  );
  element.dataset.state = 'loading';
  element.dataset.advertiser = ad.orderName ?? '';
  element.append(frame);
}

/** Counters are plain images: they need no cross-origin permission, and the server counts each URL once. */
function callCounter(address) {
  if (address) new Image().src = address;
}

/** Calls back when the element was in view long enough, and stops observing. */
function whenViewable(element, seen) {
  let timer;
  const observer = new IntersectionObserver(
    ([entry]) => {
      clearTimeout(timer);
      if (entry.intersectionRatio < viewableRatio) return;
      timer = setTimeout(() => {
        // A background tab reports the same ratio but is not visible.
        if (document.visibilityState !== 'visible') return watchAgain();
        observer.disconnect();
        seen();
      }, viewableMs);
    },
    { threshold: [0, viewableRatio] },
  );
  const watchAgain = () => {
    const again = () => {
      observer.unobserve(element);
      observer.observe(element);
    };
    document.addEventListener('visibilitychange', again, { once: true });
  };
  observer.observe(element);
}

function collapse(element) {
  element.dataset.state = 'empty';
  element.hidden = true;
}

/** Status line in the footer of this example. Your page does not need it. */
function report(elements) {
  const output = document.querySelector('[data-ad-report]');
  if (output === null) return;
  const filled = elements.filter((element) => !element.hidden);
  const list = elements.map((element) => {
    const item = document.createElement('li');
    const name = document.createElement('code');
    name.textContent = slotNameOf(element);
    item.append(name, element.hidden ? ' no ad' : ` ${element.dataset.advertiser}`);
    return item;
  });
  output.querySelector('summary').textContent = `Ads: ${filled.length} of ${elements.length} slots filled`;
  output.querySelector('ul').replaceChildren(...list);
  output.hidden = false;
}
