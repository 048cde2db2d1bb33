import { weekdays } from '../../../core/vocabulary/statuses.ts';
import { dateFaults } from '../common/date-faults.ts';
import { withoutInvalid } from '../common/drop-invalid.ts';
import { addLine, type LineFault, type LineStatus, type SourceAd, type SourceOptions } from '../common/import-line.ts';
import { imageMarkup, priceOfSource, SourceObjects, sizeOfPixels, sizeOfText } from '../common/import-objects.ts';
import { type ExportFile, readSourceFiles, type SourceTables } from '../common/source-files.ts';
import {
  memberNumber,
  memberOf,
  memberText,
  normalized,
  type SourceRecord,
  sourceRecord,
  sourceText,
  valuesOf,
} from '../common/source-record.ts';
import { instantOfSource } from '../common/source-time.ts';
import { ImportBuilder } from '../import-builder.ts';
import type { ImportResult } from '../importer.ts';

type AdheseKind = 'company' | 'campaign' | 'booking' | 'creative' | 'publication' | 'location' | 'format' | 'position';

const names: Readonly<Record<AdheseKind, readonly string[]>> = {
  company: ['mediapartners', 'advertisers', 'companies', 'company', 'advertiser'],
  campaign: ['campaigns', 'campaign'],
  booking: ['bookings', 'booking'],
  creative: ['creatives', 'creative', 'advar', 'creativesadvar'],
  publication: ['publications', 'publication'],
  location: ['locations', 'location'],
  format: ['formats', 'format'],
  position: ['positions', 'position', 'slots'],
};

/** Members of a booking that are translated, or that describe it only. Others with content make it a draft. */
const knownMembers = new Set(
  (
    'id bookingId internalId name title campaignId campaign startDate start startDateTime endDate end endDateTime activeDays ' +
    'bookingType type status positions positionIds position slots creatives creativeIds creative priority impressions ' +
    'goal volume price rate priceModel pricingModel currency version createdAt updatedAt modified created externalId share'
  )
    .split(' ')
    .map(normalized),
);

type Parts = {
  readonly objects: SourceObjects;
  readonly options: SourceOptions;
  readonly tables: SourceTables<AdheseKind>;
  /** Records by ID. The first one with an ID counts. */
  readonly indexes: Map<string, ReadonlyMap<string, SourceRecord>>;
};

/** Translates campaign, booking, creative and inventory JSON of Adhese to a configuration document. */
export function importAdhese(files: readonly ExportFile[], options: SourceOptions): ImportResult {
  const builder = new ImportBuilder();
  const tables = readSourceFiles(files, { names, kindOf });
  for (const message of tables.problems) {
    builder.unsupported({ kind: 'file', id: '', name: '' }, { message, remedy: 'Export the file again as JSON.' });
  }
  const objects = new SourceObjects(builder, { prefix: 'adhese', timeZone: options.timeZone });
  const parts: Parts = { objects, options, tables, indexes: new Map() };
  for (const record of tables.records('company')) {
    const id = idOf(record, 'companyId', 'advertiserId');
    if (id !== '') objects.advertiser(id, memberText(record, 'companyName', 'name'));
  }
  importPositions(parts);
  for (const record of tables.records('booking')) importBooking(parts, record);
  return withoutInvalid(builder.result());
}

function kindOf(record: SourceRecord): AdheseKind | null {
  if (memberOf(record, 'bookingId', 'bookingType') !== undefined) return 'booking';
  if (memberOf(record, 'creativeId') !== undefined) return 'creative';
  if (memberOf(record, 'positionId', 'slotName') !== undefined) return 'position';
  return memberOf(record, 'poNumber', 'invoiceCompanyId') === undefined ? null : 'campaign';
}

function idOf(record: SourceRecord, ...members: readonly string[]): string {
  return memberText(record, ...members, 'id', 'internalId');
}

/** A reference is an ID, or an object with one. */
function referenceOf(record: SourceRecord, ...members: readonly string[]): string {
  const value = memberOf(record, ...members);
  return sourceText(value) || idOf(sourceRecord(value), ...members);
}

function find({ tables, indexes }: Parts, kind: AdheseKind, id: string, ...members: readonly string[]): SourceRecord {
  const name = `${kind} ${members.join(' ')}`;
  const index =
    indexes.get(name) ??
    new Map(
      tables
        .records(kind)
        .toReversed()
        .map((record) => [idOf(record, ...members), record]),
    );
  indexes.set(name, index);
  return (id === '' ? undefined : index.get(id)) ?? {};
}

