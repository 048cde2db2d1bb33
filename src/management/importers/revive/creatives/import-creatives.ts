/*
 * Banners of Revive, as creatives.
 *
 * - `import-creatives.ts`: one creative for each banner and format. `creative-content.ts`: content by storage type.
 * - `banner-files.ts`: images. `video-content.ts`: videos of the official plugin.
 * - `click-url.ts`, `translate-macros.ts`: destinations and macros.
 */

import { hasAspectRatio } from '../../../../core/creative/image-crop.ts';
import { insecureParts } from '../../../resources/creative/insecure-parts.ts';
import type { SourceItem } from '../../import-builder.ts';
import { externalId, type ImportContext, itemOf, noteName, rowsOfTable } from '../import-context.ts';
import { formatOfSize } from '../import-inventory.ts';
import type { ReviveRow } from '../source/revive-data.ts';
import { grouped, integerIn, textIn } from '../source-values.ts';
import { BannerFiles } from './banner-files.ts';
import { type CreativeContent, contentOf } from './creative-content.ts';

/** States of a banner in Revive. */
export const bannerStates = { running: 0, paused: 1, approval: 21, rejected: 22 } as const;

/** Imports the creatives of banners on demand, because their format depends on the zones. */
export class Creatives {
  readonly #context: ImportContext;
  readonly #files: BannerFiles;
  readonly #videos: ReadonlyMap<number, readonly ReviveRow[]>;
  readonly #contents = new Map<number, CreativeContent>();
  readonly #keys = new Map<string, string | null>();
  readonly #noted = new Set<number>();

  constructor(context: ImportContext) {
    this.#context = context;
    this.#files = new BannerFiles(context);
    this.#videos = grouped(rowsOfTable(context, 'banner_vast_element'), (row) => integerIn(row, 'banner_id'));
  }

  /** Returns the key of the creative of a banner in a format. null: it cannot be imported. */
  async keyOf(banner: ReviveRow, formatKey: string, brandKey: string): Promise<string | null> {
    const id = integerIn(banner, 'bannerid');
    const known = this.#keys.get(`${id} ${formatKey}`);
    if (known !== undefined) return known;
    const key = await this.#add(banner, formatKey, brandKey);
    this.#keys.set(`${id} ${formatKey}`, key);
    return key;
  }

