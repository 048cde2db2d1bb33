import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventIdOf, testSequences } from '../../../test/support/counting/test-decision-ids.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database/test-database.ts';
import { damageReasons, listDamage, sumDamage } from '../../exchange/journal/damage-notes.ts';
import type { DeliveryEvent } from '../../exchange/journal/delivery-event.ts';
import { createJournalArchive } from '../../exchange/journal/journal-archive.ts';
import { damagedRanges } from '../../exchange/journal/journal-damage.ts';
import { recordHeaderBytes, segmentHeaderBytes } from '../../exchange/journal/journal-format.ts';
import { openJournal } from '../../exchange/journal/journal-writer.ts';
import { type OpenDatabase, openDatabase } from '../../platform/db/open-database.ts';
import { openPlainStore, type PlainStore } from '../../platform/files/plain-store.ts';
import { createLog } from '../../platform/log/log.ts';
import { createJournalShipping } from './journal-shipping.ts';
import { recount } from './recount/recount.ts';
import { recoverJournal } from './recover-journal.ts';

const log = createLog({ level: 'silent', name: 'test' });
const eventsOfSegment = 200;
const atMs = Date.parse('2026-11-21T10:00:00Z');
let testDatabase: TestDatabase;
let open: OpenDatabase;
let folder: string;
let journalFolder: string;
let segment: string;
let store: PlainStore;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  open = openDatabase(testDatabase.url, { maxConnections: 4 });
});
afterAll(async () => {
  await open.kysely.destroy();
  await testDatabase.close();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'placard-damage-'));
  journalFolder = join(folder, 'journal');
  segment = join(journalFolder, 'delivery-0', '00000001.journal');
  store = openPlainStore({ store: { kind: 'folder', folder: null }, dataFolder: folder });
  await forgetAll();
  await journal(eventsOfSegment, 'first');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function forgetAll(): Promise<void> {
  await sql`truncate counted_range, counted_event, delivery_hour, event_hour, custom_event, filtered_hour, booking_total, booking_day,
    journal_position, setting`.execute(open.kysely);
}

async function journal(count: number, prefix: string): Promise<void> {
  const writer = openJournal({ folder: join(journalFolder, 'delivery-0') });
  const ids = { adId: 1, bookingId: 2, creativeId: 3, positionId: 4 };
  const events = Array.from({ length: count }, (_, index): DeliveryEvent => {
    return {
      eventId: eventIdOf(`${prefix}${index}`),
      kind: 'impression',
      filtered: null,
      atMs,
      decidedAtMs: atMs,
      ...ids,
    };
  });
  await Promise.all(events.map((event) => writer.append(event)));
  await writer.close();
}

async function damage(at: number, path = segment): Promise<void> {
  const bytes = await readFile(path);
  bytes[at] = (bytes[at] as number) ^ 0x10;
  await writeFile(path, bytes);
}

const ship = () =>
  createJournalShipping({ sequences: testSequences, database: open.kysely, journalFolder, log }).shipAll(
    new AbortController().signal,
  );
const run = (write = false) => recount(open.kysely, { sequences: testSequences, store, journalFolder, write });
const recover = () => recoverJournal({ sequences: testSequences, database: open.kysely, journalFolder });

/** Closes the segment and moves it to the store. */
async function archive(): Promise<void> {
  const before = new Date(Date.now() - 120_000);
  await utimes(segment, before, before);
  await journal(1, 'next');
  await ship();
  await createJournalArchive({ journalFolder, store, host: 'host-1' }).send();
}

async function counted(): Promise<number> {
  const { rows } = await sql<{ sum: string }>`select coalesce(sum(impressions), 0) as sum from delivery_hour`.execute(
    open.kysely,
  );
  return Number(rows[0]?.sum);
}

async function middleOf(record: number): Promise<number> {
  const bytes = await readFile(segment);
  let offset = segmentHeaderBytes;
  for (let index = 0; index < record; index += 1) offset += recordHeaderBytes + bytes.readUInt32LE(offset);
  return offset + 40;
}

