/*
 * Importer of Google Ad Manager: JSON of its API (REST and SOAP) and CSV files of reports and bulk downloads.
 *
 * - `import-gam.ts`: the order of the parts. `gam-data.ts`: reading of the files.
 * - `gam-inventory.ts`: ad units and placements. `gam-creatives.ts`: creatives.
 * - `gam-line-items.ts`: types, goals, prices and caps of line items. `gam-targeting.ts`: their targeting.
 */

import { dateFaults } from '../common/date-faults.ts';
import { withoutInvalid } from '../common/drop-invalid.ts';
import { addLine, type LineFault, type SourceAd, type SourceOptions } from '../common/import-line.ts';
import { SourceObjects } from '../common/import-objects.ts';
import type { ExportFile, SourceTables } from '../common/source-files.ts';
import {
  memberNumber,
  memberOf,
  memberText,
  recordsOf,
  type SourceRecord,
  sourceRecord,
} from '../common/source-record.ts';
import { instantOfSource } from '../common/source-time.ts';
import { ImportBuilder } from '../import-builder.ts';
import type { ImportResult } from '../importer.ts';
import { gamSizeOf, importGamCreative } from './gam-creatives.ts';
import { type GamKind, gamId, gamName, readGamFiles } from './gam-data.ts';
import { type GamInventory, importGamInventory } from './gam-inventory.ts';
import { gamCapsOf, gamDeliveryOf, gamPricingOf, gamStatusFaults, gamStatusOf } from './gam-line-items.ts';
import { type GamNames, gamTargetingOf } from './gam-targeting.ts';

type Parts = {
  readonly tables: SourceTables<GamKind>;
  readonly objects: SourceObjects;
  readonly options: SourceOptions;
  readonly inventory: GamInventory;
  readonly names: GamNames;
  readonly creatives: ReadonlyMap<string, SourceRecord>;
  readonly orders: ReadonlyMap<string, SourceRecord>;
  /** Associations of creatives by line item. */
  readonly associations: ReadonlyMap<string, readonly SourceRecord[]>;
};

/** Translates exports of Google Ad Manager to a configuration document. */
export function importGoogleAdManager(files: readonly ExportFile[], options: SourceOptions): ImportResult {
  const builder = new ImportBuilder();
  const tables = readGamFiles(files);
  for (const message of tables.problems) {
    const remedy = 'Export the file again as JSON or CSV.';
    builder.unsupported({ kind: 'file', id: '', name: '' }, { message, remedy });
  }
  const objects = new SourceObjects(builder, { prefix: 'gam', timeZone: options.timeZone });
  const byId = (kind: GamKind, ...members: string[]) =>
    new Map(tables.records(kind).map((record) => [gamId(record, ...members, 'name'), record]));
  for (const record of tables.records('advertiser')) {
    const id = gamId(record, 'id', 'advertiserId', 'companyId', 'name');
    if (id !== '') objects.advertiser(id, gamName(record, 'advertiserName', 'companyName'));
  }
  const parts: Parts = {
    tables,
    objects,
    options,
    inventory: importGamInventory(objects, tables),
    names: namesOf(tables),
    creatives: byId('creative', 'id', 'creativeId'),
    orders: byId('order', 'id', 'orderId'),
    associations: Map.groupBy(tables.records('association'), (record) => gamId(record, 'lineItemId', 'lineItem')),
  };
  for (const record of tables.records('lineItem')) importLineItem(parts, record);
  return withoutInvalid(builder.result());
}

function namesOf(tables: SourceTables<GamKind>): GamNames {
  return {
    keys: new Map(
      tables
        .records('key')
        .map((record) => [gamId(record, 'id', 'name'), memberText(record, 'adTagName') || memberText(record, 'name')]),
    ),
    values: new Map(
      tables.records('value').map((record) => [
        gamId(record, 'id', 'name'),
        {
          name: memberText(record, 'adTagName') || memberText(record, 'name'),
          matchType: memberText(record, 'matchType').toUpperCase(),
        },
      ]),
    ),
  };
}

