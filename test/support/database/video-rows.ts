import type { VideoCreative, VideoMedia } from '../../../src/core/vast/video-creative.ts';
import { bookingRow, creativeRow, snapshotRows } from '../server/test-delivery.ts';

const file = {
  id: null,
  url: 'https://media.example/winter.mp4',
  delivery: 'progressive',
  mime: 'video/mp4',
  width: 640,
  height: 360,
  codec: null,
  bitrate: 800,
  bytes: null,
  scalable: null,
  keepAspectRatio: null,
} as const;

/** Returns a 15-second video with one file. */
export function videoCreative(change: Partial<VideoCreative> = {}, media: Partial<VideoMedia> = {}): VideoCreative {
  return {
    media: {
      durationMs: 15_000,
      skipAfterMs: null,
      title: null,
      description: null,
      advertiser: null,
      categories: [],
      universalAdId: null,
      files: [file],
      ...media,
    },
    vast: null,
    companions: [],
    icons: [],
    verifications: [],
    trackers: {},
    ...change,
  };
}

/** Returns an ad of another ad server. */
export function foreignVideo(url = 'https://other.example/vast?c=[CACHEBUSTING]'): VideoCreative {
  const flags = { followAdditionalWrappers: true, allowMultipleAds: false, fallbackOnNoAd: false };
  return videoCreative({ media: null, vast: { url, ...flags } });
}

/** Returns a position `_home_-<media type>` for players with one ad. */
export function videoRows(
  video: VideoCreative = videoCreative(),
  options: { readonly mediaType?: 'video' | 'audio'; readonly booking?: Parameters<typeof bookingRow>[0] } = {},
) {
  const { mediaType = 'video', booking = {} } = options;
  const kind = video.vast === null ? mediaType : 'vast';
  const creative = { kind, name: 'Winter video', formatId: 2, html: null, file: null, width: 640, height: 360, video };
  return snapshotRows({
    formats: [
      { id: 1, code: 'lb', width: 728, height: 90, mediaType: 'banner' },
      { id: 2, code: mediaType, width: null, height: null, mediaType },
    ],
    positions: [
      { id: 10, locationId: 1, formatId: 2, slotName: `_home_-${mediaType}` },
      { id: 11, locationId: 1, formatId: 1, slotName: '_home_-lb' },
    ],
    bookings: [bookingRow(booking)],
    creatives: [creativeRow(creative)],
  });
}
