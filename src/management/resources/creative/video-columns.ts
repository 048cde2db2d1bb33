import { fieldMessage } from '../../../contract/common/field-message.ts';
import { type CreativeBody, isOfTemplate } from '../../../contract/creative/creative.ts';
import type { DisplayTrackers } from '../../../core/creative/display-trackers.ts';
import { mediaAddress } from '../../../core/vast/media-address.ts';
import type { VideoFile } from '../../../core/vast/video-ad.ts';
import type { VideoCreative, VideoMedia } from '../../../core/vast/video-creative.ts';
import type { StoredAsset } from '../../../platform/db/tables/stored-asset.ts';
import { invalidField } from '../../records/domain-error.ts';

const videoKinds: ReadonlySet<string> = new Set(['video', 'audio', 'vast'] satisfies CreativeBody['kind'][]);

/**
 * Returns the stored player settings of a creative. null for other kinds.
 * @param before previous settings: its uploaded files keep their paths
 */
export function storedVideo(body: CreativeBody, before: VideoCreative | null = null): VideoCreative | null {
  if (!videoKinds.has(body.kind)) return null;
  const own = (before?.media?.files ?? []).filter(({ url }) => !/^https?:/i.test(url));
  const media = withUrls(body.media, (url) => own.find((file) => url.endsWith(`/${file.url}`))?.url ?? url);
  const { vast, companions, icons, verifications } = body;
  return { media, vast, companions, icons, verifications, trackers: trackersWithUrls(body) };
}

/** Returns the stored trackers of a creative that no player shows. null: none, or they are player settings. */
export function storedTrackers(body: CreativeBody): DisplayTrackers | null {
  if (videoKinds.has(body.kind)) return null;
  const trackers = trackersWithUrls(body);
  return Object.keys(trackers).length === 0 ? null : trackers;
}

/** Trackers without URLs are omitted, so that equal creatives are stored equally. */
function trackersWithUrls({ trackers }: CreativeBody): VideoCreative['trackers'] {
  return Object.fromEntries(Object.entries(trackers).filter(([, list]) => list !== undefined && list.length > 0));
}

function withUrls(media: VideoMedia | null, change: (url: string) => string): VideoMedia | null {
  if (media === null) return null;
  const [first, ...others] = media.files.map((file) => ({ ...file, url: change(file.url) }));
  return { ...media, files: [first as VideoFile, ...others] };
}

/** Returns the settings in API form. Creatives of other kinds have the defaults, and may have trackers. */
export function presentVideo(video: VideoCreative | null, trackers: DisplayTrackers | null, deliveryUrl: string) {
  const said = video ?? { ...nothingForPlayers, trackers: trackers ?? {} };
  const absolute = withUrls(said.media, (url) => mediaAddress(url, deliveryUrl));
  // Creatives of earlier versions have no interactive file.
  const media = absolute === null ? null : { ...absolute, interactive: absolute.interactive ?? null };
  // Copies the lists, so that callers may change them.
  return structuredClone({ ...said, media }) as Pick<
    CreativeBody,
    'media' | 'vast' | 'companions' | 'icons' | 'verifications' | 'trackers'
  >;
}

/** Player settings of a creative without any. */
export const nothingForPlayers: VideoCreative = {
  media: null,
  vast: null,
  companions: [],
  icons: [],
  verifications: [],
  trackers: {},
};

/** Returns the size of the largest media file in pixels. null if no file has a size. */
export function sizeOfVideo(media: VideoMedia | null): { readonly width: number; readonly height: number } | null {
  const sizes = (media?.files ?? []).filter(({ width, height }) => width > 0 && height > 0);
  const [largest] = sizes.toSorted((a, b) => b.width * b.height - a.width * a.height);
  return largest === undefined ? null : { width: largest.width, height: largest.height };
}

/** Returns the uploaded files that players still use, and the poster while there is one of them. */
export function assetsLeft(assets: readonly StoredAsset[], video: VideoCreative | null): StoredAsset[] {
  if (video === null) return [...assets];
  const told = new Set(video.media?.files.map(({ url }) => url));
  const videoFiles = assets.filter(({ path }) => told.has(path));
  return videoFiles.length === 0 ? [] : [...videoFiles, ...assets.filter(({ role }) => role === 'poster')];
}

type FittingFormat = { readonly mediaType: string; readonly templateFields: readonly unknown[] };

/**
 * Requires a format of the creative's kind: only players understand VAST. Native ads are rendered by the publisher in
 * native formats. Kinds with a template require a format with one.
 */
export function requireFittingFormat({ kind }: CreativeBody, { mediaType, templateFields }: FittingFormat): void {
  const isForPlayers = mediaType === 'video' || mediaType === 'audio';
  const isDrawn = mediaType === 'native' || mediaType === 'stack';
  const isFine = kind === 'native' ? isDrawn : !isForPlayers;
  const fits = kind === 'vast' ? isForPlayers : videoKinds.has(kind) ? kind === mediaType : isFine;
  if (fits && isOfTemplate(kind) && templateFields.length === 0) {
    throw invalidField('/formatId', 'no_template', fieldMessage('formatWithoutTemplate', { kind }));
  }
  if (fits) return;
  throw invalidField('/formatId', 'unfit_format', fieldMessage('unfitFormat', { mediaType, kind }));
}
