import type { BookingRow } from '../../core/snapshot/snapshot-rows.ts';
import { targetingFault } from '../../core/targeting/targeting-fault.ts';
import { columnOf, columnValues, type SnapshotColumn } from './column.ts';
import {
  createTargetingReader,
  createTargetingWriter,
  type TargetingNumbers,
  type TargetingReader,
  type TargetingWriter,
} from './targeting-numbers.ts';

/** Bookings as columns. Columns of a kind are in the order of its fields below. */
type BookingColumns = {
  readonly count: number;
  /** Names of the columns in `plain`, in the first line of a file with bookings. */
  readonly fields?: readonly string[];
  readonly plain: readonly SnapshotColumn[];
  readonly campaign: readonly SnapshotColumn[];
  readonly inventory: readonly SnapshotColumn[];
  readonly targeting: TargetingNumbers;
  /** Per booking the fields of its ads, one ad after the other. */
  readonly ads: SnapshotColumn;
};

/** All fields of a booking except those that are objects. */
const plainFields = [
  'id',
  'campaignId',
  'name',
  'externalId',
  'type',
  'lifecycle',
  'paused',
  'held',
  'startMs',
  'endMs',
  'activeDays',
  'dayParts',
  'priority',
  'exclusionLabels',
  'duplicatesAllowed',
  'roadblock',
  'trackers',
  'caps',
  'delivery',
  'loop',
  'cpm',
] as const satisfies readonly (keyof BookingRow)[];

const campaignFields = ['name', 'type', 'delivering', 'advertiserId'] as const;
const inventoryFields = ['positionIds', 'locationIds', 'publicationIds', 'publisherIds'] as const;
const adFields = ['id', 'creativeId', 'weight', 'startMs', 'endMs'] as const;

type Fields = Readonly<Record<string, unknown>>;

/** Files of version 2 without names have the columns before roadblocks, or those before screen loops. */
const unnamedFields: readonly (readonly string[])[] = [
  ['trackers', 'roadblock'],
  ['trackers', 'roadblock', 'loop'],
].map((later) => plainFields.filter((field) => !later.includes(field)));

/** Creates a writer of the bookings of a file in batches; null: they contain data that columns cannot represent. */
export function createColumnWriter(): (rows: readonly BookingRow[]) => BookingColumns | null {
  const writeTargeting = createTargetingWriter();
  let areNamed = false;
  return (rows) => {
    const columns = columnsOf(rows, writeTargeting);
    if (columns === null || areNamed) return columns;
    areNamed = true;
    return { ...columns, fields: plainFields };
  };
}

/**
 * Creates the corresponding reader. Each booking is a separate object with the values of the columns. null: not
 * columns.
 */
export function createColumnReader(): (value: unknown) => readonly BookingRow[] | null {
  const readTargeting = createTargetingReader();
  let fields: readonly string[] | null = null;
  return (value) => {
    const columns = value as BookingColumns;
    fields = columns.fields ?? fields;
    const plain = columnsByField(columns, fields);
    return plain === null ? null : bookingsOf({ ...columns, plain }, readTargeting);
  };
}

/**
 * Returns the columns in the order of the current fields, so that files of an earlier version are readable. Fields
 * missing from the file are omitted from its rows. null: the file has an unknown field, or unnamed columns in no known
 * order.
 */
function columnsByField({ plain }: BookingColumns, named: readonly string[] | null): readonly SnapshotColumn[] | null {
  const fields = named ?? unnamedFields.find((known) => known.length === plain?.length);
  if (fields === undefined || fields.length !== plain?.length) return null;
  if (fields.some((field) => !bookingFields.has(field))) return null;
  return plainFields.map((field) => plain[fields.indexOf(field)] ?? leftOut);
}

const leftOut: SnapshotColumn = [[]];

