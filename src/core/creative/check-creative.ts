/*
 * Rules for creatives that do not need the files: templates, image versions and checks.
 *
 * - `check-creative.ts`: faults of a creative for a format.
 * - `template-field.ts`, `template-faults.ts`, `template-html.ts`: fields and markup of format templates.
 * - `mraid.ts`: markup for containers in apps.
 * - `image-versions.ts`, `image-widths.ts`: available sizes of an image, and selection of one.
 *
 * Files themselves are checked in `platform/media`. See docs/internals/creatives.md.
 */

import type { VideoCreative } from '../vast/video-creative.ts';
import { type CheckSeverity, type CreativeCheckCode, creativeChecks } from '../vocabulary/creative-checks.ts';
import { maxAnimationMs, typicalVideoMs } from '../vocabulary/limits/creative-limits.ts';
import { hasAspectRatio } from './image-crop.ts';
import { mraidChecks } from './mraid.ts';
import { describeResized, type ResizedImage } from './resized-image.ts';
import { templateFaults } from './template-faults.ts';
import type { FieldImage, FieldValues, TemplateField } from './template-field.ts';

/** Checked properties of a creative and its format. Sizes in pixels; null: unknown or not fixed. */
export type CheckedCreative = {
  readonly kind: string;
  readonly clickUrl: string | null;
  readonly html: string | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly files: readonly CheckedFile[];
  readonly video: VideoCreative | null;
  /** Field values of kinds native and advar, with the files in their fields; null: other kinds. */
  readonly fields: FieldValues | null;
  readonly images: readonly FieldImage[];
  /** Faults found when third-party URLs were fetched. */
  readonly fetched: readonly CreativeCheckCode[];
  /** Parts that its markup loads over http. */
  readonly insecure: InsecureParts;
  readonly format: {
    readonly width: number | null;
    readonly height: number | null;
    readonly maxBytes: number | null;
    readonly templateFields: readonly TemplateField[];
  };
};

/** @param animation of an animated image: ms per run, and number of runs (0: endless) */
export type CheckedFile = {
  readonly bytes: number;
  readonly animation?: { readonly runMs: number; readonly runs: number };
  readonly resized?: readonly ResizedImage[];
};

/** True: such parts exist. */
export type InsecureParts = { readonly code: boolean; readonly content: boolean };

/** One fault of a creative. */
export type CreativeCheck = {
  readonly code: CreativeCheckCode;
  readonly severity: CheckSeverity;
  readonly message: string;
};

/** Kinds that should have a click-through URL and whose markup Placard generates. */
const clickedKinds = ['image', 'html5', 'native', 'advar', 'video'];

/**
 * Returns all faults of a creative, in the order of `creativeChecks`.
 * @example checkCreative({ ...image, clickUrl: null }) // [{ code: 'MISSING_CLICK', severity: 'warning', message: ...
 * }]
 */
export function checkCreative(creative: CheckedCreative): readonly CreativeCheck[] {
  const found = new Set<CreativeCheckCode>([
    ...missingFile(creative),
    ...sizeChecks(creative),
    ...byteChecks(creative),
    ...insecureChecks(creative),
    ...animationChecks(creative),
    ...clickChecks(creative),
    ...videoChecks(creative),
    ...fieldChecks(creative),
    ...(creative.kind === 'html' ? mraidChecks(creative.html) : []),
    ...creative.fetched,
    ...(resizedImages(creative).length > 0 ? ['IMAGES_RESIZED' as const] : []),
  ]);
  return (Object.keys(creativeChecks) as CreativeCheckCode[])
    .filter((code) => found.has(code))
    .map((code) => ({
      code,
      severity: creativeChecks[code].severity,
      message: code === 'IMAGES_RESIZED' ? describeResized(resizedImages(creative)) : creativeChecks[code].says,
    }));
}

function resizedImages({ files }: CheckedCreative): readonly ResizedImage[] {
  return files.flatMap(({ resized = [] }) => resized);
}

/** Reports whether a fault prevents approval. */
export function hasErrors(checks: readonly Pick<CreativeCheck, 'severity'>[]): boolean {
  return checks.some(({ severity }) => severity === 'error');
}

/** Only creatives of buyer agents are stored before their file. Images of templates are checked with their fields. */
function missingFile({ kind, files, video }: CheckedCreative): CreativeCheckCode[] {
  const isMissing =
    kind === 'image' || kind === 'html5'
      ? files.length === 0
      : (kind === 'video' || kind === 'audio') && (video?.media ?? null) === null;
  return isMissing ? ['FILE_MISSING'] : [];
}

