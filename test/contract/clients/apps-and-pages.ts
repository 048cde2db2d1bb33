import { runInNewContext } from 'node:vm';

/*
 * What the apps, the older page library, AMP and the Node module make of an answer.
 * Source: wire-protocol 5.7 to 5.11.
 */

type Ad = Readonly<Record<string, string>>;

export type VisibleAd = {
  readonly slotName: string;
  readonly markup: string;
  readonly impressionUrl: string | undefined;
};

/** The app for Android: anything odd in one ad throws, and all ads are lost. */
export function readByAndroid(text: string): readonly VisibleAd[] {
  return (JSON.parse(text) as readonly Ad[]).map((ad) => {
    const markup = [ad['tag'], ad['body']].find((one) => one !== undefined && one !== '' && one !== 'null');
    if (markup === undefined) throw new Error('Neither tag nor body');
    for (const field of ['adType', 'slotName']) if (ad[field] === undefined) throw new Error(`No ${field}`);
    for (const field of ['width', 'height'])
      if (!/^-?\d+$/.test(String(ad[field] ?? ''))) throw new Error(`${field} is no integer`);
    return { slotName: ad['slotName'] as string, markup, impressionUrl: ad['tracker'] };
  });
}

/** How the app for Android takes a click apart with its advanced listener: what it calls, and where the app goes then. */
export function clickByAndroid(url: string): { readonly called: string; readonly target: string } {
  const [called = '', target = ''] = url.split(/\/UR\/?/, 2);
  return { called, target };
}

/** The app for iOS needs something to show, and nothing else. */
export function readByIos(text: string): readonly VisibleAd[] {
  return (JSON.parse(text) as readonly Ad[])
    .filter((ad) => Boolean(ad['tag'] || ad['body']))
    .map((ad) => ({
      slotName: String(ad['slotName']),
      markup: String(ad['tag'] || ad['body']),
      impressionUrl: ad['tracker'],
    }));
}

/** The older page library: what is rendered into the element of each id. Success is a 200 with some text. */
export function readByLegacyPage(answer: {
  readonly status: number;
  readonly body: string;
}): ReadonlyMap<string, string> {
  if (answer.status !== 200 || answer.body === '') throw new Error('The request failed');
  return new Map((JSON.parse(answer.body) as readonly Ad[]).map((ad) => [String(ad['adType']), String(ad['tag'])]));
}

/** The tag for third parties: the one ad with its click address behind theirs. */
export function readByThirdPartyTag(body: string, click: string): string {
  const [ad] = JSON.parse(body) as readonly Ad[];
  const tag = String(ad?.['tag']);
  if (['gif', 'jpg', 'png'].includes(String(ad?.['ext']))) return tag.replace(/href="/, `href="${click}`);
  return ad?.['ext'] === 'zip' ? tag.replace(/(<iframe src="[^"]*)"/, `$1&click=${click}"`) : tag;
}

export type WrappedVideo = {
  readonly duration: string | undefined;
  readonly media: string | undefined;
  readonly impressions: readonly string[];
  readonly clickThrough: string | undefined;
};

/** The wrapper around old video players: a call of `a.parseVastJson`; throws where the player hears nothing. */
export function readByVastWrapper(script: string): WrappedVideo | null {
  let given: readonly Ad[] | undefined;
  const parseVastJson = (ads: readonly Ad[]) => {
    given = ads;
  };
  runInNewContext(script, { a: { parseVastJson } });
  const tag = given?.[0]?.['tag'];
  if (tag === undefined) throw new Error('No first element with a tag');
  if (!/^<\?xml|^<VAST/.test(tag)) throw new Error('No VAST');
  for (const name of ['MediaFile', 'Impression', 'Tracking', 'ClickTracking', 'ClickThrough', 'Duration']) {
    if (new RegExp(`<${name}(?: [^>]*)?(?:/>|></${name}>|>\\s+<!\\[CDATA)`).test(tag))
      throw new Error(`An empty ${name}`);
  }
  if (!tag.includes('<Ad')) return null;
  return {
    duration: valuesOf(tag, 'Duration')[0],
    media: /<MediaFile [^>]*type="/.test(tag) ? valuesOf(tag, 'MediaFile')[0] : undefined,
    impressions: valuesOf(tag, 'Impression'),
    clickThrough: valuesOf(tag, 'ClickThrough')[0],
  };
}

function valuesOf(xml: string, name: string): readonly string[] {
  return [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>(?:<!\\[CDATA\\[)?(.*?)(?:\\]\\]>)?</${name}>`, 'gs'))].map(
    ([, value = '']) => value,
  );
}

/** The module for back ends: price and content address of each ad; throws without `extension`. */
export function readByNodeModule(text: string) {
  return (JSON.parse(text) as readonly NodeAd[]).map(
    ({ slotName, origin, originInstance, orderName, cachedBodyUrl, extension }) => ({
      slotName,
      market: [origin, originInstance].filter(Boolean).join('-'),
      orderName,
      cpm: extension.prebid?.cpm,
      contentPath: cachedBodyUrl === undefined ? undefined : new URL(cachedBodyUrl).pathname,
    }),
  );
}

type NodeAd = Readonly<Record<'slotName' | 'origin' | 'orderName', string>> & {
  readonly originInstance?: string;
  readonly cachedBodyUrl?: string;
  readonly extension: { readonly prebid?: { readonly cpm: { readonly amount: string; readonly currency: string } } };
};

/** What AMP hears from a script that runs in its frame: the detail of the event on the element `c`; undefined: collapsed. */
export function runInAmp(script: string): unknown {
  let detail: unknown;
  const frame = {
    dispatchEvent: (event: { readonly type: string; readonly detail: unknown }) => {
      if (event.type === 'adhLoaded') detail = event.detail;
    },
    appendChild: () => undefined,
  };
  const document = {
    getElementById: (id: string) => (id === 'c' ? frame : null),
    readyState: 'complete',
    currentScript: null,
    body: frame,
    createRange: () => ({ createContextualFragment: (markup: string) => ({ markup }) }),
  };
  runInNewContext(script, { document, CustomEvent: CustomEventLike });
  return detail;
}

class CustomEventLike {
  readonly type: string;
  readonly detail: unknown;

  constructor(type: string, { detail }: { readonly detail: unknown }) {
    this.type = type;
    this.detail = detail;
  }
}
