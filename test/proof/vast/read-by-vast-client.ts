import { VASTParser } from '@dailymotion/vast-client';
import { DOMParser } from '@xmldom/xmldom';
import type { FileMeaning, Meaning } from './vast-meaning.ts';

type Template = { readonly id: string | null; readonly url: string };
type Events = Readonly<Record<string, readonly string[]>>;

type ParsedIcon = {
  readonly program: string;
  readonly width: number;
  readonly height: number;
  readonly xPosition: string | number;
  readonly yPosition: string | number;
  readonly offset: number;
  readonly duration: number;
  readonly type: string;
  readonly staticResource: string | null;
  readonly htmlResource: string | null;
  readonly iframeResource: string | null;
  readonly iconClickThroughURLTemplate: string | null;
  readonly iconClickTrackingURLTemplates: readonly Template[];
  readonly iconViewTrackingURLTemplate: string | null;
};

type ParsedCompanion = {
  readonly id: string | null;
  readonly width: string;
  readonly height: string;
  readonly adSlotId: string | null;
  readonly renderingMode: string;
  readonly staticResources: readonly { readonly url: string; readonly creativeType: string }[];
  readonly htmlResources: readonly string[];
  readonly iframeResources: readonly string[];
  readonly altText: string | null;
  readonly companionClickThroughURLTemplate: string | null;
  readonly companionClickTrackingURLTemplates: readonly Template[];
  readonly trackingEvents: Events;
};

type ParsedFile = {
  readonly id: string | null;
  readonly fileURL: string;
  readonly fileSize: number;
  readonly deliveryType: string;
  readonly mimeType: string;
  readonly codec: string | null;
  readonly bitrate: number;
  readonly minBitrate: number;
  readonly maxBitrate: number;
  readonly width: number;
  readonly height: number;
  readonly scalable: boolean | null;
  readonly maintainAspectRatio: boolean | null;
};

type ParsedCreative = {
  readonly type: 'linear' | 'companion';
  readonly universalAdIds: readonly { readonly idRegistry: string; readonly value: string }[];
  readonly duration: number;
  readonly skipDelay: number | null;
  readonly mediaFiles: readonly ParsedFile[];
  readonly trackingEvents: Events;
  readonly videoClickThroughURLTemplate: Template | null;
  readonly videoClickTrackingURLTemplates: readonly Template[];
  readonly icons: readonly ParsedIcon[];
  readonly variations: readonly ParsedCompanion[];
};

type ParsedAd = {
  readonly id: string;
  readonly adType: string | null;
  readonly adServingId: string | null;
  readonly system: { readonly value: string; readonly version: string | null };
  readonly title: string | null;
  readonly description: string | null;
  readonly advertiser: { readonly value: string } | null;
  readonly categories: readonly { readonly authority: string; readonly value: string }[];
  readonly pricing: { readonly value: string; readonly model: string; readonly currency: string } | null;
  readonly errorURLTemplates: readonly string[];
  readonly impressionURLTemplates: readonly Template[];
  readonly viewableImpression: readonly Readonly<
    Record<'viewable' | 'notViewable' | 'viewUndetermined', readonly string[]>
  >[];
  readonly creatives: readonly ParsedCreative[];
  readonly adVerifications: readonly {
    readonly resource: string;
    readonly vendor: string;
    readonly apiFramework: string;
    readonly browserOptional: boolean;
    readonly parameters: string | null;
    readonly trackingEvents: Events;
  }[];
  readonly nextWrapperURL?: string;
  readonly followAdditionalWrappers: boolean;
  readonly allowMultipleAds: boolean;
  readonly fallbackOnNoAd: boolean | null;
};

/**
 * Returns the content of a document as `@dailymotion/vast-client` reads it, without following wrappers. Fails on
 * warnings of the parser.
 */
export function readByVastClient(xml: string): {
  readonly meaning: Meaning | null;
  readonly errors: readonly string[];
} {
  const warnings: unknown[] = [];
  const parser = new VASTParser();
  parser.on('VAST-warning', (warning: unknown) => warnings.push(warning));
  const document = new DOMParser().parseFromString(xml, 'text/xml');
  const [ad] = parser.parseVastXml(document, { isRootVAST: true } as never) as ParsedAd[];
  if (warnings.length > 0) throw new Error(`Warned: ${JSON.stringify(warnings)}`);
  return { meaning: ad === undefined ? null : meaning(ad, parser.vastVersion), errors: parser.rootErrorURLTemplates };
}

