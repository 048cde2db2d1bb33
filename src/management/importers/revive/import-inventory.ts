import { plainName, type SourceItem } from '../import-builder.ts';
import { externalId, type ImportContext, itemOf, noteName, rowsOfTable } from './import-context.ts';
import type { ReviveRow } from './source/revive-data.ts';
import { byId, integerIn, textIn } from './source-values.ts';
import type { AgencyTimeZones } from './time-zones.ts';

/** An imported zone. */
export type ImportedZone = {
  readonly id: number;
  readonly positionKey: string;
  readonly formatKey: string;
  readonly timeZone: string;
};

const maxPixels = 16_384;
const defaultTimeZone = 'UTC';

/** Kinds of zones by the column `delivery`. */
const zoneKinds = { interstitial: 1, popup: 2, text: 3, email: 4, overlay: 6, inStream: 7 } as const;

/** Imports agencies, websites and zones. Returns the zones by ID. */
export function importInventory(context: ImportContext, timeZones: AgencyTimeZones): ReadonlyMap<number, ImportedZone> {
  const agencies = byId(rowsOfTable(context, 'agency'), 'agencyid');
  for (const [id, row] of agencies) importAgency(context, id, row);
  const websites = byId(rowsOfTable(context, 'affiliates'), 'affiliateid');
  const zoneOfWebsite = new Map<number, string>();
  for (const [id, row] of websites) {
    const agencyId = integerIn(row, 'agencyid');
    const timeZone = timeZones.ofAgency(agencyId);
    zoneOfWebsite.set(id, timeZone);
    importWebsite(context, { id, row, agencyId, timeZone });
  }
  const zones = new Map<number, ImportedZone>();
  for (const [id, row] of byId(rowsOfTable(context, 'zones'), 'zoneid')) {
    const websiteId = integerIn(row, 'affiliateid');
    const timeZone =
      zoneOfWebsite.get(websiteId) ?? missingWebsite(context, websiteId, itemOf(row, 'zone', { id, name: 'zonename' }));
    zoneOfWebsite.set(websiteId, timeZone);
    zones.set(id, importZone(context, { id, row, websiteId, timeZone }));
  }
  return zones;
}

function importAgency({ builder }: ImportContext, id: number, row: ReviveRow): void {
  const item = itemOf(row, 'agency', { id, name: 'name' });
  const key = externalId('agency', id);
  builder.add('publishers', key, { companyName: item.name, externalId: key });
  builder.imported(item, { message: 'Imported as a publisher.', target: { section: 'publishers', key } });
  noteName(builder, item, textIn(row, 'name'));
}

type Website = { readonly id: number; readonly row: ReviveRow; readonly agencyId: number; readonly timeZone: string };

function importWebsite({ builder }: ImportContext, { id, row, agencyId, timeZone }: Website): void {
  const item = itemOf(row, 'website', { id, name: 'name' });
  const key = externalId('website', id);
  const publisher = externalId('agency', agencyId);
  if (!builder.has('publishers', publisher)) {
    builder.add('publishers', publisher, {
      companyName: `Agency ${agencyId}`,
      externalId: publisher,
    });
    const message = `The agency ${agencyId} does not exist in Revive. A publisher was created for it.`;
    builder.translated(item, { feature: 'agency', message, target: { section: 'publishers', key: publisher } });
  }
  const domain = domainOf(textIn(row, 'website'));
  builder.add('publications', key, {
    publisher,
    companyName: item.name,
    externalId: key,
    timeZone,
    domains: domain === null ? undefined : [domain],
  });
  addLocation(builder, id, item.name);
  builder.imported(item, {
    message: 'Imported as a publication with one location.',
    target: { section: 'publications', key },
  });
  noteName(builder, item, textIn(row, 'name'));
}

function addLocation(builder: ImportContext['builder'], websiteId: number, name: string): void {
  const key = externalId('website', websiteId);
  builder.add('locations', key, { publication: key, code: `site${websiteId}`, name, externalId: key });
}

/** Creates a website for zones whose website does not exist. Returns its time zone. */
function missingWebsite(context: ImportContext, id: number, zone: SourceItem): string {
  const { builder } = context;
  const key = externalId('website', id);
  const publisher = externalId('agency', 0);
  if (!builder.has('publishers', publisher)) {
    builder.add('publishers', publisher, { companyName: 'Agency 0', externalId: publisher });
  }
  const name = `Website ${id}`;
  builder.add('publications', key, { publisher, companyName: name, externalId: key, timeZone: defaultTimeZone });
  addLocation(builder, id, name);
  const message = `The website ${id} does not exist in Revive. A publication was created for it.`;
  builder.translated(zone, { feature: 'website', message, target: { section: 'publications', key } });
  return defaultTimeZone;
}

