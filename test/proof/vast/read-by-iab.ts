import { DOMParser } from '@xmldom/xmldom';
import parse from 'iab-vast-parser';
import type { Meaning } from './vast-meaning.ts';

type Click = { readonly uri: string };
type Offset = { readonly $type: string; readonly value: number };
type TrackedEvents = {
  readonly types: readonly string[];
  get(type: string): readonly { readonly uri: string; readonly offset?: Offset | null }[];
};
type Resource = { readonly $type: string; readonly uri: string; readonly creativeType?: string };

type Icon = {
  readonly program: string;
  readonly width: number;
  readonly height: number;
  readonly xPosition: string | number;
  readonly yPosition: string | number;
  readonly offset?: number;
  readonly duration?: number;
  /** Plural name of the parser for a single resource. */
  readonly resources: Resource;
  readonly clicks: { readonly clickThrough: Click | null; readonly clickTrackings: readonly Click[] } | null;
  readonly viewTrackings: readonly Click[];
};

type IabCompanion = {
  readonly id?: string;
  readonly width: number;
  readonly height: number;
  readonly resource: Resource;
  readonly clickThrough: Click | null;
  readonly clickTrackings: readonly Click[];
  readonly trackingEvents: TrackedEvents | null;
};

type Linear = {
  readonly duration: number | null;
  readonly skipoffset: Offset | null;
  readonly mediaFiles: readonly {
    readonly id?: string;
    readonly uri: string;
    readonly delivery: string;
    readonly type: string;
    readonly width: number;
    readonly height: number;
    readonly codec?: string;
    readonly bitrate?: number;
    readonly minBitrate?: number;
    readonly maxBitrate?: number;
    readonly scalable?: boolean;
    readonly maintainAspectRatio?: boolean;
  }[];
  readonly videoClicks: { readonly clickThrough: Click | null; readonly clickTrackings: readonly Click[] } | null;
  readonly trackingEvents: TrackedEvents | null;
  readonly icons: readonly Icon[];
};

type IabAd = {
  readonly $type: 'InLine' | 'Wrapper';
  readonly id: string;
  readonly adSystem: { readonly name: string; readonly version?: string };
  readonly impressions: readonly Click[];
  readonly errors: readonly string[];
  readonly viewableImpression: {
    readonly viewables: readonly string[];
    readonly notViewables: readonly string[];
    readonly viewUndetermineds: readonly string[];
  } | null;
  readonly pricing: { readonly value: number; readonly model: string; readonly currency: string } | null;
  readonly adTitle?: string | null;
  readonly description?: string | null;
  readonly advertiser?: string | null;
  readonly categories?: readonly { readonly authority: string; readonly code: string }[];
  readonly vastAdTagURI?: string;
  readonly followAdditionalWrappers: boolean;
  readonly allowMultipleAds: boolean;
  readonly fallbackOnNoAd: boolean;
  readonly creatives: Iterable<{
    readonly universalAdId: { readonly idRegistry: string; readonly creativeIdentifier: string } | null;
    readonly linear: Linear | null;
    readonly companionAds: { readonly companions: readonly IabCompanion[] } | null;
  }>;
  readonly verifications: readonly {
    readonly vendor: string;
    readonly javaScriptResources: readonly { readonly uri: string; readonly apiFramework: string }[];
    readonly parameters?: string;
  }[];
};

export type IabVast = { readonly version: string; readonly errors: readonly string[]; readonly ads: Iterable<IabAd> };

/**
 * Returns the content of a document as `iab-vast-parser` reads it, in strict mode: VAST 4.0 and older. The parser
 * throws for all documents that it does not accept.
 */
export function readByIab(xml: string): { readonly meaning: Meaning | null; readonly errors: readonly string[] } {
  const vast = parse(xml, { strict: true, domParser: new DOMParser() });
  const [ad] = vast.ads;
  return { meaning: ad === undefined ? null : meaning(ad, vast.version), errors: vast.errors };
}

/** Removes from the expectation what this parser does not read. */
export function asFarAsIabReads(expected: Meaning): Meaning {
  const verificationsStandInExtension = expected.version < '4.1';
  const verifications = expected.verifications as readonly Record<string, unknown>[];
  return {
    ...expected,
    mediaType: null,
    servingId: null,
    files: expected.files.map((file) => ({ ...file, bytes: 0 })),
    companions: (expected.companions as readonly object[]).map((one) => ({
      ...one,
      slotId: null,
      rendering: null,
      altText: null,
    })),
    verifications: verificationsStandInExtension
      ? []
      : verifications.map((one) => ({ ...one, browserOptional: null, notExecuted: null })),
  };
}