function meaning(ad: ParsedAd, version: string): Meaning {
  const isWrapper = ad.nextWrapperURL !== undefined;
  const linear = ad.creatives.find((creative) => creative.type === 'linear');
  const [view] = ad.viewableImpression;
  const universalId = ad.creatives[0]?.universalAdIds[0];
  return {
    version,
    kind: isWrapper ? 'wrapper' : 'inline',
    id: ad.id,
    mediaType: ad.adType,
    servingId: ad.adServingId,
    system: { name: ad.system.value, version: ad.system.version },
    impressions: urls(ad.impressionURLTemplates),
    errors: ad.errorURLTemplates,
    viewability: [view?.viewable ?? [], view?.notViewable ?? [], view?.viewUndetermined ?? []],
    price: ad.pricing && { ...ad.pricing, value: Number(ad.pricing.value) },
    title: ad.title,
    description: ad.description,
    advertiser: ad.advertiser?.value ?? null,
    categories: ad.categories.map(({ authority, value }) => ({ authority, code: value })),
    universalId: universalId ? { registry: universalId.idRegistry, value: universalId.value } : null,
    tagUrl: ad.nextWrapperURL ?? null,
    flags: isWrapper && version !== '2.0' ? [ad.followAdditionalWrappers, ad.allowMultipleAds, ad.fallbackOnNoAd] : [],
    durationMs: isWrapper || linear === undefined ? null : Math.round(linear.duration * 1000),
    skipAtMs: skipAtMs(linear),
    events: linear?.trackingEvents ?? {},
    clickThrough: linear?.videoClickThroughURLTemplate?.url ?? null,
    clickTracking: urls(linear?.videoClickTrackingURLTemplates ?? []),
    files: (linear?.mediaFiles ?? []).map(fileMeaning),
    icons: (linear?.icons ?? []).map(iconMeaning),
    companions: ad.creatives.filter(({ type }) => type === 'companion').flatMap((one) => one.variations.map(companion)),
    verifications: ad.adVerifications.map(({ vendor, apiFramework, browserOptional, parameters, ...rest }) => ({
      vendor,
      url: rest.resource,
      apiFramework,
      browserOptional,
      parameters,
      notExecuted: rest.trackingEvents['verificationNotExecuted'] ?? [],
    })),
  };
}

/** The parser returns -1 seconds for a missing attribute. */
function skipAtMs(linear: ParsedCreative | undefined): number | null {
  const seconds = linear?.skipDelay ?? -1;
  return seconds === -1 ? null : Math.round(seconds * 1000);
}

function fileMeaning(file: ParsedFile): FileMeaning {
  return {
    id: file.id === '' ? null : file.id,
    url: file.fileURL,
    delivery: file.deliveryType,
    mime: file.mimeType,
    size: [file.width, file.height],
    codec: file.codec === '' ? null : file.codec,
    bitrates: [file.bitrate, file.minBitrate, file.maxBitrate],
    bytes: file.fileSize,
    scalable: file.scalable,
    keepAspectRatio: file.maintainAspectRatio,
  };
}

function iconMeaning(icon: ParsedIcon) {
  return {
    program: icon.program,
    box: [icon.width, icon.height, icon.xPosition, icon.yPosition],
    times: [msOf(icon.offset), msOf(icon.duration)],
    resource: icon.staticResource
      ? ['static', icon.staticResource, icon.type]
      : icon.iframeResource
        ? ['iframe', icon.iframeResource]
        : ['html', icon.htmlResource],
    clickThrough: icon.iconClickThroughURLTemplate ?? null,
    clickTracking: urls(icon.iconClickTrackingURLTemplates),
    viewTracking: icon.iconViewTrackingURLTemplate ? [icon.iconViewTrackingURLTemplate] : [],
  };
}

function companion(one: ParsedCompanion) {
  const [image] = one.staticResources;
  return {
    id: one.id,
    size: [Number(one.width), Number(one.height)],
    resource: image
      ? ['static', image.url, image.creativeType]
      : one.iframeResources[0]
        ? ['iframe', one.iframeResources[0]]
        : ['html', one.htmlResources[0]],
    slotId: one.adSlotId,
    rendering: one.renderingMode === 'default' ? null : one.renderingMode,
    altText: one.altText,
    clickThrough: one.companionClickThroughURLTemplate,
    clickTracking: urls(one.companionClickTrackingURLTemplates),
    views: one.trackingEvents['creativeView'] ?? [],
  };
}

/** The parser does not read `adSlotID`, the spelling of the attribute in the schema of 4.0. */
export function asFarAsVastClientReads(expected: Meaning): Meaning {
  if (expected.version !== '4.0') return expected;
  const companions = (expected.companions as readonly object[]).map((one) => ({ ...one, slotId: null }));
  return { ...expected, companions };
}

function urls(templates: readonly Template[]): string[] {
  return templates.map(({ url }) => url);
}

function msOf(seconds: number): number | null {
  return seconds === -1 ? null : seconds * 1000;
}