function importPositions(parts: Parts): void {
  const { objects, tables } = parts;
  for (const record of tables.records('position')) {
    const id = idOf(record, 'positionId');
    if (id === '') continue;
    const locationId = referenceOf(record, 'locationId', 'location');
    const location = find(parts, 'location', locationId, 'locationId');
    const publicationId =
      referenceOf(location, 'publicationId', 'publication') || referenceOf(record, 'publicationId', 'publication');
    const publication = find(parts, 'publication', publicationId, 'publicationId');
    const name = memberText(publication, 'companyName', 'name') || memberText(location, 'name', 'code') || 'Adhese';
    const siteItem = {
      kind: 'publication',
      id: publicationId || `of-location-${locationId || 'unknown'}`,
      name: name.slice(0, 255),
    };
    const site = objects.site(siteItem, {
      timeZone: memberText(publication, 'timeZone'),
      publisher: memberText(publication, 'publisherName'),
    });
    const format = find(parts, 'format', referenceOf(record, 'formatId', 'format'), 'formatId');
    const size = [record, format].map(
      (one) =>
        sizeOfText(memberText(one, 'size', 'format', 'code')) ??
        sizeOfPixels(memberNumber(one, 'width'), memberNumber(one, 'height')),
    );
    const fitting = size.find(({ width, height }) => width !== null || height !== null);
    const title = memberText(record, 'slotName', 'name', 'code') || `position ${id}`;
    objects.unit({ kind: 'position', id, name: title.slice(0, 255) }, site, fitting === undefined ? [] : [fitting]);
  }
}

function importBooking(parts: Parts, record: SourceRecord): void {
  const { objects, options } = parts;
  const id = idOf(record, 'bookingId');
  const item = { kind: 'booking', id, name: (memberText(record, 'name', 'title') || `booking ${id}`).slice(0, 255) };
  if (!objects.isNew('bookings', item)) return;
  const { campaign, advertiser } = campaignOf(parts, referenceOf(record, 'campaignId', 'campaign'));
  const endDate = instantOfSource(memberOf(record, 'endDate', 'end', 'endDateTime'), options.timeZone, true);
  const goal =
    memberNumber(record, 'impressions', 'volume', 'goal') ??
    memberNumber(sourceRecord(memberOf(record, 'goal')), 'total');
  const share = memberNumber(record, 'share');
  const positionIds = valuesOf(memberOf(record, 'positionIds', 'positions', 'position', 'slots')).map(
    (value) => sourceText(value) || idOf(sourceRecord(value), 'positionId'),
  );
  const days = daysOf(record);
  addLine(
    objects.builder,
    {
      item,
      key: objects.key('booking', id),
      campaign,
      startDate: instantOfSource(memberOf(record, 'startDate', 'start', 'startDateTime'), options.timeZone),
      endDate,
      positions: objects.positionsOf(positionIds, []),
      priority: priorityOf(memberNumber(record, 'priority')),
      delivery: deliveryOf({ goal, share, hasEnd: endDate !== null }),
      caps: [],
      pricing: pricingOf(record, options),
      targeting: true,
      dayParts: days === null ? [] : [{ days, fromMinute: 0, toMinute: 1_440 }],
      creatives: adsOf(parts, record, advertiser),
      status: statusOf(record),
      notes: [],
      faults: [...unknownFaults(record), ...statusFaults(record), ...dateFaults(record, dateMembers, options.timeZone)],
    },
    options,
  );
}

/** Members with the start and the end of a booking. */
const dateMembers = [
  ['startDate', 'start', 'startDateTime'],
  ['endDate', 'end', 'endDateTime'],
] as const;

function priorityOf(given: number | null): number {
  return given !== null && Number.isInteger(given) && given >= 0 && given <= 9 ? given : 5;
}

function deliveryOf({
  goal,
  share,
  hasEnd,
}: {
  readonly goal: number | null;
  readonly share: number | null;
  readonly hasEnd: boolean;
}) {
  if (goal !== null && goal >= 1) {
    return { method: hasEnd ? 'even' : 'asap', goal: { kind: 'impressions', total: Math.min(1e12, Math.round(goal)) } };
  }
  if (share !== null && share > 0 && share <= 100) {
    return { method: 'share_of_voice', percent: Math.max(0.01, Math.round(share * 100) / 100) };
  }
  return { method: 'share' };
}

function pricingOf(record: SourceRecord, options: SourceOptions) {
  const price = memberNumber(record, 'price', 'rate');
  const model = memberText(record, 'priceModel', 'pricingModel').toLowerCase();
  const known = ['cpm', 'vcpm', 'cpc', 'cpv', 'cpcv', 'cpa', 'cpd', 'flat'].find((one) => one === model);
  return priceOfSource(
    known,
    price === null ? null : price * 1_000_000,
    memberText(record, 'currency') || options.currency,
  );
}

