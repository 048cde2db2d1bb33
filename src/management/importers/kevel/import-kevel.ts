import { dateFaults } from '../common/date-faults.ts';
import { withoutInvalid } from '../common/drop-invalid.ts';
import { addLine, type SourceAd, type SourceOptions } from '../common/import-line.ts';
import { imageMarkup, SourceObjects, type SourcePixels, sizeOfPixels } from '../common/import-objects.ts';
import { type ExportFile, readSourceFiles, type SourceTables } from '../common/source-files.ts';
import {
  memberIs,
  memberNumber,
  memberOf,
  memberText,
  type SourceRecord,
  sourceRecord,
} from '../common/source-record.ts';
import { instantOfSource } from '../common/source-time.ts';
import { ImportBuilder } from '../import-builder.ts';
import type { ImportResult } from '../importer.ts';
import {
  kevelCapsOf,
  kevelDayPartsOf,
  kevelDeliveryOf,
  kevelPricingOf,
  kevelTargetingOf,
  kevelZonesOf,
} from './kevel-flights.ts';

type KevelKind =
  | 'advertiser'
  | 'campaign'
  | 'flight'
  | 'ad'
  | 'creative'
  | 'site'
  | 'zone'
  | 'priority'
  | 'channel'
  | 'adType';

const names: Readonly<Record<KevelKind, readonly string[]>> = {
  advertiser: ['advertisers', 'advertiser'],
  campaign: ['campaigns', 'campaign'],
  flight: ['flights', 'flight'],
  ad: ['ads', 'ad', 'creativemaps'],
  creative: ['creatives', 'creative'],
  site: ['sites', 'site'],
  zone: ['zones', 'zone'],
  priority: ['priorities', 'priority'],
  channel: ['channels', 'channel'],
  adType: ['adtypes', 'adtype'],
};

type Parts = {
  readonly objects: SourceObjects;
  readonly options: SourceOptions;
  readonly tables: SourceTables<KevelKind>;
  readonly byId: (kind: KevelKind, id: string) => SourceRecord;
  /** Site by zone. Sites without zones are zones of their own. */
  readonly zones: ReadonlyMap<string, string>;
  /** Ads by flight. */
  readonly ads: ReadonlyMap<string, readonly SourceRecord[]>;
};

/** Translates JSON of the management API of Kevel to a configuration document. */
export function importKevel(files: readonly ExportFile[], options: SourceOptions): ImportResult {
  const builder = new ImportBuilder();
  const tables = readSourceFiles(files, { names, kindOf });
  for (const message of tables.problems) {
    builder.unsupported({ kind: 'file', id: '', name: '' }, { message, remedy: 'Export the file again as JSON.' });
  }
  const objects = new SourceObjects(builder, { prefix: 'kevel', timeZone: options.timeZone });
  const indexes = new Map<KevelKind, Map<string, SourceRecord>>();
  const byId = (kind: KevelKind, id: string) => {
    const known =
      indexes.get(kind) ?? new Map(tables.records(kind).map((record) => [memberText(record, 'Id'), record]));
    indexes.set(kind, known);
    return known.get(id) ?? {};
  };
  for (const record of tables.records('advertiser')) {
    const id = memberText(record, 'Id');
    if (id !== '') objects.advertiser(id, memberText(record, 'Title', 'Name'));
  }
  const ads = Map.groupBy(tables.records('ad'), (ad) => memberText(ad, 'FlightId'));
  const parts: Parts = { objects, options, tables, byId, ads, zones: new Map() };
  const zones = importZones(parts);
  noteChannels(parts);
  for (const record of tables.records('flight')) importFlight({ ...parts, zones }, record);
  return withoutInvalid(builder.result());
}

/** Recognizes records of unknown files by members that only one kind has. */
function kindOf(record: SourceRecord): KevelKind | null {
  const has = (member: string) => memberOf(record, member) !== undefined;
  if (has('FlightId') && (has('Creative') || has('CreativeId'))) return 'ad';
  if (has('PriorityId') && has('CampaignId')) return 'flight';
  if (has('SelectionAlgorithm')) return 'priority';
  return null;
}

