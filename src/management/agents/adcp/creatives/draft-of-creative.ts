import { type CreativeBody, creativeBody } from '../../../../contract/creative/creative.ts';
import type { TemplateField } from '../../../../core/creative/template-field.ts';
import { parseBody } from '../../../records/field-errors.ts';
import { CreativeFault } from './creative-fault.ts';
import type { CreativeGiven } from './protocol-types.ts';
import type { AcceptedFormat } from './read-formats.ts';

/** A creative of the protocol as a creative of Placard, without its files. */
export type Draft = {
  readonly body: CreativeBody;
  /** Address of the file. null: the creative has none. */
  readonly file: string | null;
  /** Addresses of the images of a template, by field. */
  readonly fieldFiles: ReadonlyMap<string, string>;
};

type Asset = { readonly asset_type: string; readonly url?: string; readonly content?: string };

type Parts = {
  kind: CreativeBody['kind'] | null;
  clickUrl: string | null;
  file: string | null;
  html: string | null;
  altText: string | null;
  vast: string | null;
  readonly fields: Record<string, string | number>;
  readonly fieldFiles: Map<string, string>;
  readonly trackers: Record<'impression' | 'viewable' | 'click', string[]>;
};

/**
 * Returns the creative that a buyer describes. Every asset must have a meaning, because a creative without one of its
 * trackers or texts would be wrong.
 * @throws CreativeFault, or DomainError if the values are invalid
 */
export function creativeDraftOf(creative: CreativeGiven, format: AcceptedFormat, brandId: number): Draft {
  const parts: Parts = {
    kind: null,
    clickUrl: null,
    file: null,
    html: null,
    altText: null,
    vast: null,
    fields: {},
    fieldFiles: new Map(),
    trackers: { impression: [], viewable: [], click: [] },
  };
  const isTemplate = fillsTemplate(creative, format.templateFields);
  for (const [key, asset] of Object.entries(creative.assets)) {
    const given = asset as unknown as Asset;
    const field = isTemplate ? fieldOf(key, format.templateFields) : undefined;
    if (field !== undefined) setField(parts, field, { key, asset: given });
    else setAsset(parts, { key, asset: given });
  }
  if (isTemplate) setKind(parts, format.mediaType === 'banner' ? 'advar' : 'native', 'assets');
  if (parts.kind === null) throw new CreativeFault('VALIDATION_ERROR', 'The creative has no main asset', 'assets');
  const { kind, clickUrl, html, altText, vast, fields, trackers } = parts;
  const body = parseBody(creativeBody, {
    name: creative.name,
    kind,
    brandId,
    formatId: format.id,
    clickUrl,
    altText,
    html,
    fields,
    ...(vast !== null && { vast: { url: vast } }),
    trackers: Object.fromEntries(Object.entries(trackers).filter(([, urls]) => urls.length > 0)),
  });
  return { body, file: parts.file, fieldFiles: parts.fieldFiles };
}

/** Native formats have only templates. A banner format with a template also accepts images and markup. */
function fillsTemplate({ assets }: CreativeGiven, template: readonly TemplateField[]): boolean {
  return Object.keys(assets).some((key) => {
    const field = fieldOf(key, template);
    return field !== undefined && field.kind !== 'url';
  });
}

/** Returns the asset ID of a template field: `landingPage` is `landing_page`. */
export function assetIdOf({ name }: Pick<TemplateField, 'name'>): string {
  return name.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
}

function fieldOf(key: string, template: readonly TemplateField[]): TemplateField | undefined {
  return template.find((field) => assetIdOf(field) === key || field.name === key);
}

type Named = { readonly key: string; readonly asset: Asset };

function setField(parts: Parts, { name, kind }: TemplateField, { key, asset }: Named): void {
  if (kind === 'image') {
    if (asset.asset_type !== 'image') throw unsupported(key, asset);
    parts.fieldFiles.set(name, asset.url ?? '');
    return;
  }
  const value = kind === 'url' ? asset.url : asset.content;
  if (value === undefined) throw unsupported(key, asset);
  parts.fields[name] = kind === 'number' ? Number(value) : value;
}

function setAsset(parts: Parts, { key, asset }: Named): void {
  const { asset_type: type, url = '', content = '' } = asset;
  switch (type) {
    case 'image':
      setKind(parts, 'image', key);
      parts.file = url;
      parts.altText = (asset as { alt_text?: string }).alt_text ?? null;
      return;
    case 'video':
    case 'audio':
      setKind(parts, type, key);
      parts.file = url;
      return;
    case 'html':
      setKind(parts, 'html', key);
      parts.html = withPlaceholders(content);
      return;
    case 'javascript':
      setKind(parts, 'html', key);
      parts.html = `<script>${withPlaceholders(content).replaceAll('</script', String.raw`<\/script`)}</script>`;
      return;
    case 'vast':
      if ((asset as { delivery_type?: string }).delivery_type !== 'url') throw unsupported(key, asset);
      setKind(parts, 'vast', key);
      parts.vast = withPlaceholders(url);
      return;
    case 'url':
      setUrl(parts, { key, asset });
      return;
    default:
      throw unsupported(key, asset);
  }
}

/** Assets of type `url` without a purpose are named by it: `impression_tracker`, `click_url`. */
function setUrl(parts: Parts, { key, asset }: Named): void {
  const { url = '' } = asset;
  const type =
    (asset as { url_type?: string }).url_type ?? (/track|pixel/.test(key) ? 'tracker_pixel' : 'clickthrough');
  if (type === 'tracker_pixel') {
    const event = /click/.test(key) ? 'click' : /view/.test(key) ? 'viewable' : 'impression';
    parts.trackers[event].push(withPlaceholders(url));
    return;
  }
  if (type !== 'clickthrough' || parts.clickUrl !== null) throw unsupported(key, asset);
  parts.clickUrl = url;
}

function setKind(parts: Parts, kind: CreativeBody['kind'], key: string): void {
  if (parts.kind !== null) {
    throw new CreativeFault('VALIDATION_ERROR', 'The creative has several main assets', `assets.${key}`);
  }
  parts.kind = kind;
}

/** Macros of the protocol that Placard replaces. In URLs, their braces are encoded. Source: AdCP 3.0, universal macros. */
const placeholders: Readonly<Record<string, string>> = { CLICK_URL: '[clickUrl]', CACHEBUSTER: '[CACHEBUSTING]' };

function withPlaceholders(text: string): string {
  return text.replace(
    /(?:\{|%7B)(CLICK_URL|CACHEBUSTER)(?:\}|%7D)/gi,
    (macro: string, name: string) => placeholders[name.toUpperCase()] ?? macro,
  );
}

function unsupported(key: string, { asset_type: type }: Asset): CreativeFault {
  const message = `The format does not support the asset ${key} of type ${type}`;
  return new CreativeFault('UNSUPPORTED_FEATURE', message, `assets.${key}`);
}
