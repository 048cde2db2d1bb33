import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DeliveryEvent } from './delivery-event.ts';
import type { DamagedRange } from './journal-damage.ts';
import { createSegmentHeader, encodeRecord, recordHeaderBytes, segmentHeaderBytes } from './journal-format.ts';
import { openSegmentReader } from './journal-reader.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'placard-reader-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const events: readonly DeliveryEvent[] = ['one', 'two', 'three'].map((eventId, index) => ({
  eventId,
  kind: 'click',
  filtered: null,
  atMs: 1_795_000_000_000 + index,
  decidedAtMs: 1_795_000_000_000,
  adId: 1,
  bookingId: Number.MAX_SAFE_INTEGER,
  creativeId: 3,
  positionId: 4,
}));
const header = createSegmentHeader();
const records = events.map(encodeRecord);
const whole = Buffer.concat([header, ...records]);
const lastStart = whole.length - (records[2] as Buffer).length;

async function read(bytes: Buffer, options: { fromOffset?: number; maxBytes?: number } = {}) {
  const path = join(folder, 'segment');
  await writeFile(path, bytes);
  const reader = await openSegmentReader(path);
  try {
    const { segmentId } = reader;
    return { segmentId, ...(await reader.read({ fromOffset: 0, maxBytes: 1_000_000, ...options })) };
  } finally {
    await reader.close();
  }
}

/** Reads to the end, like the roll-up of a segment that is no longer appended to. */
async function readAll(bytes: Buffer, maxBytes = 1_000_000) {
  const [ids, damaged]: [string[], DamagedRange[]] = [[], []];
  const segmentIds = new Set<string | null>();
  for (let fromOffset = 0; ; ) {
    const found = await read(bytes, { fromOffset, maxBytes });
    segmentIds.add(found.segmentId);
    ids.push(...idsOf(found));
    if (found.damaged !== null) damaged.push(found.damaged);
    fromOffset = found.nextOffset;
    if (found.end === 'more') continue;
    if (found.end === 'damaged') damaged.push({ from: fromOffset, to: bytes.length });
    return { ids, damaged, segmentIds };
  }
}

const idsOf = ({ events: found }: { events: readonly DeliveryEvent[] }) => found.map(({ eventId }) => eventId);

describe('segment', () => {
  test('is read completely as written', async () => {
    const found = await read(whole);
    expect(found).toMatchObject({ events, end: 'end', nextOffset: whole.length, unknownRecords: 0 });
    expect(found.segmentId).toMatch(/^[0-9a-f]{32}$/);
  });

  test('is read from the end of the last read, in pieces of any size', async () => {
    for (const maxBytes of [400, 500, 700, whole.length - segmentHeaderBytes]) {
      const ids: string[] = [];
      let fromOffset = 0;
      for (let round = 0; round < 10; round += 1) {
        const found = await read(whole, { fromOffset, maxBytes });
        ids.push(...idsOf(found));
        fromOffset = found.nextOffset;
        if (found.end !== 'more') break;
      }
      expect(ids).toEqual(['one', 'two', 'three']);
    }
  });

  test('truncated at any byte of its last record returns all records before it', async () => {
    for (let length = lastStart; length < whole.length; length += 1) {
      const found = await read(whole.subarray(0, length));
      expect(idsOf(found)).toEqual(['one', 'two']);
      expect([found.end, found.nextOffset]).toEqual([length === lastStart ? 'end' : 'incomplete', lastStart]);
    }
  });

  test('whose end has its length but not its content is truncated, not damaged', async () => {
    for (let length = lastStart; length < whole.length; length += 1) {
      const torn = Buffer.concat([whole.subarray(0, length), Buffer.alloc(whole.length - length)]);
      const found = await read(torn);
      // Replacing zeros by zeros changes nothing.
      if (torn.equals(whole)) continue;
      expect(idsOf(found)).toEqual(['one', 'two']);
      expect(found.end).toBe('incomplete');
    }
  });

  test('truncated inside its header has no ID and no records', async () => {
    for (let length = 0; length < segmentHeaderBytes; length += 1) {
      expect(await read(whole.subarray(0, length))).toMatchObject({ segmentId: null, events: [] });
    }
  });

  test('loses only the record with an invalid byte, at any offset', async () => {
    const starts = [0, 1, 2].map((index) => segmentHeaderBytes + Buffer.concat(records.slice(0, index)).length);
    for (let at = segmentHeaderBytes; at < whole.length; at += 1) {
      const lost = starts.findLastIndex((start) => start <= at);
      const wrong = Buffer.from(whole);
      wrong[at] = (wrong[at] as number) ^ (at % 2 === 0 ? 0x01 : 0x80);
      const found = await readAll(wrong);
      expect(found.ids, `byte ${at}`).toEqual(['one', 'two', 'three'].filter((_, index) => index !== lost));
      expect(found.damaged, `byte ${at}`).toEqual([{ from: starts[lost], to: starts[lost + 1] ?? whole.length }]);
    }
  });

  test('with a damaged header keeps its records under one stable ID', async () => {
    for (let at = 0; at < 8; at += 1) {
      const wrong = Buffer.from(whole);
      wrong[at] = (wrong[at] as number) ^ 0x20;
      const found = await readAll(wrong);
      expect(found).toMatchObject({ ids: ['one', 'two', 'three'], damaged: [{ from: 0, to: segmentHeaderBytes }] });
      expect(found.segmentIds).toEqual(new Set([expect.stringMatching(/^[0-9a-f]{32}$/)]));
    }
  });

  test('with damage larger than one read continues after it', async () => {
    const gap = Buffer.alloc(3 * 1024 * 1024, 'damage');
    const wrong = Buffer.concat([header, records[0] as Buffer, gap, ...records.slice(1)]);
    const found = await readAll(wrong, 5_000);
    const from = segmentHeaderBytes + (records[0] as Buffer).length;
    expect(found).toMatchObject({ ids: ['one', 'two', 'three'], damaged: [{ from, to: from + gap.length }] });
  });

  test('finds no record inside an event, for any content of its sender', async () => {
    const inside = encodeRecord({ ...(events[0] as DeliveryEvent), eventId: 'forged' }).toString('latin1');
    const outer = encodeRecord({ ...(events[0] as DeliveryEvent), kind: 'custom', name: inside });
    outer.writeUInt32LE(0xffffffff, 4);
    const found = await readAll(Buffer.concat([header, outer, records[1] as Buffer]));
    expect(found.ids).toEqual(['two']);
  });

  test('skips and counts complete records of an unknown kind', async () => {
    const strange = { ...events[0], kind: 'teleport' } as unknown as DeliveryEvent;
    const found = await read(Buffer.concat([whole, encodeRecord(strange), records[0] as Buffer]));
    expect([idsOf(found), found.unknownRecords]).toEqual([['one', 'two', 'three', 'one'], 1]);
  });

  test('has no ID if the file is not a segment', async () => {
    expect(await read(await readFile(import.meta.filename))).toMatchObject({ segmentId: null });
  });
});

test('a record header has 8 bytes', () => {
  const record = records[0] as Buffer;
  expect(record.readUInt32LE(0)).toBe(record.length - recordHeaderBytes);
});