/** Sizes of all ad types of the export, because zones have no size. */
function sizesOf(parts: Parts): readonly SourcePixels[] {
  const sizes = [
    ...parts.tables.records('adType'),
    ...parts.tables.records('ad').map((ad) => creativeOf(ad, parts)),
  ].map(sizeOfRecord);
  const texts = new Map(sizes.map((size) => [`${size.width}x${size.height}`, size]));
  return [...texts.values()];
}

function sizeOfRecord(record: SourceRecord): SourcePixels {
  return sizeOfPixels(memberNumber(record, 'Width'), memberNumber(record, 'Height'));
}

function importZones(parts: Parts): ReadonlyMap<string, string> {
  const { objects, tables } = parts;
  const zones = new Map<string, string>();
  const sizes = sizesOf(parts);
  const withZones = new Set(tables.records('zone').map((zone) => memberText(zone, 'SiteId')));
  const siteKey = (id: string) => {
    const site = parts.byId('site', id);
    const name = (memberText(site, 'Title', 'Name') || `site ${id}`).slice(0, 255);
    return objects.site({ kind: 'site', id, name }, { domain: memberText(site, 'Url') });
  };
  for (const zone of tables.records('zone')) {
    const id = memberText(zone, 'Id');
    if (id === '' || zones.has(id)) continue;
    const site = memberText(zone, 'SiteId');
    objects.unit(
      { kind: 'zone', id, name: (memberText(zone, 'Name', 'Title') || `zone ${id}`).slice(0, 255) },
      siteKey(site),
      sizes,
    );
    zones.set(id, site);
  }
  for (const site of tables.records('site')) {
    const id = memberText(site, 'Id');
    if (id === '' || withZones.has(id)) continue;
    const unit = `site${id}`;
    if (zones.has(unit)) continue;
    objects.unit(
      { kind: 'zone', id: unit, name: (memberText(site, 'Title') || `site ${id}`).slice(0, 255) },
      siteKey(id),
      sizes,
    );
    zones.set(unit, id);
  }
  return zones;
}

function noteChannels({ objects, tables }: Parts): void {
  for (const channel of tables.records('channel')) {
    const item = { kind: 'channel', id: memberText(channel, 'Id'), name: memberText(channel, 'Title', 'Name') };
    const message = 'Placard has no channels. The priorities of all channels form one order.';
    objects.builder.translated(item, { message });
  }
}

function importFlight(parts: Parts, flight: SourceRecord): void {
  const { objects, options } = parts;
  const id = memberText(flight, 'Id');
  const item = { kind: 'flight', id, name: (memberText(flight, 'Name', 'Title') || `flight ${id}`).slice(0, 255) };
  if (memberIs(flight, 'IsDeleted')) {
    objects.builder.translated(item, { message: 'The flight is deleted in the source and is not imported.' });
    return;
  }
  if (!objects.isNew('bookings', item)) return;
  const { campaign, advertiser, isActive } = campaignOf(parts, memberText(flight, 'CampaignId'));
  const endDate = instantOfSource(memberOf(flight, 'EndDateISO', 'EndDate'), options.timeZone, true);
  const delivery = kevelDeliveryOf(flight, endDate !== null && !memberIs(flight, 'NoEndDate'));
  const targeting = kevelTargetingOf(flight);
  const { ads, formats } = adsOf(parts, { id, advertiser });
  const isOff = /^false$/i.test(memberText(flight, 'IsActive')) || !isActive;
  const { priority, notes } = priorityOf(parts, memberText(flight, 'PriorityId'));
  addLine(
    objects.builder,
    {
      item,
      key: objects.key('flight', id),
      campaign,
      startDate: instantOfSource(memberOf(flight, 'StartDateISO', 'StartDate'), options.timeZone),
      endDate: memberIs(flight, 'NoEndDate') ? null : endDate,
      positions: objects.positionsOf(kevelZonesOf(flight, parts.zones), formats),
      priority,
      delivery: delivery.delivery,
      caps: kevelCapsOf(flight),
      pricing: kevelPricingOf(flight, options.currency),
      targeting: targeting.tree,
      dayParts: kevelDayPartsOf(flight),
      creatives: ads,
      status: isOff ? 'paused' : 'approved',
      notes: [...delivery.notes, ...notes],
      faults: [...delivery.faults, ...targeting.faults, ...dateFaults(flight, dateMembers, options.timeZone)],
    },
    options,
  );
}