function columnsOf(rows: readonly BookingRow[], writeTargeting: TargetingWriter): BookingColumns | null {
  const bookings: unknown = rows;
  if (!Array.isArray(bookings) || bookings.length === 0 || !bookings.every(isBooking)) return null;
  return {
    count: rows.length,
    plain: plainFields.map((field) => columnOf(rows.map((row) => row[field]))),
    campaign: campaignFields.map((field) => columnOf(rows.map((row) => row.campaign[field]))),
    inventory: inventoryFields.map((field) => columnOf(rows.map((row) => row.inventory[field]))),
    targeting: writeTargeting(rows.map(({ targeting }) => targeting)),
    ads: [rows.map(({ ads }) => ads.flatMap((ad) => adFields.map((field) => ad[field])))],
  };
}

function bookingsOf(columns: BookingColumns, readTargeting: TargetingReader): readonly BookingRow[] {
  const { count, plain, campaign, inventory, targeting, ads } = columns;
  const [
    ids = [],
    campaignIds = [],
    names = [],
    externalIds = [],
    types = [],
    lifecycles = [],
    paused = [],
    held = [],
    starts = [],
    ends = [],
    activeDays = [],
    dayParts = [],
    priorities = [],
    exclusionLabels = [],
    duplicatesAllowed = [],
    roadblocks = [],
    trackers = [],
    caps = [],
    deliveries = [],
    loops = [],
    cpms = [],
  ] = plain.map((column) => columnValues(column, count));
  const [campaignNames = [], campaignTypes = [], delivering = [], advertiserIds = []] = campaign.map((column) =>
    columnValues(column, count),
  );
  const [positionIds = [], locationIds = [], publicationIds = [], publisherIds = []] = inventory.map((column) =>
    columnValues(column, count),
  );
  const targetings = readTargeting(targeting, count);
  const rows: unknown[] = [];
  // One object literal for all rows gives V8 a single hidden class. An omitted field is undefined here.
  for (let at = 0; at < count; at += 1) {
    rows.push({
      id: ids[at],
      campaignId: campaignIds[at],
      name: names[at],
      externalId: externalIds[at],
      type: types[at],
      lifecycle: lifecycles[at],
      paused: paused[at],
      held: held[at],
      campaign: {
        name: campaignNames[at],
        type: campaignTypes[at],
        delivering: delivering[at],
        advertiserId: advertiserIds[at],
      },
      startMs: starts[at],
      endMs: ends[at],
      activeDays: activeDays[at],
      dayParts: dayParts[at],
      inventory: {
        positionIds: positionIds[at],
        locationIds: locationIds[at],
        publicationIds: publicationIds[at],
        publisherIds: publisherIds[at],
      },
      priority: priorities[at],
      targeting: targetings[at],
      exclusionLabels: exclusionLabels[at],
      duplicatesAllowed: duplicatesAllowed[at],
      roadblock: roadblocks[at],
      trackers: trackers[at],
      caps: caps[at],
      delivery: deliveries[at],
      loop: loops[at],
      cpm: cpms[at],
      ads: adsOf(ads[0][at] as readonly unknown[]),
    });
  }
  return rows as readonly BookingRow[];
}

function adsOf(values: readonly unknown[]) {
  // An array that starts empty would be allocated with excess capacity.
  if (values.length === adFields.length) return [adAt(values, 0)];
  const ads: unknown[] = [];
  for (let at = 0; at < values.length; at += adFields.length) ads.push(adAt(values, at));
  return ads;
}

function adAt(values: readonly unknown[], at: number) {
  return {
    id: values[at],
    creativeId: values[at + 1],
    weight: values[at + 2],
    startMs: values[at + 3],
    endMs: values[at + 4],
  };
}

const bookingFields: ReadonlySet<string> = new Set(plainFields);

/** Reports whether columns can represent all data of the row. */
function isBooking(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { campaign, inventory, targeting = null, ads, ...row } = value as Fields;
  return (
    Object.keys(row).every((field) => bookingFields.has(field)) &&
    (targeting === null || targetingFault(targeting) === null) &&
    hasExactly(campaign, campaignFields) &&
    hasExactly(inventory, inventoryFields) &&
    Array.isArray(ads) &&
    ads.every((ad) => hasExactly(ad, adFields))
  );
}

function hasExactly(value: unknown, fields: readonly string[]): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.keys(value).length === fields.length && fields.every((field) => Object.hasOwn(value, field));
}
