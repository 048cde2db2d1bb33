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

/** A booking of one ad of a pod. */
export type PodBooking = {
  /** Duration of the ad, unless `video` is set. Default 15. */
  readonly seconds?: number;
  /** Default: another brand for each booking. */
  readonly brandId?: number;
  readonly labels?: readonly string[];
  readonly cpm?: { readonly micros: number; readonly currency: string };
  readonly video?: VideoCreative;
  readonly targeting?: Readonly<Record<string, unknown>>;
};

/** Returns a position for players with these bookings, of one ad each: bookings 10, 11 and so on, ads 1000, 1001 and so on. */
export function podRows(
  bookings: readonly PodBooking[],
  options: { readonly mediaType?: 'video' | 'audio'; readonly companions?: VideoCreative['companions'] } = {},
) {
  const { mediaType = 'video', companions = [] } = options;
  const base = videoRows(videoCreative(), { mediaType });
  const [creative] = base.creatives;
  return {
    ...base,
    creatives: bookings.map(({ seconds = 15, brandId, video }, index) =>
      creativeRow({
        ...creative,
        id: 100 + index,
        brandId: brandId ?? index + 1,
        kind: video?.vast ? 'vast' : mediaType,
        video: video ?? videoCreative({ companions }, { durationMs: seconds * 1_000 }),
      }),
    ),
    bookings: bookings.map(({ labels = [], cpm, targeting }, index) =>
      bookingRow(
        { id: 10 + index, exclusionLabels: labels, ...(cpm && { cpm }), ...(targeting && { targeting }) },
        { id: 1_000 + index, creativeId: 100 + index },
      ),
    ),
  };
}

/** Returns several equal bookings. */
export function equalPodBookings(count: number, one: PodBooking = {}): readonly PodBooking[] {
  return Array.from({ length: count }, () => one);
}
