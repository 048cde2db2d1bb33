/*
 * What the importers of Google Ad Manager, Kevel, Adhese and CSV files share.
 *
 * - `source-files.ts`, `parse-csv.ts`, `source-record.ts`, `source-time.ts`: reading of exports whose content is unknown.
 * - `import-objects.ts`: inventory, advertisers, campaigns and creatives. `import-line.ts`: bookings.
 * - `drop-invalid.ts`: removes what the API would refuse.
 *
 * Source: docs/decisions/0260-imports-from-exports.md.
 */

import { createHash } from 'node:crypto';
import { clickUrlSchema } from '../../../contract/creative/creative.ts';
import { isTimeZone } from '../../../contract/inventory/inventory.ts';
import { maxHtmlLength } from '../../../core/vocabulary/limits/creative-limits.ts';
import { decimalFromMicros } from '../../../core/vocabulary/money.ts';
import { type ImportBuilder, plainName, type SourceItem } from '../import-builder.ts';
import { memberText, type SourceRecord } from './source-record.ts';

/** Width and height in pixels. null: any. */
export type SourcePixels = { readonly width: number | null; readonly height: number | null };

/** Most characters of an ID in a key. */
const maxIdLength = 60;

/** Objects of one source, with keys such as `gam:lineItem:12`. */
export class SourceObjects {
  readonly #prefix: string;
  readonly builder: ImportBuilder;
  readonly #timeZone: string;
  readonly #positions = new Map<string, Map<string, string>>();

  constructor(builder: ImportBuilder, { prefix, timeZone }: { readonly prefix: string; readonly timeZone: string }) {
    this.builder = builder;
    this.#prefix = prefix;
    this.#timeZone = isTimeZone(timeZone) ? timeZone : 'UTC';
  }

  /** Returns the key and external ID of an object. Long or odd IDs are shortened and stay distinct. */
  key(kind: string, id: string): string {
    const isPlain = id.length <= maxIdLength && /^[\p{L}\p{N}_.:/ -]+$/u.test(id) && id.trim() === id;
    const hash = isPlain ? '' : createHash('sha256').update(id).digest('hex').slice(0, 12);
    return `${this.#prefix}:${kind}:${isPlain ? id : `${slotPart(id).slice(0, 20)}-${hash}`}`;
  }

  /** Returns the item of a record for findings. The ID is part of external IDs. */
  item(
    kind: string,
    record: SourceRecord,
    names: { readonly id: readonly string[]; readonly name: readonly string[] },
  ) {
    const id = (plainName(memberText(record, ...names.id)) ?? '').slice(0, 60);
    return { kind, id, name: plainName(memberText(record, ...names.name)) ?? `${kind} ${id}` };
  }

  /** Notes an item without an ID, or with the ID of another one. Returns whether it can be imported. */
  isNew(section: 'publications' | 'mediaPartners' | 'campaigns' | 'creatives' | 'bookings', item: SourceItem): boolean {
    if (item.id === '') {
      const remedy = 'Add the column or member with the ID to the export.';
      this.builder.unsupported(item, { message: 'The item has no ID and is not imported.', remedy });
      return false;
    }
    if (!this.builder.has(section, this.key(item.kind, String(item.id)))) return true;
    this.builder.translated(item, { feature: 'ID', message: 'The ID occurs twice. The first item is imported.' });
    return false;
  }

  /** Returns the key of a publication with one location of the same key, which is created if necessary. */
  site(
    item: SourceItem,
    options: { readonly timeZone?: string; readonly domain?: string; readonly publisher?: string },
  ) {
    const key = this.key(item.kind, String(item.id));
    if (this.builder.has('publications', key)) return key;
    const publisher = this.key('publisher', '1');
    if (!this.builder.has('publishers', publisher)) {
      const companyName = plainName(options.publisher) ?? 'Imported publisher';
      this.builder.add('publishers', publisher, { companyName, externalId: publisher });
    }
    const zone = options.timeZone ?? '';
    const domain = domainOfUrl(options.domain ?? '');
    this.builder.add('publications', key, {
      publisher,
      companyName: nameOfItem(item),
      externalId: key,
      timeZone: isTimeZone(zone) ? zone : this.#timeZone,
      domains: domain === null ? undefined : [domain],
    });
    const code = slotPart(`${item.kind}${item.id}`);
    this.builder.add('locations', key, { publication: key, code, name: nameOfItem(item), externalId: key });
    return key;
  }

  /** Adds the positions of an ad unit or zone: one for each size. */
  unit(item: SourceItem, location: string, sizes: readonly SourcePixels[], mediaType?: 'video'): void {
    const positions = new Map<string, string>();
    for (const size of sizes.length === 0 ? [{ width: null, height: null }] : sizes) {
      const format = this.format(size, mediaType);
      const sizeText = format.split(':').at(-1) ?? '';
      const key = this.key(item.kind, `${item.id}:${sizeText}`);
      if (!this.builder.has('positions', key)) {
        const code = `_${slotPart(`${item.kind}${item.id}`)}`;
        this.builder.add('positions', key, { location, format, code, name: nameOfItem(item), externalId: key });
      }
      positions.set(format, key);
    }
    this.#positions.set(String(item.id), positions);
    const target = { section: 'positions', key: [...positions.values()][0] ?? '' } as const;
    const count = positions.size === 1 ? 'a position' : `${positions.size} positions, one for each size`;
    this.builder.imported(item, { message: `Imported as ${count}.`, target });
  }

