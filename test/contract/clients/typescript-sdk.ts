import { z } from 'zod';

/*
 * Model of the TypeScript SDK reading a response of `/json`. One invalid ad fails the whole response. Source:
 * wire-protocol 3 and 5.4.
 */

export type SdkVersion = 'current' | '1.7.0' | '1.6.0';

export type SdkSlot = {
  /** Markup, or the parsed JSON of `tag`. JSON is not rendered without a hook of the page. */
  readonly tag: unknown;
  readonly isRendered: boolean;
  readonly width: number | undefined;
  /** Requested when the ad is rendered, in this order. */
  readonly impressionUrls: readonly string[];
  /** Requested when the ad was half visible for a second. undefined: none. */
  readonly viewableUrl: string | undefined;
};

/** Returns the slots by name. Throws where the page would enter its error state. */
export function readBySdk(text: string, version: SdkVersion = 'current'): ReadonlyMap<string, SdkSlot> {
  const ads = z.array(adSchema).parse(JSON.parse(text));
  const slots = new Map<string, SdkSlot>();
  for (const ad of ads) {
    if (version !== 'current') requireOldRules(ad, version);
    // The first of two ads for one slot is used.
    if (!slots.has(ad.slotName)) slots.set(ad.slotName, slotOf(ad));
  }
  return slots;
}

const text = z.string().optional();
/** Accepts every value and keeps only absolute URLs. */
const url = z
  .unknown()
  .transform((value) => (typeof value === 'string' && URL.canParse(value) ? value : undefined))
  .optional();
const number = z
  .union([z.number(), z.literal(''), z.null(), z.string().regex(/^-?\d+(?:\.\d+)?$/)])
  .transform(Number)
  .optional();
const instant = z
  .union([z.number(), z.string()])
  .transform((value) => new Date(/^\d+$/.test(String(value)) ? Number(value) : value))
  .refine((date) => !Number.isNaN(date.getTime()))
  .optional();
/** Every non-empty text is true. */
const truth = z.unknown().transform(Boolean).optional();

const textFields = [
  'originInstance',
  'adFormat',
  'id',
  'libId',
  'orderId',
  'adspaceId',
  'adspaceKey',
  'advertiserId',
  'orderName',
  'creativeName',
  'orderProperty',
  'comment',
  'altText',
  'share',
  'deliveryMultiples',
  'deliveryGroupId',
  'tag',
  'body',
  'ext',
  'additionalViewableTracker',
] as const;
const numberFields = ['priority', 'width', 'height', 'widthLarge', 'adDuration'] as const;
const urlFields = [
  'impressionCounter',
  'tracker',
  'additionalTracker',
  'viewableImpressionCounter',
  'trackedImpressionCounter',
  'trackingUrl',
  'clickTag',
  'url',
  'tagUrl',
  'poolPath',
  'swfSrc',
  'sfSrc',
  'additionalCreativeTracker',
] as const;
const instantFields = ['adspaceStart', 'adspaceEnd', 'timeStamp'] as const;

const adSchema = z.object({
  slotName: z.string(),
  slotID: z.string(),
  adType: z.string(),
  origin: z.string(),
  originData: z.unknown(),
  ...shapeOf(textFields, text),
  ...shapeOf(numberFields, number),
  ...shapeOf(urlFields, url),
  ...shapeOf(instantFields, instant),
  auctionable: truth,
  preview: truth,
  renderMode: z.enum(['inline', 'iframe', 'none']).optional(),
  extension: z.object({ mediaType: z.string() }).optional(),
  additionalCreatives: z.union([z.string(), z.array(z.object({ slotName: z.string() }))]).optional(),
});
type SdkAd = z.output<typeof adSchema>;

function shapeOf<Name extends string, Schema>(names: readonly Name[], schema: Schema) {
  return Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, Schema>;
}

function requireOldRules(ad: SdkAd, version: SdkVersion): void {
  if (ad.origin !== 'JERLICIA' && ad.origin !== 'DALE') throw new Error(`origin ${ad.origin}`);
  if (ad.origin === 'JERLICIA' && ad.tag === undefined) throw new Error('no tag');
  if (ad.origin === 'DALE' && ad.body === undefined) throw new Error('no body');
  if (version === '1.6.0' && ad.adFormat === undefined) throw new Error('no adFormat');
}

function slotOf(ad: SdkAd): SdkSlot {
  return {
    ...readTag(ad.tag ?? ad.body ?? ''),
    width: ad.width,
    impressionUrls: [ad.impressionCounter, ad.additionalTracker].filter((one) => one !== undefined),
    viewableUrl: ad.origin === 'JERLICIA' ? ad.viewableImpressionCounter : undefined,
  };
}

/** JSON, also with single quotes, is not markup. */
function readTag(tag: string): Pick<SdkSlot, 'tag' | 'isRendered'> {
  try {
    return { tag: JSON.parse(tag.replaceAll("'", '"')), isRendered: false };
  } catch {
    return { tag, isRendered: true };
  }
}

const stackSchema = z.object({
  ads: z.array(
    z.object({
      type: z.string(),
      native: z.object({
        ver: z.string(),
        impressionCounter: z.url().optional(),
        viewableImpressionCounter: z.url().optional(),
        assets: z.array(z.unknown()).optional(),
        link: z.object({ url: z.string(), fallback: z.string() }).optional(),
      }),
    }),
  ),
});

/** Model of the stack plugin: URLs that it requests together with those of the slot. Source: wire-protocol 5.5. */
export function readByStackPlugin(body: string): readonly (string | undefined)[] {
  return stackSchema.parse(JSON.parse(body)).ads.map(({ native }) => native.impressionCounter);
}

/** Model of the smaller client: one slot, no validation. */
export function readBySdkLite(body: string): Readonly<Record<string, string>> | undefined {
  return (JSON.parse(body) as Record<string, string>[])[0];
}

/** Returns a value as the SDK sends it: lower case, with `_` for every character other than letters, digits and `_`. */
export function mangledBySdk(value: string): string {
  return value.replace(/[^\p{L}\p{N}_]/gu, '_').toLowerCase();
}
