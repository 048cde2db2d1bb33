import { runInNewContext } from 'node:vm';

/*
 * Models of the apps, the older page library, AMP and the Node module reading a response. Source: wire-protocol 5.7 to
 * 5.11.
 */

type Ad = Readonly<Record<string, string>>;

export type VisibleAd = {
  readonly slotName: string;
  readonly markup: string;
  readonly impressionUrl: string | undefined;
};

/** Model of the Android app: an invalid value in one ad throws, and all ads are lost. */
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

/** Model of the Android app's advanced click listener: splits the URL into the tracking URL and the target. */
export function clickByAndroid(url: string): { readonly called: string; readonly target: string } {
  const [called = '', target = ''] = url.split(/\/UR\/?/, 2);
  return { called, target };
}

/** Model of the iOS app: requires only displayable content. */
export function readByIos(text: string): readonly VisibleAd[] {
  return (JSON.parse(text) as readonly Ad[])
    .filter((ad) => Boolean(ad['tag'] || ad['body']))
    .map((ad) => ({
      slotName: String(ad['slotName']),
      markup: String(ad['tag'] || ad['body']),
      impressionUrl: ad['tracker'],
    }));
}

/**
 * Model of the older page library: returns the content rendered into the element of each ID. Success is a 200 with a
 * non-empty body.
 */
export function readByLegacyPage(answer: {
  readonly status: number;
  readonly body: string;
}): ReadonlyMap<string, string> {
  if (answer.status !== 200 || answer.body === '') throw new Error('The request failed');
  return new Map((JSON.parse(answer.body) as readonly Ad[]).map((ad) => [String(ad['adType']), String(ad['tag'])]));
}

/** Model of the tag for third parties: the single ad with its click URL appended to theirs. */
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

/** Model of the wrapper for old video players: a call of `a.parseVastJson`. Throws if the player receives nothing. */
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

/** Model of the module for back ends: price and content URL of each ad. Throws without `extension`. */
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

/** Runs a script like an AMP frame. Returns the detail of the event on the element `c`. undefined: collapsed. */
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
