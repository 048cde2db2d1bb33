import { z } from 'zod';

/*
 * What the SDK for TypeScript makes of an answer to `/json`. One ad that does not validate fails the whole answer.
 * Source: wire-protocol 3 and 5.4.
 */

export type SdkVersion = 'current' | '1.7.0' | '1.6.0';

export type SdkSlot = {
  /** Markup, or the object that JSON in `tag` stands for; such an ad is not rendered without a hook of the page. */
  readonly tag: unknown;
  readonly isRendered: boolean;
  readonly width: number | undefined;
  /** Fired when the ad is rendered, in this order. */
  readonly impressionUrls: readonly string[];
  /** Fired when it was half visible for a second; undefined: nothing is. */
  readonly viewableUrl: string | undefined;
};

/** Slots by name; throws where the page would go to its error state. */
export function readBySdk(text: string, version: SdkVersion = 'current'): ReadonlyMap<string, SdkSlot> {
  const ads = z.array(adSchema).parse(JSON.parse(text));
  const slots = new Map<string, SdkSlot>();
  for (const ad of ads) {
    if (version !== 'current') requireOldRules(ad, version);
    // Of two ads for one slot the first one is taken.
    if (!slots.has(ad.slotName)) slots.set(ad.slotName, slotOf(ad));
  }
  return slots;
}

const text = z.string().optional();
/** Anything is taken, and only an absolute address survives. */
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
/** Every text that is not empty is true. */
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

/** JSON, also with single quotes, is no markup. */
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

/** The stack plugin: addresses that it fires with those of the slot. Source: wire-protocol 5.5. */
export function readByStackPlugin(body: string): readonly (string | undefined)[] {
  return stackSchema.parse(JSON.parse(body)).ads.map(({ native }) => native.impressionCounter);
}

/** The smaller client: one slot, no validation. */
export function readBySdkLite(body: string): Readonly<Record<string, string>> | undefined {
  return (JSON.parse(body) as Record<string, string>[])[0];
}

/** The values that the SDK sends: lower case, and `_` for all that is neither letter, digit nor `_`. */
export function mangledBySdk(value: string): string {
  return value.replace(/[^\p{L}\p{N}_]/gu, '_').toLowerCase();
}
