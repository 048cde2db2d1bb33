import type { VastVersion } from '../../../src/core/vast/vast-version.ts';
import type { AdResource, Companion, VideoAd, VideoIcon } from '../../../src/core/vast/video-ad.ts';
import { type VideoEvent, videoEvents } from '../../../src/core/vocabulary/video-events.ts';

/** Content of a document in terms that apply to both parsers and the model. */
export type Meaning = {
  readonly version: string;
  readonly kind: 'inline' | 'wrapper';
  readonly id: string;
  readonly mediaType: string | null;
  readonly servingId: string | null;
  readonly system: { readonly name: string; readonly version: string | null };
  readonly impressions: readonly string[];
  readonly errors: readonly string[];
  readonly viewability: readonly (readonly string[])[];
  readonly price: { readonly value: number; readonly model: string; readonly currency: string } | null;
  readonly title: string | null;
  readonly description: string | null;
  readonly advertiser: string | null;
  readonly categories: readonly { readonly authority: string; readonly code: string }[];
  readonly universalId: { readonly registry: string; readonly value: string } | null;
  readonly tagUrl: string | null;
  readonly flags: readonly (boolean | null)[];
  readonly durationMs: number | null;
  readonly skipAtMs: number | null;
  /** Tracking URLs by the event name of the version, such as `progress-3` and `progress-10%`. */
  readonly events: Readonly<Record<string, readonly string[]>>;
  readonly clickThrough: string | null;
  readonly clickTracking: readonly string[];
  readonly files: readonly FileMeaning[];
  readonly icons: readonly unknown[];
  readonly companions: readonly unknown[];
  readonly verifications: readonly unknown[];
};

export type FileMeaning = {
  readonly id: string | null;
  readonly url: string;
  readonly delivery: string;
  readonly mime: string;
  readonly size: readonly number[];
  readonly codec: string | null;
  readonly bitrates: readonly number[];
  readonly bytes: number;
  readonly scalable: boolean | null;
  readonly keepAspectRatio: boolean | null;
};

/** Event names that differ between versions, as in the schemas. null: not available in the version. */
const names: Readonly<Record<VastVersion, Readonly<Partial<Record<VideoEvent, string | null>>>>> = {
  '2.0': {
    loaded: null,
    skip: null,
    playerExpand: 'fullscreen',
    playerCollapse: null,
    adExpand: 'expand',
    adCollapse: 'collapse',
    minimize: null,
    otherAdInteraction: null,
    closeLinear: 'close',
  },
  '3.0': {
    loaded: null,
    playerExpand: 'fullscreen',
    playerCollapse: 'exitFullscreen',
    adExpand: 'expand',
    adCollapse: 'collapse',
    minimize: null,
    acceptInvitation: 'acceptInvitationLinear',
    otherAdInteraction: null,
  },
  '4.0': { loaded: null, acceptInvitation: 'acceptInvitationLinear', closeLinear: 'close' },
  '4.1': {},
  '4.2': {},
  '4.3': {},
};