/** Members with the start and the end of a flight. */
const dateMembers = [
  ['StartDateISO', 'StartDate'],
  ['EndDateISO', 'EndDate'],
] as const;

/** Priorities of Kevel are tried in the order of their weight. In Placard they share by weight. */
function priorityOf({ tables }: Parts, id: string) {
  const ordered = tables
    .records('priority')
    .toSorted((one, other) => (memberNumber(one, 'Weight') ?? 0) - (memberNumber(other, 'Weight') ?? 0));
  const rank = ordered.findIndex((record) => memberText(record, 'Id') === id);
  if (rank === -1) return { priority: 5, notes: [] };
  const name = memberText(ordered[rank] ?? {}, 'Name');
  const priority = Math.min(9, Math.round((rank * 9) / Math.max(1, ordered.length - 1 || 1)));
  const message = `The priority "${name}" became ${priority}. A higher priority gets a larger share and does not exclude lower ones.`;
  return { priority, notes: [{ feature: 'priority', message }] };
}

function campaignOf({ objects, byId }: Parts, id: string) {
  const record = byId('campaign', id);
  const advertiserId = memberText(record, 'AdvertiserId');
  const advertiser = objects.advertiser(advertiserId, memberText(byId('advertiser', advertiserId), 'Title'));
  const item = {
    kind: 'campaign',
    id: id === '' ? '0' : id,
    name: (memberText(record, 'Name') || `campaign ${id}`).slice(0, 255),
  };
  const isKnown = objects.builder.has('campaigns', objects.key('campaign', item.id));
  const campaign = objects.campaign(item, advertiser);
  if (!isKnown)
    objects.builder.imported(item, {
      message: 'Imported as a campaign.',
      target: { section: 'campaigns', key: campaign },
    });
  return { campaign, advertiser, isActive: !/^false$/i.test(memberText(record, 'IsActive')) };
}

/** The creative of an ad is a member, or a record of its own. */
function creativeOf(ad: SourceRecord, { byId }: Pick<Parts, 'byId'>): SourceRecord {
  const own = sourceRecord(memberOf(ad, 'Creative'));
  const id = memberText(ad, 'CreativeId') || memberText(own, 'Id');
  const all = { ...byId('creative', id), ...own };
  const adType = byId('adType', memberText(all, 'AdTypeId'));
  return { Width: memberOf(adType, 'Width'), Height: memberOf(adType, 'Height'), ...all, Id: id };
}

function adsOf(
  { objects, byId, ads: adsOfFlight }: Parts,
  flight: { readonly id: string; readonly advertiser: string },
) {
  const ads: SourceAd[] = [];
  const formats = new Set<string>();
  for (const ad of adsOfFlight.get(flight.id) ?? []) {
    if (memberIs(ad, 'IsDeleted')) continue;
    const creative = creativeOf(ad, { byId });
    const id = memberText(creative, 'Id');
    const item = {
      kind: 'creative',
      id,
      name: (memberText(creative, 'Title', 'Name') || `creative ${id}`).slice(0, 255),
    };
    const isOff = [ad, creative].some((one) => /^false$/i.test(memberText(one, 'IsActive')));
    if (isOff || memberIs(creative, 'IsDeleted')) {
      objects.builder.translated(item, { message: 'The ad or its creative is not active, so it is not booked.' });
      continue;
    }
    if (id === '') continue;
    const size = sizeOfRecord(creative);
    const format = objects.format(size);
    const key = objects.key('creative', id);
    const html =
      memberText(creative, 'ScriptBody') ||
      imageMarkup(memberText(creative, 'ImageLink'), memberText(creative, 'Alt'), size) ||
      memberText(creative, 'Body');
    const made = objects.builder.has('creatives', key)
      ? key
      : objects.markup(item, { html, clickUrl: memberText(creative, 'Url'), brand: flight.advertiser, format });
    if (made === null || ads.some((one) => one.creative === made)) continue;
    formats.add(format);
    ads.push({ creative: made, weight: memberNumber(ad, 'Percentage', 'Weight') ?? 1 });
  }
  return { ads, formats: [...formats] };
}
