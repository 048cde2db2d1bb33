import { fieldMessage } from '../../../contract/common/field-message.ts';
import { type CreativeBody, isOfTemplate } from '../../../contract/creative/creative.ts';
import { mediaAddress } from '../../../core/vast/media-address.ts';
import type { VideoFile } from '../../../core/vast/video-ad.ts';
import type { VideoCreative, VideoMedia } from '../../../core/vast/video-creative.ts';
import type { StoredAsset } from '../../../platform/db/schema.ts';
import { invalidField } from '../../records/domain-error.ts';

const videoKinds: ReadonlySet<string> = new Set(['video', 'audio', 'vast'] satisfies CreativeBody['kind'][]);

/**
 * What a creative says for players, as it is stored; null: it is of another kind.
 * @param before what it said: its own files keep their paths
 */
export function storedVideo(body: CreativeBody, before: VideoCreative | null = null): VideoCreative | null {
  if (!videoKinds.has(body.kind)) return null;
  const own = (before?.media?.files ?? []).filter(({ url }) => !/^https?:/i.test(url));
  const media = withUrls(body.media, (url) => own.find((file) => url.endsWith(`/${file.url}`))?.url ?? url);
  const { vast, companions, icons, verifications, trackers } = body;
  // A tracker without addresses says nothing; equal creatives are stored equally.
  const said = Object.entries(trackers).filter(([, list]) => list !== undefined && list.length > 0);
  return { media, vast, companions, icons, verifications, trackers: Object.fromEntries(said) };
}

function withUrls(media: VideoMedia | null, change: (url: string) => string): VideoMedia | null {
  if (media === null) return null;
  const [first, ...others] = media.files.map((file) => ({ ...file, url: change(file.url) }));
  return { ...media, files: [first as VideoFile, ...others] };
}

/** The same as its view has it; a creative of another kind says nothing. */
export function presentVideo(video: VideoCreative | null, deliveryUrl: string) {
  const said = video ?? nothingForPlayers;
  const media = withUrls(said.media, (url) => mediaAddress(url, deliveryUrl));
  // Lists of a view are the reader's own.
  return structuredClone({ ...said, media }) as Pick<
    CreativeBody,
    'media' | 'vast' | 'companions' | 'icons' | 'verifications' | 'trackers'
  >;
}

/** What a creative says that says nothing for players. */
export const nothingForPlayers: VideoCreative = {
  media: null,
  vast: null,
  companions: [],
  icons: [],
  verifications: [],
  trackers: {},
};

/** Pixels of the largest of the media files; null: there is none with a size. */
export function sizeOfVideo(media: VideoMedia | null): { readonly width: number; readonly height: number } | null {
  const sizes = (media?.files ?? []).filter(({ width, height }) => width > 0 && height > 0);
  const [largest] = sizes.toSorted((a, b) => b.width * b.height - a.width * a.height);
  return largest === undefined ? null : { width: largest.width, height: largest.height };
}

/** Of the uploaded files those that players are still told of, and the poster as long as there is one of these. */
export function assetsLeft(assets: readonly StoredAsset[], video: VideoCreative | null): StoredAsset[] {
  if (video === null) return [...assets];
  const told = new Set(video.media?.files.map(({ url }) => url));
  const videoFiles = assets.filter(({ path }) => told.has(path));
  return videoFiles.length === 0 ? [] : [...videoFiles, ...assets.filter(({ role }) => role === 'poster')];
}

type FittingFormat = { readonly mediaType: string; readonly templateFields: readonly unknown[] };

/**
 * A player needs VAST and nothing else understands it, so the format must be of the creative's kind. Native ads are drawn by
 * others, in places for them; and what is made from a template needs one.
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
