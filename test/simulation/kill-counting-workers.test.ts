import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hourMs } from '../../src/core/time/durations.ts';
import type { DeliveryEvent } from '../../src/exchange/journal/delivery-event.ts';
import { openJournal } from '../../src/exchange/journal/journal-writer.ts';
import { type OpenDatabase, openDatabase } from '../../src/platform/db/open-database.ts';
import { createDecisionIds, createSequenceReader } from '../../src/platform/keys/decision-ids.ts';
import { deriveKey, loadSecret } from '../../src/platform/keys/derive-key.ts';
import { rangePositionOf, readCountedEvents } from '../support/counting/counted-events.ts';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.ts';
import { waitUntil } from '../support/process/wait-until.ts';
import { type Child, startChild } from './child-process.ts';
import { Mulberry } from './random-numbers.ts';

/** The nightly run has fifty. */
const kills = Number(process.env['PLACARD_TEST_KILLS'] ?? 4);
const workers = 3;
const journals = 4;
const eventsPerKill = 6_000;
const startMs = Date.parse('2026-11-21T00:00:00Z');

let testDatabase: TestDatabase;
let open: OpenDatabase;
let folder: string;

beforeEach(async () => {
  testDatabase = await createTestDatabase();
  open = openDatabase(testDatabase.url, { maxConnections: 2 });
  folder = await mkdtemp(join(tmpdir(), 'placard-kill-workers-'));
});
afterEach(async () => {
  await open.kysely.destroy();
  await testDatabase.close();
  await rm(folder, { recursive: true, force: true });
});

function eventOf(decision: string, index: number, atMs: number): DeliveryEvent {
  const ids = { adId: 1 + (index % 5), bookingId: 1 + (index % 5), creativeId: 1 + (index % 5) };
  const facts = { kind: 'impression', filtered: null, decidedAtMs: startMs, window: 'video' } as const;
  return { eventId: `${decision}.0.impression`, ...facts, atMs, ...ids, positionId: 1 + (index % 7) };
}

type Rounds = {
  /** Folders with the journals of each round. */
  readonly folders: readonly string[];
  /** Earliest time of each event. */
  readonly earliest: ReadonlyMap<string, number>;
};

/**
 * Writes the journals of each round: a third of the events are reported several times, in other journals and hours, and
 * partly in the next round.
 */
async function writeRounds(key: Buffer): Promise<Rounds> {
  const random = new Mulberry(7);
  const sources = Array.from({ length: journals }, () => createDecisionIds(key));
  const earliest = new Map<string, number>();
  const folders: string[] = [];
  let later: DeliveryEvent[] = [];
  for (let round = 0; round < kills; round += 1) {
    const events = later;
    later = [];
    for (let index = 0; index < eventsPerKill; index += 1) {
      const decision = sources[index % journals]?.next().toString('hex') ?? '';
      for (let report = 0; report < (index % 3 === 0 ? 3 : 1); report += 1) {
        const event = eventOf(decision, index, startMs + random.upTo(3 * hourMs));
        earliest.set(event.eventId, Math.min(event.atMs, earliest.get(event.eventId) ?? Number.POSITIVE_INFINITY));
        if (report === 2 && round + 1 < kills) later.push(event);
        else events.push(event);
      }
    }
    const roundFolder = join(folder, `round-${round}`);
    await writeJournals(roundFolder, events, random);
    folders.push(roundFolder);
  }
  return { folders, earliest };
}

async function writeJournals(parent: string, events: readonly DeliveryEvent[], random: Mulberry): Promise<void> {
  const writers = Array.from({ length: journals }, (_, number) =>
    openJournal({ folder: join(parent, String(number)), maxSegmentBytes: 256 * 1024 }),
  );
  await Promise.all(events.map((event) => random.oneOf(writers).append(event)));
  await Promise.all(writers.map((writer) => writer.close()));
}

/** Waits until at least this number of events is counted. The last worker of a round may still be killed. */
async function untilCounted(events: number): Promise<void> {
  await waitUntil('counted events', async () =>
    (await countedImpressions('delivery_hour')) >= events ? true : undefined,
  );
}

async function countedImpressions(table: string): Promise<number> {
  const { rows } = await sql<{ events: number }>`
    select coalesce(sum(impressions), 0)::bigint as events from ${sql.table(table)}`.execute(open.kysely);
  return rows[0]?.events ?? 0;
}

test(`${kills} kills of counting workers lose no event and count none twice`, { timeout: 900_000 }, async () => {
  const dataFolder = join(folder, 'data');
  const journalFolder = join(dataFolder, 'journal');
  await mkdir(journalFolder, { recursive: true });
  const key = deriveKey(loadSecret({ configured: null, dataFolder }), 'decision-sequence');
  const { folders, earliest } = await writeRounds(key);
  const random = new Mulberry(11);
  const startWorker = async (): Promise<Child<string>> => {
    const child = startChild<string>('worker-process.ts', [testDatabase.url, journalFolder]);
    await child.hear();
    return child;
  };
  const running = await Promise.all(Array.from({ length: workers }, startWorker));
  let killsWhileCounting = 0;
  try {
    for (const [round, from] of folders.entries()) {
      const before = await countedImpressions('delivery_hour');
      for (const name of await readdir(from)) await rename(join(from, name), join(journalFolder, `${round}-${name}`));
      // Every other kill is at a random time, the others are while the events are being counted.
      if (round % 2 === 0) await untilCounted(before + 1);
      else await delay(random.upTo(400));
      await running[round % workers]?.kill();
      const after = await countedImpressions('delivery_hour');
      if (after > before && after < before + eventsPerKill) killsWhileCounting += 1;
      running[round % workers] = await startWorker();
      await untilCounted(before + eventsPerKill);
    }
    for (const child of running) {
      child.tell('settle');
      await child.hear();
    }
  } finally {
    await Promise.all(running.map((child) => child.kill()));
  }
  console.info(`${killsWhileCounting} of ${kills} workers were killed while events of their round were being counted`);
  expect(killsWhileCounting).toBeGreaterThan(0);

  const sequences = createSequenceReader(key);
  const counted = await readCountedEvents(open.kysely);
  expect(counted.size).toBe(earliest.size);
  expect([...earliest.keys()].filter((id) => !counted.has(rangePositionOf(id, sequences)))).toEqual([]);
  const byHour = new Map<number, number>();
  for (const atMs of earliest.values()) {
    const hour = Math.floor(atMs / hourMs) * hourMs;
    byHour.set(hour, (byHour.get(hour) ?? 0) + 1);
  }
  const { rows } = await sql<{ hourAt: Date; events: number }>`
    select hour_at, sum(impressions)::bigint as events from delivery_hour group by 1`.execute(open.kysely);
  expect(new Map(rows.map(({ hourAt, events }) => [hourAt.getTime(), events]))).toEqual(byHour);
  expect(await countedImpressions('booking_total')).toBe(earliest.size);
});