  /** Imports a banner without zones, in the format of its own size. */
  async addUnlinked(banner: ReviveRow, brandKey: string): Promise<void> {
    const item = bannerItem(banner);
    const content = await this.#contentOf(banner, item);
    const size = { width: integerIn(banner, 'width', -1), height: integerIn(banner, 'height', -1) };
    const kind = 'fault' in content || content.kind === 'image' || content.kind === 'html' ? 'banner' : 'video';
    await this.keyOf(
      banner,
      formatOfSize(this.#context, kind, kind === 'video' ? { width: -1, height: -1 } : size),
      brandKey,
    );
    this.#context.builder.translated(item, {
      feature: 'zones',
      message: 'The banner is linked to no zone and is not booked.',
    });
  }

  async #add(banner: ReviveRow, formatKey: string, brandKey: string): Promise<string | null> {
    const { builder } = this.#context;
    const item = bannerItem(banner);
    const content = await this.#contentOf(banner, item);
    if ('fault' in content) return null;
    const fault = this.#formatFault(content, formatKey);
    if (fault !== null) {
      builder.unsupported(item, {
        feature: 'size',
        message: fault,
        remedy: 'Upload a file of this size to the creative.',
      });
      return null;
    }
    const first = externalId('banner', item.id);
    const key = builder.has('creatives', first) ? `${first}:${formatKey.split(':').at(-1)}` : first;
    const { kind, fields, file } = content;
    builder.add('creatives', key, {
      brand: brandKey,
      format: formatKey,
      name: item.name,
      externalId: key,
      kind,
      ...fields,
      file: file === null ? undefined : builder.addContent(file.name, file.content),
      state: stateOf(banner, content),
    });
    if (key === first) {
      builder.imported(item, {
        message: `Imported as a creative of kind ${kind}.`,
        target: { section: 'creatives', key },
      });
    }
    return key;
  }

  /** The content of a banner is the same in all formats, and its findings are noted once. */
  async #contentOf(banner: ReviveRow, item: SourceItem): Promise<CreativeContent> {
    const id = integerIn(banner, 'bannerid');
    const known = this.#contents.get(id);
    if (known !== undefined) return known;
    const content = await contentOf(banner, { files: this.#files, videos: this.#videos.get(id) ?? [] });
    this.#contents.set(id, content);
    this.#noteOnce(id, banner, item, content);
    return content;
  }

  #noteOnce(id: number, banner: ReviveRow, item: SourceItem, content: CreativeContent): void {
    if (this.#noted.has(id)) return;
    this.#noted.add(id);
    const { builder } = this.#context;
    noteName(builder, item, nameOf(banner));
    if ('fault' in content) {
      builder.unsupported(item, { message: content.fault, remedy: content.remedy });
      return;
    }
    for (const { feature, message } of content.notes) builder.translated(item, { feature, message });
    if (loadsInsecureCode(content.fields)) builder.unsupported(item, insecureCode);
    for (const { feature, message, remedy } of content.unsupported)
      builder.unsupported(item, { feature, message, remedy });
  }

  /** Placard refuses images with another aspect ratio than the format. */
  #formatFault(content: Extract<CreativeContent, { kind: string }>, formatKey: string): string | null {
    const { width, height, code } = (this.#context.builder.get('formats', formatKey) ?? {}) as {
      readonly width?: number;
      readonly height?: number;
      readonly code?: string;
    };
    const isVideoFormat = code === 'revive-video';
    const isVideo = content.kind === 'video' || content.kind === 'vast';
    if (isVideo !== isVideoFormat) return `A creative of kind ${content.kind} does not fit the format ${code ?? ''}.`;
    if (content.file === null || width === undefined || height === undefined) return null;
    if (hasAspectRatio(content.file, { width, height })) return null;
    return `The image has ${content.file.width} × ${content.file.height} pixels, and the zone ${width} × ${height}.`;
  }
}

const insecureCode = {
  feature: 'insecure code',
  message:
    'The markup loads a script, frame or style sheet over http, which browsers block. The creative waits for review.',
  remedy: 'Change the address to https, and approve the creative.',
};

function loadsInsecureCode({ html }: Readonly<Record<string, unknown>>): boolean {
  return typeof html === 'string' && insecureParts(html).code;
}

/** Returns the item of a banner. Banners are named by their description. */
export function bannerItem(banner: ReviveRow): SourceItem {
  return itemOf({ name: nameOf(banner) }, 'banner', { id: integerIn(banner, 'bannerid'), name: 'name' });
}

function nameOf(banner: ReviveRow): string {
  return textIn(banner, 'description') || textIn(banner, 'alt') || textIn(banner, 'filename');
}

/** Returns the state of a banner. Older schemas have a column `active`, and a text in `status`. */
export function bannerState(banner: ReviveRow): number {
  const active = textIn(banner, 'active').toLowerCase();
  if (active === 't' || active === 'f') return active === 't' ? bannerStates.running : bannerStates.paused;
  return integerIn(banner, 'status');
}

function stateOf(
  banner: ReviveRow,
  { fields }: { readonly fields: Readonly<Record<string, unknown>> },
): string | undefined {
  switch (bannerState(banner)) {
    case bannerStates.running:
      if (loadsInsecureCode(fields)) return 'pending_review';
      return integerIn(banner, 'weight', 1) < 1 ? 'suspended' : undefined;
    case bannerStates.approval:
      return 'pending_review';
    case bannerStates.rejected:
      return 'rejected';
    default:
      return 'suspended';
  }
}
