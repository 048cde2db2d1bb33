import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DeliveryEvent } from './delivery-event.ts';
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

const idsOf = ({ events: found }: { events: readonly DeliveryEvent[] }) => found.map(({ eventId }) => eventId);

describe('a segment', () => {
  test('is read whole, as it was written', async () => {
    const found = await read(whole);
    expect(found).toMatchObject({ events, end: 'end', nextOffset: whole.length, unknownRecords: 0 });
    expect(found.segmentId).toMatch(/^[0-9a-f]{32}$/);
  });

  test('is read on from where the last read ended, in pieces of any size', async () => {
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

  test('torn at any byte of its last record gives all records before it', async () => {
    for (let length = lastStart; length < whole.length; length += 1) {
      const found = await read(whole.subarray(0, length));
      expect(idsOf(found)).toEqual(['one', 'two']);
      expect([found.end, found.nextOffset]).toEqual([length === lastStart ? 'end' : 'incomplete', lastStart]);
    }
  });

  test('whose end has its length but not its content is torn, not damaged', async () => {
    for (let length = lastStart; length < whole.length; length += 1) {
      const torn = Buffer.concat([whole.subarray(0, length), Buffer.alloc(whole.length - length)]);
      const found = await read(torn);
      // Zeros that stand for zeros change nothing.
      if (torn.equals(whole)) continue;
      expect(idsOf(found)).toEqual(['one', 'two']);
      expect(found.end).toBe('incomplete');
    }
  });

  test('torn inside its header has no name and no records', async () => {
    for (let length = 0; length < segmentHeaderBytes; length += 1) {
      expect(await read(whole.subarray(0, length))).toMatchObject({ segmentId: null, events: [] });
    }
  });

  test('with one wrong byte in the middle gives what stands before it and says so', async () => {
    const secondStart = segmentHeaderBytes + (records[0] as Buffer).length;
    const thirdStart = secondStart + (records[1] as Buffer).length;
    for (let at = secondStart + 4; at < thirdStart; at += 1) {
      const damaged = Buffer.from(whole);
      damaged[at] = (damaged[at] as number) ^ 0x20;
      expect(await read(damaged)).toMatchObject({ end: 'damaged', nextOffset: secondStart, events: [events[0]] });
    }
    const endless = Buffer.from(whole);
    endless.writeUInt32LE(0x7fffffff, secondStart);
    expect(await read(endless)).toMatchObject({ end: 'damaged', nextOffset: secondStart });
  });

  test('passes over a whole record that it does not know, and counts it', async () => {
    const strange = { ...events[0], kind: 'teleport' } as unknown as DeliveryEvent;
    const found = await read(Buffer.concat([whole, encodeRecord(strange), records[0] as Buffer]));
    expect([idsOf(found), found.unknownRecords]).toEqual([['one', 'two', 'three', 'one'], 1]);
  });

  test('that is no segment has no name', async () => {
    expect(await read(await readFile(import.meta.filename))).toMatchObject({ segmentId: null });
  });
});

test('a record head is eight bytes', () => {
  const record = records[0] as Buffer;
  expect(record.readUInt32LE(0)).toBe(record.length - recordHeaderBytes);
});