type Zone = { readonly id: number; readonly row: ReviveRow; readonly websiteId: number; readonly timeZone: string };

function importZone(context: ImportContext, { id, row, websiteId, timeZone }: Zone): ImportedZone {
  const { builder } = context;
  const item = itemOf(row, 'zone', { id, name: 'zonename' });
  const key = externalId('zone', id);
  const formatKey = formatOfZone(context, row);
  const location = externalId('website', websiteId);
  builder.add('positions', key, { location, format: formatKey, code: `_zone${id}`, name: item.name, externalId: key });
  const slotName = `site${websiteId}_zone${id}-${String(builder.get('formats', formatKey)?.['code'])}`;
  builder.imported(item, { message: `Imported as the position ${slotName}.`, target: { section: 'positions', key } });
  noteName(builder, item, textIn(row, 'zonename'));
  noteZoneFeatures(context, item, row);
  return { id, positionKey: key, formatKey, timeZone };
}

function formatOfZone(context: ImportContext, row: ReviveRow): string {
  const kind = integerIn(row, 'delivery');
  const isVideo = kind === zoneKinds.inStream || kind === zoneKinds.overlay;
  const size = { width: integerIn(row, 'width', -1), height: integerIn(row, 'height', -1) };
  if (isVideo) return formatOfSize(context, 'video', { width: -1, height: -1 });
  return formatOfSize(context, kind === zoneKinds.text ? 'text' : 'banner', size);
}

/** Returns the key of the format of a size, which is created if necessary. Sizes below 1 stand for any size. */
export function formatOfSize(
  { builder }: ImportContext,
  kind: 'banner' | 'text' | 'video',
  size: { readonly width: number; readonly height: number },
): string {
  const width = pixelsOf(size.width);
  const height = pixelsOf(size.height);
  const sizeCode = width === null && height === null ? 'any-size' : `${width ?? 'any'}x${height ?? 'any'}`;
  const code = kind === 'banner' ? sizeCode : width === null && height === null ? kind : `${kind}-${sizeCode}`;
  const key = externalId('format', code);
  if (!builder.has('formats', key)) {
    builder.add('formats', key, {
      code: `revive-${code}`,
      name: code,
      externalId: key,
      width,
      height,
      mediaType: kind === 'video' ? 'video' : undefined,
    });
  }
  return key;
}

function pixelsOf(pixels: number): number | null {
  return pixels >= 1 && pixels <= maxPixels ? pixels : null;
}

function noteZoneFeatures({ builder }: ImportContext, item: SourceItem, row: ReviveRow): void {
  const kind = integerIn(row, 'delivery');
  if (kind === zoneKinds.interstitial || kind === zoneKinds.popup || kind === zoneKinds.email) {
    const name = kind === zoneKinds.email ? 'e-mail' : kind === zoneKinds.popup ? 'popup' : 'interstitial';
    builder.translated(item, { feature: name, message: `The ${name} zone became a normal position of the same size.` });
  }
  if (integerIn(row, 'capping') > 0 || integerIn(row, 'session_capping') > 0 || integerIn(row, 'block') > 0) {
    builder.unsupported(item, {
      feature: 'capping',
      message: 'Placard has no frequency caps of positions.',
      remedy: 'Set caps on the bookings of the position.',
    });
  }
  if (/^zone:\d+$/.test(textIn(row, 'chain').trim())) {
    builder.unsupported(item, {
      feature: 'chain',
      message: 'Placard has no chains of zones. The position stays empty when no booking is eligible.',
      remedy: 'Book the position in the campaigns of the next zone, with the delivery method fill.',
    });
  }
  if (textIn(row, 'append').trim() !== '' || textIn(row, 'prepend').trim() !== '') {
    builder.unsupported(item, {
      feature: 'append',
      message: 'Placard does not add code to all ads of a position.',
      remedy: 'Add the code to the page.',
    });
  }
}

/** Returns the host name of the URL of a website; null: there is none that Placard accepts. */
function domainOf(website: string): string | null {
  const text = plainName(website);
  if (text === null) return null;
  try {
    const { hostname } = new URL(/^[a-z]+:\/\//i.test(text) ? text : `http://${text}`);
    const isDomain = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/.test(hostname);
    return isDomain ? hostname : null;
  } catch {
    // The constructor reports an invalid URL only by throwing.
    return null;
  }
}