/** Returns the active days. null: all. */
function daysOf(record: SourceRecord): readonly string[] | null {
  const days = valuesOf(memberOf(record, 'activeDays')).map((day) => sourceText(day).slice(0, 3).toLowerCase());
  const known = weekdays.filter((day) => days.includes(day));
  return known.length === 0 || known.length === 7 ? null : known;
}

function statusOf(record: SourceRecord): LineStatus {
  const status = normalized(memberText(record, 'status'));
  if (/draft|concept|notready/.test(status)) return 'draft';
  if (/pending|submitted/.test(status)) return 'submitted';
  if (/reject/.test(status)) return 'rejected';
  if (/cancel/.test(status)) return 'cancelled';
  if (/pause|archived|inactive|stopped|deleted|finished|ended|expired/.test(status)) return 'paused';
  return status === '' || deliveringStatuses.test(status) ? 'approved' : 'draft';
}

/** Statuses of bookings that deliver, now or later. */
const deliveringStatuses = /^(?:active|approved|booked|confirmed|live|online|planned|ready|running|scheduled|started)$/;

/** A status that is not known must not deliver by mistake. */
function statusFaults(record: SourceRecord): readonly LineFault[] {
  const status = memberText(record, 'status');
  if (status === '' || deliveringStatuses.test(normalized(status)) || statusOf(record) !== 'draft') return [];
  if (/draft|concept|notready/.test(normalized(status))) return [];
  const message = `The status "${status.slice(0, 60)}" is not known.`;
  return [{ feature: 'status', message, remedy: 'Check whether the booking delivers, and submit it.' }];
}

function unknownFaults(record: SourceRecord): readonly LineFault[] {
  return Object.entries(record).flatMap(([member, value]) => {
    const isEmpty =
      value === null ||
      value === '' ||
      value === false ||
      (typeof value === 'object' && Object.keys(value).length === 0);
    if (isEmpty || knownMembers.has(normalized(member))) return [];
    const message = `The member ${member.slice(0, 60)} of the booking is not translated.`;
    return [{ feature: member.slice(0, 60), message, remedy: 'Check the booking, and set the corresponding fields.' }];
  });
}

function campaignOf(parts: Parts, id: string) {
  const { objects } = parts;
  const record = find(parts, 'campaign', id, 'campaignId');
  const advertiserId = referenceOf(record, 'advertiserCompanyId', 'advertiserId', 'advertiser');
  const company = find(parts, 'company', advertiserId, 'companyId', 'advertiserId');
  const advertiser = objects.advertiser(advertiserId, memberText(company, 'companyName', 'name'));
  const item = {
    kind: 'campaign',
    id: id === '' ? '0' : id,
    name: (memberText(record, 'name', 'title') || `campaign ${id}`).slice(0, 255),
  };
  const isKnown = objects.builder.has('campaigns', objects.key('campaign', item.id));
  const campaign = objects.campaign(item, advertiser, { poNumber: memberText(record, 'poNumber') || null });
  if (!isKnown)
    objects.builder.imported(item, {
      message: 'Imported as a campaign.',
      target: { section: 'campaigns', key: campaign },
    });
  return { campaign, advertiser };
}

function adsOf(parts: Parts, record: SourceRecord, advertiser: string): readonly SourceAd[] {
  const { objects } = parts;
  const ads = new Map<string, SourceAd>();
  for (const value of valuesOf(memberOf(record, 'creativeIds', 'creatives', 'creative'))) {
    const own = sourceRecord(value);
    const id = sourceText(value) || idOf(own, 'creativeId');
    const creative = { ...find(parts, 'creative', id, 'creativeId'), ...own };
    const item = {
      kind: 'creative',
      id,
      name: (memberText(creative, 'name', 'title') || `creative ${id}`).slice(0, 255),
    };
    const size = sizeOfPixels(memberNumber(creative, 'width'), memberNumber(creative, 'height'));
    const image = imageMarkup(memberText(creative, 'imageUrl', 'swfSrc', 'url'), memberText(creative, 'altText'), size);
    const html = memberText(creative, 'html', 'body', 'tag') || image;
    const key = objects.key('creative', id);
    const clickUrl = memberText(creative, 'clickUrl', 'landingPage', 'destinationUrl');
    const made = objects.builder.has('creatives', key)
      ? key
      : objects.markup(item, { html, clickUrl, brand: advertiser, format: objects.format(size) });
    if (made !== null) ads.set(made, { creative: made, weight: memberNumber(own, 'weight') ?? 1 });
  }
  return [...ads.values()];
}