/** A deviation of up to one pixel from the aspect ratio of the format causes no distortion. */
function sizeChecks({ kind, width, height, files, format }: CheckedCreative): CreativeCheckCode[] {
  if (kind !== 'image' || files.length === 0) return [];
  if (width === null || height === null || format.width === null || format.height === null) return [];
  const shown = { width: format.width, height: format.height };
  if (!hasAspectRatio({ width, height }, shown)) return ['SIZE_UNFIT'];
  return width < shown.width - 1 ? ['SMALLER_THAN_FORMAT'] : [];
}

function byteChecks({ html, files, video, format }: CheckedCreative): CreativeCheckCode[] {
  const { maxBytes } = format;
  if (maxBytes === null) return [];
  const sizes = [...files.map(({ bytes }) => bytes), ...(video?.media?.files ?? []).map(({ bytes }) => bytes ?? 0)];
  const markup = html === null ? 0 : html.length;
  return [...sizes, markup].some((bytes) => bytes > maxBytes) ? ['TOO_MANY_BYTES'] : [];
}

function insecureChecks({ insecure, video }: CheckedCreative): CreativeCheckCode[] {
  const addresses = addressesOf(video);
  const scripts = [...(video?.verifications ?? []), ...(video?.media?.interactive ? [video.media.interactive] : [])];
  return [
    ...(insecure.code || scripts.some(({ url }) => isInsecure(url)) ? ['INSECURE_CODE' as const] : []),
    ...(insecure.content || addresses.some(isInsecure) ? ['INSECURE_CONTENT' as const] : []),
  ];
}

function addressesOf(video: VideoCreative | null): readonly string[] {
  if (video === null) return [];
  const { progress = [], ...events } = video.trackers;
  return [
    ...(video.media?.files ?? []).map(({ url }) => url),
    ...(video.vast === null ? [] : [video.vast.url]),
    ...progress.map(({ url }) => url),
    ...Object.values(events).flat(),
  ];
}

/**
 * Reports whether a URL uses http and is not on the local host, which browsers trust. Source: W3C Secure Contexts, 3.1.
 */
export function isInsecure(url: string): boolean {
  return /^http:\/\/(?!localhost[:/]|127\.|\[::1\])/i.test(url.trim());
}

function animationChecks({ files }: CheckedCreative): CreativeCheckCode[] {
  const isLong = files.some(
    ({ animation }) =>
      animation !== undefined && (animation.runs === 0 || animation.runs * animation.runMs > maxAnimationMs),
  );
  return isLong ? ['ANIMATION_TOO_LONG'] : [];
}

function clickChecks({ kind, clickUrl, html }: CheckedCreative): CreativeCheckCode[] {
  if (clickUrl === null) return clickedKinds.includes(kind) ? ['MISSING_CLICK'] : [];
  if (kind !== 'html' || html === null) return [];
  return /\[click(?:Url|Base)\]/.test(html) ? [] : ['CLICK_NOT_WIRED'];
}

function videoChecks({ kind, video }: CheckedCreative): CreativeCheckCode[] {
  const media = video?.media ?? null;
  if (media === null) return [];
  const plays = kind === 'audio' ? isUsualSound : isTypicalVideo;
  return [
    ...(media.files.some(plays) ? [] : ['CODEC_UNUSUAL' as const]),
    ...(media.durationMs > typicalVideoMs ? ['LONG_FILM' as const] : []),
  ];
}

/** Returns the faults in the fields of a creative, for example after a change of its format. */
function fieldChecks({ fields, images, format }: CheckedCreative): CreativeCheckCode[] {
  if (fields === null) return [];
  const isSmall = images.some(({ field, width }) => {
    const wanted = format.templateFields.find(({ name }) => name === field)?.width ?? 0;
    return width !== null && width < wanted - 1;
  });
  return [
    ...(templateFaults(format.templateFields, fields, images).length > 0 ? ['FIELDS_UNFIT' as const] : []),
    ...(isSmall ? ['SMALLER_THAN_FORMAT' as const] : []),
  ];
}

type Playable = { readonly mime: string; readonly codec: string | null };

/** An unspecified codec counts as H.264. Source: RFC 6381. */
function isTypicalVideo({ mime, codec }: Playable): boolean {
  return mime === 'video/mp4' && (codec === null || /^(?:avc[13]|h\.?264)/i.test(codec));
}

function isUsualSound({ mime, codec }: Playable): boolean {
  if (/^audio\/(?:mpeg|mp3)$/.test(mime)) return true;
  return /^audio\/(?:mp4|aac|x-m4a)$/.test(mime) && (codec === null || /^(?:mp4a|aac)/i.test(codec));
}
