import type { CreativeRow, FormatRow } from '../../../../core/snapshot/snapshot-rows.ts';
import type { VideoCreative } from '../../../../core/vast/video-creative.ts';
import type { BrandId, CreativeId } from '../../../../core/vocabulary/ids.ts';
import type { Preview } from '../../../../exchange/previews/preview-folder.ts';
import { readSnapshotFormats } from '../../../../exchange/rows/snapshot-inventory.ts';
import { escapeHtml } from '../../../../platform/http/escape-html.ts';
import type { SellerContext } from '../seller-context.ts';
import { CreativeFault } from './creative-fault.ts';
import { creativeDraftOf, type Draft } from './draft-of-creative.ts';
import type { ManifestGiven } from './protocol-types.ts';
import { readAcceptedFormats } from './read-formats.ts';

/** Duration of a video in a preview if the buyer does not give one. */
const assumedDurationMs = 15_000;
/** A creative that is not stored has no ID and no brand. */
const none = 0;

/**
 * Returns a manifest as a preview. Nothing is fetched or stored: images and videos are loaded from the addresses of the
 * buyer by the page of the preview.
 * @throws CreativeFault or DomainError if the manifest is invalid
 */
export async function previewOfManifest({ services, buyer }: SellerContext, manifest: ManifestGiven): Promise<Preview> {
  const { database } = services;
  const accepted = (await readAcceptedFormats(database, [manifest.format_id], buyer)).get(manifest.format_id.id);
  const [format] = accepted === undefined ? [] : await readSnapshotFormats(database, { ids: [accepted.id] });
  if (accepted === undefined || format === undefined) {
    throw new CreativeFault('REFERENCE_NOT_FOUND', 'There is no format with this ID', 'format_id');
  }
  const draft = creativeDraftOf({ name: 'Preview', ...manifest, creative_id: 'preview' }, accepted, 1);
  return { creative: rowOf(draft, manifest, format), format };
}

function rowOf(draft: Draft, manifest: ManifestGiven, format: FormatRow): CreativeRow {
  const { kind, name, clickUrl = null, altText = null, html = null, fields } = draft.body;
  const common = {
    id: none as CreativeId,
    name,
    kind,
    formatId: format.id,
    brandId: none as BrandId,
    width: format.width,
    height: format.height,
    html: html ?? null,
    file: null,
    clickUrl: clickUrl ?? null,
    altText: altText ?? null,
    domains: [],
    updatedAtMs: 0,
  };
  switch (kind) {
    case 'image':
      return { ...common, kind: 'html', html: imageMarkup(draft, format) };
    case 'video':
    case 'audio':
    case 'vast':
      return { ...common, video: videoOf(draft, manifest) };
    default:
      return {
        ...common,
        ...((kind === 'native' || kind === 'advar') && {
          fields: { ...fields, ...Object.fromEntries(draft.fieldFiles) },
        }),
      };
  }
}

function imageMarkup({ file, body: { altText, clickUrl } }: Draft, { width, height }: FormatRow): string {
  const pixels = width === null || height === null ? '' : ` width="${width}" height="${height}"`;
  const image = `<img src="${escapeHtml(file ?? '')}" alt="${escapeHtml(altText ?? '')}"${pixels}>`;
  return clickUrl ? `<a href="[clickUrl]" target="_blank">${image}</a>` : image;
}

type MediaAsset = {
  readonly asset_type: string;
  readonly width?: number;
  readonly height?: number;
  readonly duration_ms?: number;
  readonly mime_type?: string;
};

function videoOf({ file, body: { kind, vast } }: Draft, { assets }: ManifestGiven): VideoCreative {
  const lists = { companions: [], icons: [], verifications: [], trackers: {} };
  if (file === null) return { media: null, vast, ...lists };
  const asset = Object.values(assets).find((one) => one?.asset_type === kind) as MediaAsset | undefined;
  const isAudio = kind === 'audio';
  return {
    vast: null,
    ...lists,
    media: {
      durationMs: asset?.duration_ms ?? assumedDurationMs,
      skipAfterMs: null,
      title: null,
      description: null,
      advertiser: null,
      categories: [],
      universalAdId: null,
      files: [
        {
          id: null,
          url: file,
          delivery: 'progressive',
          mime: asset?.mime_type ?? (isAudio ? 'audio/mpeg' : 'video/mp4'),
          width: isAudio ? 0 : (asset?.width ?? 0),
          height: isAudio ? 0 : (asset?.height ?? 0),
          codec: null,
          bitrate: null,
          bytes: null,
          scalable: null,
          keepAspectRatio: null,
        },
      ],
    },
  };
}
