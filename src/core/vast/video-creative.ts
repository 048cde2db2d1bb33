import type { VideoEvent } from '../words/video-events.ts';
import type { TimeOffset } from './vast-time.ts';
import type { Companion, InlineAd, NonEmptyList, Verification, VideoFile, VideoIcon, WrapperAd } from './video-ad.ts';

/**
 * What a creative of kind `video`, `audio` or `vast` says: everything of a `VideoAd` but who is served and our own
 * addresses. JSON-safe; as the management API has checked it. Either `media` or `vast` is there.
 * Source: product decisions 3 and 9; docs/decisions/0024-video-creatives.md.
 */
export type VideoCreative = {
  /** Of kinds `video` and `audio`. */
  readonly media: VideoMedia | null;
  /** Of kind `vast`. */
  readonly vast: ForeignVast | null;
  readonly companions: readonly Companion[];
  readonly icons: readonly VideoIcon[];
  readonly verifications: readonly Verification[];
  readonly trackers: VideoTrackers;
};

/** Files of its own, and what a player is told of them. */
export type VideoMedia = Pick<InlineAd, 'advertiser' | 'categories' | 'description' | 'durationMs'> & {
  /** Null: the name of the creative. */
  readonly title: string | null;
  /** Milliseconds from the start; null: it cannot be skipped. */
  readonly skipAfterMs: number | null;
  readonly universalAdId: InlineAd['creative']['universalId'];
  readonly files: NonEmptyList<VideoFile>;
};

/** A document that another ad server has. */
export type ForeignVast = Pick<WrapperAd, 'allowMultipleAds' | 'fallbackOnNoAd' | 'followAdditionalWrappers'> & {
  readonly url: string;
};

/** Addresses of third parties that are called beside ours. */
export type VideoTrackers = { readonly [Event in VideoEvent]?: readonly string[] } & {
  readonly impression?: readonly string[];
  readonly error?: readonly string[];
  readonly click?: readonly string[];
  readonly viewable?: readonly string[];
  readonly notViewable?: readonly string[];
  readonly viewUndetermined?: readonly string[];
  readonly progress?: readonly { readonly at: TimeOffset; readonly url: string }[];
};