  unitIds(): readonly string[] {
    return [...this.#positions.keys()];
  }

  /** Returns the positions of units in some formats. Empty formats: all. */
  positionsOf(unitIds: Iterable<string>, formats: readonly string[]): readonly string[] {
    const keys = [...new Set(unitIds)].flatMap((id) => [...(this.#positions.get(id) ?? [])]);
    const fitting = keys.filter(([format]) => formats.length === 0 || formats.includes(format));
    return [...new Set(fitting.map(([, key]) => key))];
  }

  /** Returns the key of the format of a size, which is created if necessary. */
  format({ width, height }: SourcePixels, mediaType?: 'video'): string {
    const size = width === null && height === null ? 'any' : `${width ?? 'any'}x${height ?? 'any'}`;
    const code = mediaType === undefined ? size : `${mediaType}-${size}`;
    const key = this.key('format', code);
    if (!this.builder.has('formats', key)) {
      const format = { code: `${this.#prefix}-${code}`, name: code, externalId: key, width, height, mediaType };
      this.builder.add('formats', key, format);
    }
    return key;
  }

  /** Returns the key of an advertiser, which is a media partner with one brand. Creates it if it is missing. */
  advertiser(id: string, name: string | null): string {
    const key = this.key('advertiser', id === '' ? '0' : id);
    if (!this.builder.has('mediaPartners', key)) {
      const plain = plainName(name) ?? (id === '' ? 'Unknown advertiser' : `advertiser ${id}`);
      this.builder.add('mediaPartners', key, { name: plain, externalId: key, roles: ['ADVERTISER', 'INVOICE'] });
      this.builder.add('brands', key, { name: plain, externalId: key, mediaPartner: key });
    }
    return key;
  }

  campaign(item: SourceItem, advertiser: string, fields: Readonly<Record<string, unknown>> = {}): string {
    const key = this.key(item.kind, String(item.id));
    if (this.builder.has('campaigns', key)) return key;
    const companies = { advertiserCompany: advertiser, invoiceCompany: advertiser, brands: [advertiser] };
    this.builder.add('campaigns', key, { name: nameOfItem(item), externalId: key, ...companies, ...fields });
    return key;
  }

  /** Adds a creative of markup. Returns null and notes the reason if it has none. */
  markup(item: SourceItem, content: SourceMarkup): string | null {
    const { html, clickUrl, brand, format, state } = content;
    const isValid = clickUrlSchema.safeParse(clickUrl === '' ? null : clickUrl).success;
    if (html === '' || html.length > maxHtmlLength) {
      const message = html === '' ? 'The creative has no content in the export.' : 'The markup is too long.';
      this.builder.unsupported(item, { message, remedy: 'Upload the file to a new creative in Placard.' });
      return null;
    }
    const key = this.key(item.kind, String(item.id));
    this.builder.add('creatives', key, {
      brand,
      format,
      name: nameOfItem(item),
      externalId: key,
      kind: 'html',
      html: html.replaceAll('\0', '').toWellFormed(),
      clickUrl: isValid && clickUrl !== '' ? clickUrl : null,
      state,
    });
    const target = { section: 'creatives', key } as const;
    this.builder.imported(item, { message: 'Imported as a creative of kind html.', target });
    if (!isValid) {
      const remedy = 'Set the click-through URL of the creative.';
      this.builder.unsupported(item, {
        feature: 'destination',
        message: 'The destination is not a valid URL.',
        remedy,
      });
    }
    return key;
  }
}

function nameOfItem({ kind, id, name }: SourceItem): string {
  return plainName(name) ?? plainName(`${kind} ${id}`) ?? kind;
}

/** Content of a creative of markup. */
export type SourceMarkup = {
  readonly html: string;
  readonly clickUrl: string;
  readonly brand: string;
  readonly format: string;
  readonly state?: string;
};

/** Returns markup that shows an image of another server, with a counted link. Empty: the URL is not valid. */
export function imageMarkup(url: string, altText: string, { width, height }: SourcePixels): string {
  if (!/^(?:https?:)?\/\/[^\s"'<>]+$/i.test(url)) return '';
  const size = width === null || height === null ? '' : ` width="${width}" height="${height}"`;
  return `<a href="[clickUrl]" target="_blank"><img src="${escapedText(url)}"${size} alt="${escapedText(altText)}"></a>`;
}

function escapedText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Returns the price of a rate in millionths. null: free, or no price of Placard. */
export function priceOfSource(model: string | undefined, micros: number | null, currency: string) {
  if (model === undefined || micros === null || micros <= 0 || !Number.isSafeInteger(Math.round(micros))) return null;
  if (!/^[A-Z]{3}$/.test(currency)) return null;
  return { model, rate: { amount: decimalFromMicros(Math.round(micros)), currency } };
}

/** Returns a size such as `300x250`. null: another text. */
export function sizeOfText(text: string): SourcePixels | null {
  const found = /^(\d{1,5})\s*[x×*]\s*(\d{1,5})(?:v|px)?$/i.exec(text.trim());
  return found === null ? null : sizeOfPixels(Number(found[1]), Number(found[2]));
}

/** Returns a size. Numbers below 2 or above the limit of Placard stand for any size. */
export function sizeOfPixels(width: number | null, height: number | null): SourcePixels {
  const pixels = (value: number | null) => (value !== null && value >= 2 && value <= 16_384 ? Math.round(value) : null);
  return { width: pixels(width), height: pixels(height) };
}

function slotPart(text: string): string {
  return text.replace(/[^A-Za-z0-9.]+/g, '-').slice(0, 90);
}

function domainOfUrl(text: string): string | null {
  if (text === '') return null;
  try {
    const { hostname } = new URL(/^[a-z]+:\/\//i.test(text) ? text : `https://${text}`);
    return /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/.test(hostname) ? hostname : null;
  } catch {
    return null;
  }
}
