import type { VideoTracking } from './tracking-events.ts';
import type { TimeOffset } from './vast-time.ts';

/** A list with at least one item. */
export type NonEmptyList<Item> = readonly [Item, ...Item[]];

/**
 * A video or audio ad for players: the single model for VAST documents of all versions. URLs are absolute http(s).
 * Macros such as `[ERRORCODE]` in them are unchanged. Data that a version does not support is omitted from its document
 * (docs/decisions/0023-vast-and-video-cache.md has the table). Source: IAB VAST 2.0.1 to 4.3.
 */
export type VideoAd = InlineAd | WrapperAd;

/** Common fields of both kinds of ads. */
export type VideoAdBase = {
  /** ID of the ad, as in Placard tracking URLs. */
  readonly id: string;
  /** Ad server. */
  readonly system: { readonly name: string; readonly version: string | null };
  /** Called once each when the ad starts to play. */
  readonly impressions: NonEmptyList<string>;
  /** Called when the ad cannot be played, usually with the macro `[ERRORCODE]`. Before VAST 4.0 only the first. */
  readonly errors: readonly string[];
  readonly viewability: Viewability;
  readonly price: VideoPrice | null;
  /** URLs by event. */
  readonly tracking: VideoTracking;
  /** Called when the video is clicked, in addition to the click-through URL. */
  readonly clickTracking: readonly string[];
  readonly icons: readonly VideoIcon[];
  readonly companions: readonly Companion[];
  readonly verifications: readonly Verification[];
};

/** An ad with its own files. */
export type InlineAd = VideoAdBase & {
  readonly kind: 'inline';
  readonly mediaType: 'video' | 'audio';
  /** ID of this delivery for all parties: the decision ID. */
  readonly servingId: string;
  readonly title: string;
  readonly description: string | null;
  readonly advertiser: string | null;
  readonly categories: readonly { readonly authority: string; readonly code: string }[];
  readonly creative: {
    readonly id: string | null;
    /** ID in a creative registry such as `ad-id.org`; null: not registered. */
    readonly universalId: { readonly registry: string; readonly value: string } | null;
  };
  /** Milliseconds, above 0. */
  readonly durationMs: number;
  /** Time from which the ad can be skipped; null: never. */
  readonly skipOffset: TimeOffset | null;
  readonly mediaFiles: NonEmptyList<VideoFile>;
  /** Interactive layer over the media file, in documents of 4.0 and later; null: none. */
  readonly interactive: InteractiveFile | null;
  /** Click-through URL; null: none. */
  readonly clickThrough: string | null;
};

/** An ad of another ad server, with the Placard URLs that wrap it. */
export type WrapperAd = VideoAdBase & {
  readonly kind: 'wrapper';
  /** URL of the other VAST document. */
  readonly tagUrl: string;
  readonly followAdditionalWrappers: boolean;
  readonly allowMultipleAds: boolean;
  readonly fallbackOnNoAd: boolean;
};

export type VideoFile = {
  readonly id: string | null;
  readonly url: string;
  readonly delivery: 'progressive' | 'streaming';
  /** For example `video/mp4`. */
  readonly mime: string;
  /** Pixels; 0 for audio. */
  readonly width: number;
  readonly height: number;
  /** As in RFC 6381. */
  readonly codec: string | null;
  /** Kilobits per second: one number, or the range of an adaptive stream. */
  readonly bitrate: number | { readonly min: number; readonly max: number } | null;
  readonly bytes: number | null;
  readonly scalable: boolean | null;
  readonly keepAspectRatio: boolean | null;
};

/** A page that the player displays over the media file, and with which it exchanges messages. Source: VAST 4.2, 3.9.3. */
export type InteractiveFile = {
  readonly url: string;
  /** For example `text/html`. */
  readonly mime: string;
  /** For example `SIMID`. */
  readonly apiFramework: string;
  /** Whether the page may change the duration of the ad. */
  readonly variableDuration: boolean;
};

/** Content of an icon or a companion. */
export type AdResource =
  | { readonly kind: 'static'; readonly url: string; readonly mime: string }
  | { readonly kind: 'iframe'; readonly url: string }
  | { readonly kind: 'html'; readonly html: string };

/** A companion banner of the video. */
export type Companion = {
  readonly id: string | null;
  readonly width: number;
  readonly height: number;
  readonly resource: AdResource;
  /** Name of the slot on the page. */
  readonly slotId: string | null;
  readonly rendering: 'default' | 'end-card' | 'concurrent' | null;
  readonly altText: string | null;
  readonly clickThrough: string | null;
  readonly clickTracking: readonly string[];
  /** Called when it is displayed. */
  readonly creativeView: readonly string[];
};

/** An icon over the video, such as that of a self-regulation program. */
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

/** A verification script, such as one of the Open Measurement SDK. */
export type Verification = {
  readonly vendor: string;
  readonly url: string;
  readonly apiFramework: string;
  readonly browserOptional: boolean;
  readonly parameters: string | null;
  /** Called when the script could not be executed. */
  readonly notExecuted: readonly string[];
};

/** URLs to call when the viewability of the video is known. */
export type Viewability = {
  readonly viewable: readonly string[];
  readonly notViewable: readonly string[];
  readonly undetermined: readonly string[];
};

export type VideoPrice = {
  readonly model: 'cpm' | 'cpc' | 'cpe' | 'cpv';
  /** Micro-units (core/vocabulary/money.ts). */
  readonly micros: number;
  readonly currency: string;
};
