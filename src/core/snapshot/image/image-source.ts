import { draftRecordWords } from '../../decision/tables/draft-record.ts';
import type { BookingId, BrandId, CreativeId, FormatId } from '../../vocabulary/ids.ts';
import { candidateFor } from '../apply-bookings.ts';
import type { BaseValues } from '../layered-map.ts';
import type { PackedCreative } from '../packed-creative.ts';
import type {
  Candidate,
  CandidateSource,
  DraftRecords,
  HeldBooking,
  InventoryNode,
  SnapshotAd,
  SnapshotBooking,
} from '../snapshot.ts';
import { type ImageColumns, noOffset, notCovering } from './image-columns.ts';
import { createValueReader, type DecodeText } from './value-table.ts';

/** The content of an image as objects. They are decoded on access, and the latest of them are cached. */
export type ImageSource = {
  readonly bookings: BaseValues<SnapshotBooking>;
  readonly creatives: BaseValues<PackedCreative>;
  readonly candidates: CandidateSource;
};

/** Decoded bookings and candidates in the cache, a power of two. About 1 KB each. */
const cacheSlots = 2 ** 15;

/** @param nodes the nodes of the image, by index */
export function createImageSource(
  columns: ImageColumns,
  nodes: readonly InventoryNode[],
  decode: DecodeText,
): ImageSource {
  const valueAt = createValueReader(columns.valueStarts, columns.valueTexts, decode);
  const { candidateBookings, candidateStarts, bookingIds } = columns;
  const records: DraftRecords = {
    count: columns.records.length / draftRecordWords,
    words: columns.records,
    doubles: new Float64Array(columns.records.buffer, columns.records.byteOffset, columns.records.length / 2),
    valueAt,
  };
  const { rowAt, adAt, creativeAt } = createRowReader(columns, valueAt, decode);
  const bookingAt = cached(decodeBooking);
  const candidateAt = cached((number: number): Candidate => {
    const bookingIndex = candidateBookings[number] as number;
    return bookingAt(bookingIndex).candidates[number - (candidateStarts[bookingIndex] as number)] as Candidate;
  });

  function decodeBooking(bookingIndex: number): SnapshotBooking {
    const row = rowAt(bookingIndex);
    const each = <Item>(starts: Uint32Array, itemAt: (at: number) => Item): Item[] => {
      const items: Item[] = [];
      const end = starts[bookingIndex + 1] as number;
      for (let at = starts[bookingIndex] as number; at < end; at += 1) items.push(itemAt(at));
      return items;
    };
    const ads = each(columns.adStarts, (at) => adAt(at, row));
    const entries = each(columns.namedStarts, (at) => columns.namedNodes[at] as number);
    const nodeAt = (entry: number) => nodes[entry % notCovering] as InventoryNode;
    const offset = columns.targetingAt[bookingIndex] as number;
    const targetingAt = offset === noOffset ? -1 : offset;
    const joined = { row, bookingIndex, ads, targetingAt };
    const candidates = each(candidateStarts, (number) => {
      const formatId = columns.formatIds[columns.candidateFormats[number] as number] as FormatId;
      return { ...candidateFor(joined, formatId), candidateNumber: number };
    });
    const covering = entries.filter((entry) => entry < notCovering).map(nodeAt);
    return { ...joined, named: entries.map(nodeAt), nodes: covering, candidates };
  }

  return {
    bookings: { ids: bookingIds, at: bookingAt },
    creatives: { ids: columns.creativeIds, at: creativeAt },
    candidates: {
      at: candidateAt,
      bookingIdOf: (number) => bookingIds[candidateBookings[number] as number] as BookingId,
      records,
    },
  };
}

/** Returns functions that decode the rows of an image by index. */
function createRowReader(columns: ImageColumns, valueAt: (index: number) => unknown, decode: DecodeText) {
  const detailAt = createValueReader(columns.detailStarts, columns.detailTexts, decode);

  function creativeAt(index: number): PackedCreative {
    const from = columns.creativeTextStarts[index] as number;
    return {
      id: columns.creativeIds[index] as CreativeId,
      formatId: columns.creativeFormats[index] as FormatId,
      brandId: columns.creativeBrands[index] as BrandId,
      needsContainer: columns.creativeContainers[index] === 1,
      text: decode(columns.creativeTexts, from, columns.creativeTextStarts[index + 1] as number),
    };
  }

  function rowAt(index: number): HeldBooking {
    const value = (column: Uint32Array) => valueAt(column[index] as number);
    const [type, lifecycle, paused, held, duplicatesAllowed, roadblock, trackers = null] = value(
      columns.statuses,
    ) as Status;
    const [campaignId, ...campaign] = detailAt(columns.campaigns[index] as number) as CampaignDetail;
    return {
      id: columns.bookingIds[index] as BookingId,
      campaignId,
      externalId: detailAt(columns.externalIds[index] as number) as HeldBooking['externalId'],
      type,
      lifecycle,
      paused,
      held,
      campaign: { name: campaign[0], type: campaign[1], delivering: campaign[2], advertiserId: campaign[3] },
      startMs: columns.startMs[index] as number,
      endMs: finiteOrNull(columns.endMs[index] as number),
      activeDays: value(columns.activeDays) as HeldBooking['activeDays'],
      dayParts: value(columns.dayParts) as HeldBooking['dayParts'],
      priority: columns.priorities[index] as number,
      cpm: value(columns.prices) as HeldBooking['cpm'],
      adCount: columns.adCounts[index] as number,
      exclusionLabels: value(columns.labels) as HeldBooking['exclusionLabels'],
      duplicatesAllowed,
      roadblock,
      trackers,
      caps: value(columns.caps) as HeldBooking['caps'],
      delivery: value(columns.deliveries) as HeldBooking['delivery'],
      loop: value(columns.loops) as HeldBooking['loop'],
    };
  }

  function adAt(at: number, booking: HeldBooking): SnapshotAd {
    return {
      id: columns.adIds[at] as SnapshotAd['id'],
      weight: columns.adWeights[at] as number,
      startMs: finiteOrNull(columns.adStartMs[at] as number),
      endMs: finiteOrNull(columns.adEndMs[at] as number),
      booking,
      creative: creativeAt(columns.adCreatives[at] as number),
    };
  }

  return { rowAt, adAt, creativeAt };
}

type Status = readonly [
  HeldBooking['type'],
  HeldBooking['lifecycle'],
  paused: boolean,
  held: boolean,
  duplicatesAllowed: boolean,
  roadblock: HeldBooking['roadblock'],
  trackers?: HeldBooking['trackers'],
];
type Campaign = HeldBooking['campaign'];
type CampaignDetail = readonly [
  HeldBooking['campaignId'],
  Campaign['name'],
  Campaign['type'],
  Campaign['delivering'],
  Campaign['advertiserId'],
];

function finiteOrNull(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

/** Returns a function that decodes by index, with a cache of fixed size in which indexes share slots. */
function cached<Value>(decodeAt: (index: number) => Value): (index: number) => Value {
  const indexes = new Int32Array(cacheSlots).fill(-1);
  const slots: (Value | undefined)[] = Array<undefined>(cacheSlots).fill(undefined);
  return (index) => {
    const slot = index & (cacheSlots - 1);
    if (indexes[slot] === index) return slots[slot] as Value;
    const value = decodeAt(index);
    indexes[slot] = index;
    slots[slot] = value;
    return value;
  };
}