function importLineItem(parts: Parts, record: SourceRecord): void {
  const { objects, options } = parts;
  const id = gamId(record, 'id', 'lineItemId', 'name');
  const item = {
    kind: 'lineItem',
    id,
    name: gamName(record, 'lineItemName', 'lineItem').slice(0, 255) || `line item ${id}`,
  };
  if (!objects.isNew('bookings', item)) return;
  const { campaign, advertiser } = campaignOf(parts, record);
  const startDate = timeOf(record, dateMembers[0], options);
  const isUnlimited = memberText(record, 'unlimitedEndDateTime') === 'true';
  const endDate = isUnlimited ? null : timeOf(record, dateMembers[1], options, true);
  const delivery = gamDeliveryOf(record, endDate !== null);
  const given = sourceRecord(memberOf(record, 'targeting'));
  const targeting = gamTargetingOf(given, parts.names);
  const { ads, formats } = adsOf(parts, { id, advertiser });
  const placeholders = recordsOf(memberOf(record, 'creativePlaceholders')).map((one) => objects.format(gamSizeOf(one)));
  const unitIds = parts.inventory.select(sourceRecord(memberOf(given, 'inventoryTargeting')));
  const rotation = memberText(record, 'creativeRotationType').toUpperCase();
  addLine(
    objects.builder,
    {
      item,
      key: objects.key('lineItem', id),
      campaign,
      startDate,
      endDate,
      positions: objects.positionsOf(unitIds, placeholders.length > 0 ? placeholders : formats),
      priority: delivery.priority,
      delivery: delivery.delivery,
      caps: gamCapsOf(record),
      pricing: gamPricingOf(record, options.currency),
      targeting: targeting.tree,
      dayParts: targeting.dayParts,
      roadblock: /ALL_ROADBLOCK|CREATIVE_SET|AS_MANY/i.test(memberText(record, 'roadblockingType'))
        ? 'as_many_as_possible'
        : undefined,
      rotation: rotation === 'OPTIMIZED' ? 'optimized_for_clicks' : undefined,
      creatives: ads,
      status: gamStatusOf(record),
      notes: [...delivery.notes, ...targeting.notes],
      faults: [
        ...delivery.faults,
        ...targeting.faults,
        ...rotationFaults(rotation),
        ...gamStatusFaults(record),
        ...targetingFaults(record),
        ...dateFaults(record, dateMembers, options.timeZone),
      ],
    },
    options,
  );
}

/** Members with the start and the end of a line item. */
const dateMembers = [
  ['startDateTime', 'startTime', 'lineItemStartDate', 'startDate'],
  ['endDateTime', 'endTime', 'lineItemEndDate', 'endDate'],
] as const;

/** Exports as CSV do not contain the targeting, so that the line item would deliver to all ad units. */
function targetingFaults(record: SourceRecord): readonly LineFault[] {
  if (memberOf(record, 'targeting') !== undefined) return [];
  const message = 'The export does not contain the targeting of the line item.';
  return [
    { feature: 'targeting', message, remedy: 'Export the line item from the API, or set its inventory and targeting.' },
  ];
}

function rotationFaults(rotation: string): readonly LineFault[] {
  if (rotation !== 'SEQUENTIAL') return [];
  const message = 'Placard shows creatives by weight, not in a sequence.';
  return [{ feature: 'rotation', message, remedy: 'Book each creative with its own start and end.' }];
}

function timeOf(record: SourceRecord, names: readonly string[], options: SourceOptions, isEnd = false): string | null {
  return instantOfSource(memberOf(record, ...names), options.timeZone, isEnd);
}

function campaignOf({ objects, orders }: Parts, line: SourceRecord) {
  const id = gamId(line, 'orderId', 'order');
  const order = orders.get(id) ?? {};
  const advertiserId = gamId(order, 'advertiserId', 'advertiser') || gamId(line, 'advertiserId');
  const name = memberText(order, 'advertiserName') || memberText(line, 'advertiserName', 'advertiser');
  const advertiser = objects.advertiser(advertiserId || name, name);
  const title = gamName(order, 'orderName') || memberText(line, 'orderName') || `order ${id === '' ? 'unknown' : id}`;
  const item = { kind: 'order', id: id === '' ? `of-${advertiserId || 'unknown'}` : id, name: title.slice(0, 255) };
  const isKnown = objects.builder.has('campaigns', objects.key('order', item.id));
  const campaign = objects.campaign(item, advertiser, { poNumber: memberText(order, 'poNumber') || null });
  if (!isKnown)
    objects.builder.imported(item, {
      message: 'Imported as a campaign.',
      target: { section: 'campaigns', key: campaign },
    });
  return { campaign, advertiser };
}

/** Imports the creatives of a line item, each once. */
function adsOf(
  { associations, objects, creatives, options }: Parts,
  line: { readonly id: string; readonly advertiser: string },
) {
  const ads: SourceAd[] = [];
  const formats: string[] = [];
  for (const association of associations.get(line.id) ?? []) {
    const id = gamId(association, 'creativeId', 'creative');
    const record = creatives.get(id);
    const item = {
      kind: 'creative',
      id,
      name: gamName(record ?? {}, 'creativeName').slice(0, 255) || `creative ${id}`,
    };
    if (record === undefined) {
      const remedy = 'Export the creatives too, and import again.';
      objects.builder.unsupported(item, { message: 'The creative is not part of the export.', remedy });
      continue;
    }
    if (memberText(association, 'status').toUpperCase() === 'INACTIVE') {
      objects.builder.translated(item, { message: 'The creative is inactive in the line item, so it is not booked.' });
      continue;
    }
    const format = objects.format(gamSizeOf(record));
    const key = objects.key('creative', id);
    const isKnown = objects.builder.has('creatives', key);
    const creative = isKnown ? key : importGamCreative(objects, record, { item, brand: line.advertiser, format });
    if (creative === null || ads.some((ad) => ad.creative === creative)) continue;
    formats.push(format);
    ads.push({
      creative,
      weight: memberNumber(association, 'manualCreativeRotationWeight') ?? 1,
      startDate: timeOf(association, ['startDateTime', 'startTime'], options),
      endDate: timeOf(association, ['endDateTime', 'endTime'], options),
    });
  }
  return { ads, formats: [...new Set(formats)] };
}
