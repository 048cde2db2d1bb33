import { videoEvents } from '../vocabulary/video-events.ts';
import type { VideoTracking } from './tracking-events.ts';
import type { Companion, VideoAd, VideoAdBase } from './video-ad.ts';
import type { ForeignVast, VideoCreative, VideoMedia } from './video-creative.ts';

/** Data of one delivery of a creative that is not in the creative itself. */
export type VideoServing = {
  /** As in Placard tracking URLs. */
  readonly adId: string;
  readonly creativeId: string;
  /** Name of the creative in the interface. */
  readonly name: string;
  readonly mediaType: 'video' | 'audio';
  /** ID of this delivery for all parties. */
  readonly servingId: string;
  readonly addresses: VideoAddresses;
};

/** Placard URLs. All are absolute. */
export type VideoAddresses = {
  /**
   * URL of an event: null is the impression, others are named as in wire-protocol 6 and VAST 4.2.
   * @example event('firstQuartile') // 'https://ads.example/track/1000-firstQuartile/...'
   */
  event(name: string | null): string;
  /** Counts a click without a redirect. */
  readonly click: string;
  /** Counts a click and redirects to the click-through URL of the creative; null: it has none. */
  readonly clickThrough: string | null;
  /** The click-through URL of the creative as given; null: it has none. */
  readonly target: string | null;
};

const system = { name: 'Placard', version: null };

/**
 * Builds the ad for a player from a creative: Placard URLs precede those of third parties, and clicks are counted by
 * Placard. Source: wire-protocol 6 and 7; docs/decisions/0024-video-creatives.md.
 */
export function buildVideoAd(creative: VideoCreative, serving: VideoServing): VideoAd {
  const { media, vast } = creative;
  if (media !== null) return inlineAd(creative, media, serving);
  if (vast !== null) return wrapperAd(creative, vast, serving);
  throw new Error('A video creative requires media or a VAST URL');
}

function inlineAd(creative: VideoCreative, media: VideoMedia, serving: VideoServing): VideoAd {
  const { advertiser, categories, description, durationMs, skipAfterMs, universalAdId } = media;
  const { clickThrough, click } = serving.addresses;
  return {
    ...baseOf(creative, serving),
    kind: 'inline',
    mediaType: serving.mediaType,
    servingId: serving.servingId,
    title: media.title ?? serving.name,
    description,
    advertiser,
    categories,
    creative: { id: serving.creativeId, universalId: universalAdId },
    durationMs,
    skipOffset: skipAfterMs === null ? null : { ms: skipAfterMs },
    mediaFiles: media.files,
    interactive: media.interactive ?? null,
    clickThrough,
    // The redirect counts the click. Without a click-through URL the click tracker must count it.
    clickTracking: [...(clickThrough === null ? [click] : []), ...(creative.trackers.click ?? [])],
  };
}

function wrapperAd(creative: VideoCreative, { url, ...flags }: ForeignVast, serving: VideoServing): VideoAd {
  return {
    ...baseOf(creative, serving),
    ...flags,
    kind: 'wrapper',
    tagUrl: url,
    clickTracking: [serving.addresses.click, ...(creative.trackers.click ?? [])],
  };
}

function baseOf(creative: VideoCreative, { adId, addresses }: VideoServing): Omit<VideoAdBase, 'clickTracking'> {
  const { trackers, icons, verifications } = creative;
  return {
    id: adId,
    system,
    impressions: [addresses.event(null), ...(trackers.impression ?? [])],
    errors: [`${addresses.event('error')}?code=[ERRORCODE]`, ...(trackers.error ?? [])],
    viewability: {
      viewable: [addresses.event('Adhese_IABview'), ...(trackers.viewable ?? [])],
      notViewable: [addresses.event('notViewable'), ...(trackers.notViewable ?? [])],
      undetermined: [addresses.event('viewUndetermined'), ...(trackers.viewUndetermined ?? [])],
    },
    price: null,
    tracking: trackingOf(creative, addresses),
    // No Placard URLs here: some players read only one URL of an icon, and treat the first tracking element of a
    // document, which belongs to its scripts, as that of the video.
    icons,
    verifications,
    companions: creative.companions.map((companion) => withOurCompanionEvents(companion, addresses)),
  };
}

function trackingOf({ trackers }: VideoCreative, addresses: VideoAddresses): VideoTracking {
  const events = videoEvents.map((event) => [event, [addresses.event(event), ...(trackers[event] ?? [])]]);
  return {
    events: Object.fromEntries(events),
    progress: (trackers.progress ?? []).map(({ at, url }) => ({ offset: at, url })),
  };
}

/**
 * A companion with the click-through URL of the ad uses the counting redirect. Other companions get a click tracker.
 */
function withOurCompanionEvents(companion: Companion, addresses: VideoAddresses): Companion {
  const { click, clickThrough, target } = addresses;
  const isOurs = companion.clickThrough === null || companion.clickThrough === target;
  return {
    ...companion,
    clickThrough: isOurs ? clickThrough : companion.clickThrough,
    clickTracking: [...(isOurs ? [] : [click]), addresses.event('companionClick'), ...companion.clickTracking],
    creativeView: [addresses.event('companionView'), ...companion.creativeView],
  };
}