function meaning(ad: IabAd, version: string): Meaning {
  const creatives = [...ad.creatives];
  const linear = creatives.find((creative) => creative.linear !== null)?.linear ?? null;
  const isWrapper = ad.$type === 'Wrapper';
  const view = ad.viewableImpression;
  const universalId = creatives[0]?.universalAdId ?? null;
  return {
    version,
    kind: isWrapper ? 'wrapper' : 'inline',
    id: ad.id,
    mediaType: null,
    servingId: null,
    system: { name: ad.adSystem.name, version: ad.adSystem.version ?? null },
    impressions: ad.impressions.map(uriOf),
    errors: ad.errors,
    viewability: [view?.viewables ?? [], view?.notViewables ?? [], view?.viewUndetermineds ?? []],
    price: ad.pricing && { value: ad.pricing.value, model: ad.pricing.model, currency: ad.pricing.currency },
    title: ad.adTitle ?? null,
    description: ad.description ?? null,
    advertiser: ad.advertiser ?? null,
    categories: (ad.categories ?? []).map(({ authority, code }) => ({ authority, code })),
    universalId: universalId && { registry: universalId.idRegistry, value: universalId.creativeIdentifier },
    tagUrl: ad.vastAdTagURI ?? null,
    flags: isWrapper && version !== '2.0' ? [ad.followAdditionalWrappers, ad.allowMultipleAds, ad.fallbackOnNoAd] : [],
    durationMs: typeof linear?.duration === 'number' ? Math.round(linear.duration * 1000) : null,
    skipAtMs: linear ? offsetMs(linear) : null,
    events: linear?.trackingEvents ? eventsOf(linear.trackingEvents) : {},
    clickThrough: linear?.videoClicks?.clickThrough?.uri ?? null,
    clickTracking: (linear?.videoClicks?.clickTrackings ?? []).map(uriOf),
    files: (linear?.mediaFiles ?? []).map((file) => ({
      id: file.id ?? null,
      url: file.uri,
      delivery: file.delivery,
      mime: file.type,
      size: [file.width, file.height],
      codec: file.codec ?? null,
      bitrates: [file.bitrate ?? 0, file.minBitrate ?? 0, file.maxBitrate ?? 0],
      bytes: 0,
      scalable: file.scalable ?? null,
      keepAspectRatio: file.maintainAspectRatio ?? null,
    })),
    icons: (linear?.icons ?? []).map(iconMeaning),
    companions: creatives.flatMap(({ companionAds }) => companionAds?.companions ?? []).map(companionMeaning),
    verifications: ad.verifications.map(({ vendor, javaScriptResources: [script], parameters }) => ({
      vendor,
      url: script?.uri,
      apiFramework: script?.apiFramework,
      browserOptional: null,
      parameters: parameters ?? null,
      notExecuted: null,
    })),
  };
}

function iconMeaning(icon: Icon) {
  return {
    program: icon.program,
    box: [icon.width, icon.height, icon.xPosition, icon.yPosition],
    times: [icon.offset, icon.duration].map((seconds) => (typeof seconds === 'number' ? seconds * 1000 : null)),
    resource: resourceMeaning(icon.resources),
    clickThrough: icon.clicks?.clickThrough?.uri ?? null,
    clickTracking: (icon.clicks?.clickTrackings ?? []).map(uriOf),
    viewTracking: icon.viewTrackings.map(uriOf),
  };
}

function companionMeaning(companion: IabCompanion) {
  return {
    id: companion.id ?? null,
    size: [companion.width, companion.height],
    resource: resourceMeaning(companion.resource),
    slotId: null,
    rendering: null,
    altText: null,
    clickThrough: companion.clickThrough?.uri ?? null,
    clickTracking: companion.clickTrackings.map(uriOf),
    views: (companion.trackingEvents?.get('creativeView') ?? []).map(uriOf),
  };
}

function resourceMeaning({ $type, uri, creativeType }: Resource) {
  if ($type === 'StaticResource') return ['static', uri, creativeType];
  return $type === 'IFrameResource' ? ['iframe', uri] : ['html', uri];
}

function eventsOf(tracking: TrackedEvents): Record<string, string[]> {
  const events: Record<string, string[]> = {};
  for (const type of tracking.types) {
    for (const { uri, offset } of tracking.get(type)) {
      const unit = offset?.$type === 'RelativeTimeOffset' ? '%' : '';
      const name = offset ? `${type}-${offset.value}${unit}` : type;
      events[name] = [...(events[name] ?? []), uri];
    }
  }
  return events;
}

function offsetMs({ skipoffset, duration }: Linear): number | null {
  if (skipoffset === null) return null;
  const seconds =
    skipoffset.$type === 'RelativeTimeOffset' ? ((duration ?? 0) * skipoffset.value) / 100 : skipoffset.value;
  return Math.round(seconds * 1000);
}

function uriOf({ uri }: Click): string {
  return uri;
}