describe('one damaged byte in a journal segment', () => {
  test('loses only the event that contains it, at any offset, and counts each other event once', async () => {
    const whole = await readFile(segment);
    const second = recordHeaderBytes + whole.readUInt32LE(segmentHeaderBytes) + segmentHeaderBytes;
    const damages: readonly (readonly [string, number, number])[] = [
      ['the header', 3, 0],
      ['the id in the header', 12, 0],
      ['the first record', segmentHeaderBytes + 50, 1],
      ['the low byte of a length', second, 1],
      ['the second byte of a length', second + 1, 1],
      ['the high byte of a length', second + 3, 1],
      ['a checksum', second + 5, 1],
      ['the middle', Math.floor(whole.length / 2), 1],
      ['the last record', whole.length - 30, 1],
      ['the last byte', whole.length - 1, 1],
    ];
    for (const [name, at, lost] of damages) {
      await forgetAll();
      await rm(journalFolder, { recursive: true });
      await journal(eventsOfSegment, 'first');
      await writeFile(segment, whole);
      await damage(at);
      await ship();
      await archive();
      await ship();
      // Plus one event of the next segment.
      expect(await counted(), name).toBe(eventsOfSegment - lost + 1);
      const isSilent = name === 'the id in the header';
      expect((await sumDamage(journalFolder)).segments, name).toBe(isSilent ? 0 : 1);
    }
  });

  test('is reported immediately, while its segment is still being written', async () => {
    await damage(await middleOf(100));
    await ship();
    expect(await counted()).toBe(eventsOfSegment - 1);
    expect(await listDamage(journalFolder)).toMatchObject([{ processId: 'delivery-0', number: 1 }]);
    expect(damageReasons(await sumDamage(journalFolder))).toEqual([
      expect.stringMatching(/^1 journal segment is damaged: \d+ bytes are unreadable; run "placard recover"/),
    ]);
  });

  test('is listed with its loss by a recount, which leaves the counts unchanged', async () => {
    await damage(await middleOf(100));
    await ship();
    await archive();
    const { damaged, differences } = await run(true);
    expect(damaged).toEqual([
      { segmentId: expect.any(String), ranges: [{ from: expect.any(Number), to: expect.any(Number) }] },
    ]);
    expect(differences).toEqual([]);
    expect(await counted()).toBe(eventsOfSegment);
  });

  test('in a segment that was counted before the damage removes no counts', async () => {
    await ship();
    await damage(await middleOf(100));
    await archive();
    expect((await run(true)).damaged).toHaveLength(1);
    expect(await counted()).toBe(eventsOfSegment + 1);
    expect((await sumDamage(journalFolder)).segments).toBe(1);
  });

  test('in the archive of an empty database makes a recount lose only that event', async () => {
    await damage(await middleOf(100));
    await ship();
    await archive();
    await forgetAll();
    expect(await run(true)).toMatchObject({ damaged: [{}], missing: [] });
    expect(await counted()).toBe(eventsOfSegment - 1);
  });
});

test('a record truncated by a crash is not damage', async () => {
  const whole = await readFile(segment);
  await writeFile(segment, whole.subarray(0, whole.length - 40));
  await ship();
  await archive();
  expect(await counted()).toBe(eventsOfSegment);
  expect(await sumDamage(journalFolder)).toEqual({ segments: 0, bytes: 0 });
  expect((await run()).damaged).toEqual([]);
});

describe('placard recover', () => {
  test('confirms the damage, counts nothing twice, and does nothing on the second run', async () => {
    await damage(await middleOf(100));
    await ship();
    await archive();
    expect(await recover()).toMatchObject([{ counted: 0, lost: [{}] }]);
    expect(await sumDamage(journalFolder)).toEqual({ segments: 0, bytes: 0 });
    expect(await recover()).toEqual([]);
    expect(await counted()).toBe(eventsOfSegment);
  });

  test('counts lost events from an intact copy of the segment', async () => {
    const copy = join(folder, 'copy');
    await copyFile(segment, copy);
    await damage(await middleOf(100));
    await ship();
    await archive();
    const [note] = await listDamage(journalFolder);
    await copyFile(copy, note?.segmentPath ?? '');
    expect(await recover()).toMatchObject([{ counted: 1, lost: [] }]);
    expect(await counted()).toBe(eventsOfSegment + 1);
    expect(await run()).toMatchObject({ damaged: [], missing: [], differences: [], remembered: 0 });
  });

  test('counts events after the damage that an earlier version ignored', async () => {
    await damage(await middleOf(100));
    const bytes = await readFile(segment);
    const [range] = damagedRanges(bytes);
    await writeFile(segment, bytes.subarray(0, range?.from));
    await ship();
    await writeFile(segment, bytes);
    expect(await counted()).toBe(100);
    // In the state in which that version left it.
    const aside = join(journalFolder, 'damaged', 'delivery-0');
    await journal(1, 'next');
    await mkdir(aside, { recursive: true });
    await rename(segment, join(aside, `00000001-${'0'.repeat(32)}.journal`));
    expect(await recover()).toMatchObject([{ counted: eventsOfSegment - 101, lost: [range] }]);
    expect(await counted()).toBe(eventsOfSegment - 1);
    expect(await readdir(aside)).toHaveLength(1);
  });
});
