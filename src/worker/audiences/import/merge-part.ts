import { createPart, type SegmentPart } from '../../../exchange/audience/segment-part.ts';
import { memberActions, wordsOfRecord } from './member-records.ts';

/** A row that repeats another row of the delivery. */
export type RepeatedRow = { readonly file: number; readonly line: number };

export type MergedPart = {
  /** Allocated with spare capacity. */
  readonly part: SegmentPart;
  readonly used: { readonly members: number; readonly memberships: number };
};

export type PartMerge = {
  /** null: a full delivery, or no previous part. */
  readonly before: SegmentPart | null;
  /** As returned by `RecordFiles.read`. */
  readonly records: Uint32Array;
  /** Attribute number of each segment; 0: none. */
  readonly attributes: Uint16Array;
  /** Returns the first hour of a segment that is still in force. Earlier memberships have expired and are omitted. */
  firstHourOf(segment: number): number;
  onRepeat(row: RepeatedRow): void;
};

/** Maximum number of records per part: sort keys combine a 21-bit index with 32 bits of the member key. */
export const maxRecordsOfPart = 2 ** 21;
const segmentNumbers = 65_536;

/** Returns a part after a delivery. Rows of one member are applied in order. */
export function mergePart(merge: PartMerge): MergedPart {
  const { before, records } = merge;
  const count = records.length / wordsOfRecord;
  const order = orderOf(records, count);
  const part = createPart((before?.members ?? 0) + count, (before?.memberships ?? 0) + count);
  const writer = createWriter(part, merge);
  let known = 0;
  const members = before?.members ?? 0;
  for (let at = 0; at < count; ) {
    const first = (order[at] as number) * wordsOfRecord;
    const low = records[first] as number;
    const high = records[first + 1] as number;
    while (known < members && isBefore(before as SegmentPart, known, low, high)) {
      writer.begin();
      writer.takeOver(known);
      writer.end((before as SegmentPart).lows[known] as number, (before as SegmentPart).highs[known] as number);
      known += 1;
    }
    writer.begin();
    const isKnown = known < members && before?.highs[known] === high && before.lows[known] === low;
    if (isKnown) {
      writer.takeOver(known);
      known += 1;
    }
    for (; at < count; at += 1) {
      const record = (order[at] as number) * wordsOfRecord;
      if (records[record] !== low || records[record + 1] !== high) break;
      if (!writer.clear(record)) writer.apply(record);
    }
    writer.end(low, high);
  }
  for (; known < members; known += 1) {
    writer.begin();
    writer.takeOver(known);
    writer.end((before as SegmentPart).lows[known] as number, (before as SegmentPart).highs[known] as number);
  }
  return { part, used: writer.used() };
}

function isBefore({ lows, highs }: SegmentPart, at: number, low: number, high: number): boolean {
  const there = highs[at] as number;
  return there < high || (there === high && (lows[at] as number) < low);
}

/** Returns the indexes of records sorted by key, stable for equal keys. All keys of a part share their first 6 bits. */
function orderOf(records: Uint32Array, count: number): Uint32Array {
  if (count > maxRecordsOfPart) throw new RangeError(`part has ${count} rows, the maximum is ${maxRecordsOfPart}`);
  // Sorting numbers is several times faster than sorting indexes with a comparator. Each number combines 32 bits of the
  // key and the index.
  const sorted = new Float64Array(count);
  for (let at = 0; at < count; at += 1) {
    const low = records[at * wordsOfRecord] as number;
    const high = records[at * wordsOfRecord + 1] as number;
    sorted[at] = (((high << 6) | (low >>> 26)) >>> 0) * maxRecordsOfPart + at;
  }
  sorted.sort();
  const order = new Uint32Array(count);
  for (let at = 0; at < count; at += 1) order[at] = (sorted[at] as number) % maxRecordsOfPart;
  // Insertion sort: adjacent keys rarely differ only in their last 26 bits.
  for (let at = 1; at < count; at += 1) {
    for (let location = at; location > 0 && comesBefore(records, order, location); location -= 1) {
      const moved = order[location] as number;
      order[location] = order[location - 1] as number;
      order[location - 1] = moved;
    }
  }
  return order;
}

function comesBefore(records: Uint32Array, order: Uint32Array, location: number): boolean {
  const one = (order[location] as number) * wordsOfRecord;
  const other = (order[location - 1] as number) * wordsOfRecord;
  const [high, otherHigh] = [records[one + 1] as number, records[other + 1] as number];
  return high < otherHigh || (high === otherHigh && (records[one] as number) < (records[other] as number));
}

/** Collects the memberships of one member at a time. Duplicates are detected with flag tables in constant time. */
function createWriter(part: SegmentPart, merge: PartMerge) {
  const { before, records, attributes } = merge;
  const used = { members: 0, memberships: 0 };
  /** Number of the member for which an entry of the tables below was written. */
  const seen = new Uint32Array(segmentNumbers);
  const said = new Uint32Array(segmentNumbers);
  const saidAction = new Uint8Array(segmentNumbers);
  const hours = new Uint16Array(segmentNumbers);
  let mine: number[] = [];
  let member = 0;
  const isIn = (segment: number) => seen[segment] === member;
  const enter = (segment: number, hour: number) => {
    if (!isIn(segment)) mine.push(segment);
    seen[segment] = member;
    hours[segment] = hour;
  };
  const keepOnly = (stays: (segment: number) => boolean) => {
    for (const segment of mine) if (!stays(segment)) seen[segment] = 0;
    mine = mine.filter(stays);
  };
  return {
    used: () => used,
    begin(): void {
      member += 1;
      mine = [];
    },
    takeOver(at: number): void {
      const { starts, segments, hours: since } = before as SegmentPart;
      for (let location = starts[at] as number; location < (starts[at + 1] as number); location += 1) {
        enter(segments[location] as number, since[location] as number);
      }
    },
    /** Removes the member from all segments, or from all values of an attribute. */
    clear(record: number): boolean {
      const segment = (records[record + 2] as number) & 0xffff;
      const action = (records[record + 3] as number) & 0xff;
      if (action === memberActions.forget) keepOnly(() => false);
      else if (action === memberActions.clear) keepOnly((other) => attributes[other] !== attributes[segment]);
      else return false;
      return true;
    },
    apply(record: number): void {
      const segment = (records[record + 2] as number) & 0xffff;
      const action = (records[record + 3] as number) & 0xff;
      if (said[segment] === member && saidAction[segment] === action) {
        merge.onRepeat({ file: (records[record + 3] as number) >>> 16, line: records[record + 4] as number });
      }
      said[segment] = member;
      saidAction[segment] = action;
      if (action === memberActions.enter) enter(segment, (records[record + 2] as number) >>> 16);
      else keepOnly((other) => other !== segment);
    },
    end(low: number, high: number): void {
      const first = used.memberships;
      for (const segment of mine) {
        if ((hours[segment] as number) < merge.firstHourOf(segment)) continue;
        part.segments[used.memberships] = segment;
        part.hours[used.memberships] = hours[segment] as number;
        used.memberships += 1;
      }
      if (used.memberships === first) return;
      part.lows[used.members] = low;
      part.highs[used.members] = high;
      part.starts[used.members] = first;
      used.members += 1;
      part.starts[used.members] = used.memberships;
    },
  };
}