/** Returns the expected content of the document of an ad in a version. */
export function meaningOf(ad: VideoAd, version: VastVersion): Meaning {
  const from3 = version !== '2.0';
  const from4 = from3 && version !== '3.0';
  const from41 = from4 && version !== '4.0';
  const inline = ad.kind === 'inline' ? ad : null;
  const { viewable, notViewable, undetermined } = ad.viewability;
  const { price } = ad;
  const skip = inline?.skipOffset ?? null;
  return {
    version,
    kind: ad.kind,
    id: ad.id,
    mediaType: from41 ? (inline?.mediaType ?? null) : null,
    servingId: from41 ? (inline?.servingId ?? null) : null,
    system: ad.system,
    impressions: ad.impressions,
    errors: from4 ? ad.errors : ad.errors.slice(0, 1),
    viewability: from4 ? [viewable, notViewable, undetermined] : [[], [], []],
    price:
      price !== null && (inline === null ? from4 : from3)
        ? { value: price.micros / 1e6, model: price.model, currency: price.currency }
        : null,
    title: inline?.title ?? null,
    description: inline?.description ?? null,
    advertiser: from3 ? (inline?.advertiser ?? null) : null,
    categories: from4 ? (inline?.categories ?? []) : [],
    universalId: from4 && inline ? (inline.creative.universalId ?? { registry: 'unknown', value: 'unknown' }) : null,
    tagUrl: ad.kind === 'wrapper' ? ad.tagUrl : null,
    flags: ad.kind === 'wrapper' && from3 ? [ad.followAdditionalWrappers, ad.allowMultipleAds, ad.fallbackOnNoAd] : [],
    durationMs: inline?.durationMs ?? null,
    skipAtMs: from3 && inline && skip ? ('ms' in skip ? skip.ms : (inline.durationMs * skip.percent) / 100) : null,
    events: eventsOf(ad, version),
    clickThrough: inline?.clickThrough ?? null,
    clickTracking: ad.clickTracking,
    files: (inline?.mediaFiles ?? []).map((file) => ({
      id: file.id,
      url: file.url,
      delivery: file.delivery,
      mime: file.mime,
      size: [file.width, file.height],
      codec: from3 ? file.codec : null,
      bitrates: bitratesOf(file.bitrate, from3),
      bytes: from41 ? (file.bytes ?? 0) : 0,
      scalable: file.scalable,
      keepAspectRatio: file.keepAspectRatio,
    })),
    icons: from3 ? ad.icons.map(iconMeaning) : [],
    companions: ad.companions.map((companion) => companionMeaning(companion, version)),
    verifications: ad.verifications,
  };
}

function eventsOf(ad: VideoAd, version: VastVersion): Record<string, readonly string[]> {
  const events: Record<string, readonly string[]> = {};
  for (const event of videoEvents) {
    const given = names[version][event];
    const urls = ad.tracking.events[event] ?? [];
    if (given !== null && urls.length > 0) events[given ?? event] = urls;
  }
  if (version === '2.0') return events;
  for (const { offset, url } of ad.tracking.progress) {
    events['percent' in offset ? `progress-${offset.percent}%` : `progress-${offset.ms / 1000}`] = [url];
  }
  return events;
}

function bitratesOf(bitrate: number | { min: number; max: number } | null, ranges: boolean): readonly number[] {
  if (typeof bitrate === 'number') return [bitrate, 0, 0];
  return bitrate === null || !ranges ? [0, 0, 0] : [0, bitrate.min, bitrate.max];
}

function iconMeaning(icon: VideoIcon) {
  const { program, width, height, xPosition, yPosition, offsetMs, durationMs, clickThrough } = icon;
  return {
    program,
    box: [width, height, xPosition, yPosition],
    times: [offsetMs, durationMs],
    resource: resourceMeaning(icon.resource),
    clickThrough,
    clickTracking: icon.clickTracking,
    viewTracking: icon.viewTracking,
  };
}

function from42(version: VastVersion): boolean {
  return version === '4.2' || version === '4.3';
}

function companionMeaning(companion: Companion, version: VastVersion) {
  return {
    id: companion.id,
    size: [companion.width, companion.height],
    resource: resourceMeaning(companion.resource),
    slotId: version === '2.0' ? null : companion.slotId,
    rendering: from42(version) ? companion.rendering : null,
    altText: companion.altText,
    clickThrough: companion.clickThrough,
    clickTracking: version === '2.0' ? [] : companion.clickTracking,
    views: companion.creativeView,
  };
}

export function resourceMeaning(resource: AdResource): readonly string[] {
  if (resource.kind === 'html') return ['html', resource.html];
  return resource.kind === 'iframe' ? ['iframe', resource.url] : ['static', resource.url, resource.mime];
}
