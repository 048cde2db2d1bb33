import type { VideoTracking } from './tracking-events.ts';
import type { TimeOffset } from './vast-time.ts';

/** A list that holds at least one. */
export type NonEmptyList<Item> = readonly [Item, ...Item[]];

/**
 * A video or audio ad as a player gets it: the one model of which VAST documents of all versions are written. Addresses
 * are absolute http(s); macros such as `[ERRORCODE]` in them stay as they are. What a version has no place for is left
 * out of its document (docs/decisions/0023-vast-and-video-cache.md has the table).
 * Source: IAB VAST 2.0.1 to 4.2.
 */
export type VideoAd = InlineAd | WrapperAd;

/** What both kinds of ad have. */
export type VideoAdBase = {
  /** Id of the ad, as in our tracking addresses. */
  readonly id: string;
  /** Who serves it. */
  readonly system: { readonly name: string; readonly version: string | null };
  /** Each is called once when the ad begins to play. */
  readonly impressions: NonEmptyList<string>;
  /** Called when the ad cannot be played, usually with the macro `[ERRORCODE]`; before VAST 4.0 the first only. */
  readonly errors: readonly string[];
  readonly viewability: Viewability;
  readonly price: VideoPrice | null;
  /** Addresses by event. */
  readonly tracking: VideoTracking;
  /** Called when the video is clicked, besides the click-through. */
  readonly clickTracking: readonly string[];
  readonly icons: readonly VideoIcon[];
  readonly companions: readonly Companion[];
  readonly verifications: readonly Verification[];
};

/** An ad with its own files. */
export type InlineAd = VideoAdBase & {
  readonly kind: 'inline';
  readonly mediaType: 'video' | 'audio';
  /** Names this one delivery to all parties: the id of the decision. */
  readonly servingId: string;
  readonly title: string;
  readonly description: string | null;
  readonly advertiser: string | null;
  readonly categories: readonly { readonly authority: string; readonly code: string }[];
  readonly creative: {
    readonly id: string | null;
    /** Id in a registry of creatives, such as `ad-id.org`; null: not registered. */
    readonly universalId: { readonly registry: string; readonly value: string } | null;
  };
  /** Milliseconds, above 0. */
  readonly durationMs: number;
  /** From when it may be skipped; null: never. */
  readonly skipOffset: TimeOffset | null;
  readonly mediaFiles: NonEmptyList<VideoFile>;
  /** Where a click leads; null: nowhere. */
  readonly clickThrough: string | null;
};

/** An ad that another ad server has; ours are the addresses around it. */
export type WrapperAd = VideoAdBase & {
  readonly kind: 'wrapper';
  /** Where the other VAST document is. */
  readonly tagUrl: string;
  readonly followAdditionalWrappers: boolean;
  readonly allowMultipleAds: boolean;
  readonly fallbackOnNoAd: boolean;
};

export type VideoFile = {
  readonly id: string | null;
  readonly url: string;
  readonly delivery: 'progressive' | 'streaming';
  /** As in `video/mp4`. */
  readonly mime: string;
  /** Pixels; 0 for audio. */
  readonly width: number;
  readonly height: number;
  /** As in RFC 6381. */
  readonly codec: string | null;
  /** Kilobits a second: one number, or the range of an adaptive stream. */
  readonly bitrate: number | { readonly min: number; readonly max: number } | null;
  readonly bytes: number | null;
  readonly scalable: boolean | null;
  readonly keepAspectRatio: boolean | null;
};

/** What an icon or a companion shows. */
export type AdResource =
  | { readonly kind: 'static'; readonly url: string; readonly mime: string }
  | { readonly kind: 'iframe'; readonly url: string }
  | { readonly kind: 'html'; readonly html: string };

/** A banner beside the video. */
export type Companion = {
  readonly id: string | null;
  readonly width: number;
  readonly height: number;
  readonly resource: AdResource;
  /** Name of the place on the page. */
  readonly slotId: string | null;
  readonly rendering: 'default' | 'end-card' | 'concurrent' | null;
  readonly altText: string | null;
  readonly clickThrough: string | null;
  readonly clickTracking: readonly string[];
  /** Called when it is shown. */
  readonly creativeView: readonly string[];
};

/** An icon over the video, such as that of a self-regulation programme. */
export type VideoIcon = {
  readonly program: string;
  readonly width: number;
  readonly height: number;
  readonly xPosition: number | 'left' | 'right';
  readonly yPosition: number | 'top' | 'bottom';
  readonly offsetMs: number | null;
  readonly durationMs: number | null;
  readonly resource: AdResource;
  readonly clickThrough: string | null;
  readonly clickTracking: readonly string[];
  readonly viewTracking: readonly string[];
};

/** A script that measures, such as one of the Open Measurement SDK. */
export type Verification = {
  readonly vendor: string;
  readonly url: string;
  readonly apiFramework: string;
  readonly browserOptional: boolean;
  readonly parameters: string | null;
  /** Called when the script could not be run. */
  readonly notExecuted: readonly string[];
};

/** Addresses that are called when it is known whether the video was in view. */
export type Viewability = {
  readonly viewable: readonly string[];
  readonly notViewable: readonly string[];
  readonly undetermined: readonly string[];
};

export type VideoPrice = {
  readonly model: 'cpm' | 'cpc' | 'cpe' | 'cpv';
  /** Micro-units (core/words/money.ts). */
  readonly micros: number;
  readonly currency: string;
};
