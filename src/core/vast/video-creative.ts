import type { VideoEvent } from '../vocabulary/video-events.ts';
import type { TimeOffset } from './vast-time.ts';
import type {
  Companion,
  InlineAd,
  InteractiveFile,
  NonEmptyList,
  Verification,
  VideoFile,
  VideoIcon,
  WrapperAd,
} from './video-ad.ts';

/**
 * Data of a creative of kind `video`, `audio` or `vast`: a `VideoAd` without the server and without Placard URLs.
 * JSON-safe and validated by the management API. Exactly one of `media` and `vast` is set. Source: product decisions 3
 * and 9; docs/decisions/0024-video-creatives.md.
 */
export type VideoCreative = {
  /** For kinds `video` and `audio`. */
  readonly media: VideoMedia | null;
  /** For kind `vast`. */
  readonly vast: ForeignVast | null;
  readonly companions: readonly Companion[];
  readonly icons: readonly VideoIcon[];
  readonly verifications: readonly Verification[];
  readonly trackers: VideoTrackers;
};

/** Own media files and their metadata for players. */
export type VideoMedia = Pick<InlineAd, 'advertiser' | 'categories' | 'description' | 'durationMs'> & {
  /** null: the name of the creative. */
  readonly title: string | null;
  /** Milliseconds from the start; null: it cannot be skipped. */
  readonly skipAfterMs: number | null;
  readonly universalAdId: InlineAd['creative']['universalId'];
  readonly files: NonEmptyList<VideoFile>;
  /** Omitted in creatives of earlier versions. */
  readonly interactive?: InteractiveFile | null;
};

/** A VAST document of another ad server. */
export type ForeignVast = Pick<WrapperAd, 'allowMultipleAds' | 'fallbackOnNoAd' | 'followAdditionalWrappers'> & {
  readonly url: string;
};

/** Third-party URLs that are called in addition to Placard URLs. */
export type VideoTrackers = { readonly [Event in VideoEvent]?: readonly string[] } & {
  readonly impression?: readonly string[];
  readonly error?: readonly string[];
  readonly click?: readonly string[];
  readonly viewable?: readonly string[];
  readonly notViewable?: readonly string[];
  readonly viewUndetermined?: readonly string[];
  readonly progress?: readonly { readonly at: TimeOffset; readonly url: string }[];
};
