import { mkdtemp, open, readdir, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testDecisionIds } from '../../../../test/support/counting/test-decision-ids.ts';
import { snapshotRows } from '../../../../test/support/server/test-delivery.ts';
import { decide } from '../../../core/decision/decide.ts';
import type { RecordedRequest } from '../../../core/decision/explain/recorded-request.ts';
import { createDeliveryState } from '../../../core/pacing/delivery-state.ts';
import { buildSnapshot } from '../../../core/snapshot/build-snapshot.ts';
import { hourMs } from '../../../core/time/durations.ts';
import { decisionFolderOf, openRecordedDecisions } from '../../../exchange/decisions/decision-folder.ts';
import type { DecisionNote } from '../../../exchange/decisions/decision-format.ts';
import { type DecisionFile, openDecisionWriter } from '../../../exchange/decisions/decision-writer.ts';
import { DecisionLog } from './decision-log.ts';

const processId = 'delivery-0';
const startMs = Date.parse('2026-11-22T10:30:00Z');
const snapshot = buildSnapshot(snapshotRows());
const state = createDeliveryState(snapshot);
const request = { slots: [{ slotName: '_home_-lb', parameters: new Map() }], parameters: new Map() };

let dataFolder: string;
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'placard-decisions-'));
});
afterEach(() => rm(dataFolder, { recursive: true, force: true }));

async function openLog(maxBytes = 1_000_000, openFile?: (path: string) => Promise<DecisionFile>) {
  const failures: unknown[] = [];
  let nowMs = startMs;
  const folder = decisionFolderOf(dataFolder, processId);
  const onFailure = (error: unknown) => failures.push(error);
  const writer = await openDecisionWriter({ folder, maxBytes, onFailure, ...(openFile && { openFile }) });
  const log = new DecisionLog({ writer, processId, now: () => nowMs });
  const askAt = (atMs: number) => {
    nowMs = atMs;
    const id = testDecisionIds.next();
    const reading = { ofAll: null };
    log.prepare(snapshot, request, state, atMs);
    const seed = [id.readUInt32BE(0), id.readUInt32BE(4)] as const;
    log.note(
      snapshot,
      request,
      decide(snapshot, request, { nowMs: atMs, seed, state, reading, explain: false }),
      reading,
      id,
    );
    return id.toString('hex');
  };
  const seal = async () => {
    log.seal();
    await writer.settle();
  };
  return { log, askAt, seal, failures };
}

async function readAll() {
  const kept = openRecordedDecisions(dataFolder);
  const [requests, notes]: [RecordedRequest[], DecisionNote[]] = [[], []];
  for (const file of (await kept.files()).get(processId) ?? []) {
    await kept.read(file, {
      request: (one) => {
        requests.push(one);
        return true;
      },
      note: (note) => void notes.push(note),
    });
  }
  return { requests, notes };
}

test('all requests are recorded, and above 200 per second a sample is recorded with IDs', async () => {
  const { log, askAt } = await openLog();
  const slow = Array.from({ length: 50 }, (_, index) => askAt(startMs + index * 10));
  for (let index = 0; index < 3_000; index += 1) askAt(startMs + 10_000 + index);
  await log.close();
  const { requests, notes } = await readAll();
  expect(requests).toHaveLength(3_050);
  expect(requests.slice(0, 50).map(({ id }) => id)).toEqual(slow);
  const sampled = requests.slice(50).filter(({ id }) => id !== null);
  // Three seconds, and one second's quota at once.
  expect(sampled.length).toBeGreaterThanOrEqual(600);
  expect(sampled.length).toBeLessThanOrEqual(801);
  expect(sampled.at(-1)?.atMs).toBeGreaterThan(startMs + 12_900);
  expect(requests.every(({ slots }) => slots[0]?.winner?.bookingId === 6 && slots[0]?.positionId === 10)).toBe(true);
  expect(notes.map(({ note }) => note)).toEqual(['file', 'end']);
});

test('above 2,000 requests per second a sample is recorded, and gaps are reported once', async () => {
  const { log, askAt } = await openLog();
  for (let index = 0; index < 10_000; index += 1) askAt(startMs + Math.floor(index / 10));
  askAt(startMs + 1_500);
  for (let index = 0; index < 2_500; index += 1) askAt(startMs + 2_000 + Math.floor(index / 10));
  await log.close();
  const { requests, notes } = await readAll();
  const inSecond = (second: number) => requests.filter(({ atMs }) => Math.floor((atMs - startMs) / 1000) === second);
  expect(inSecond(0).length).toBeGreaterThanOrEqual(2_000);
  expect(inSecond(0).length).toBeLessThanOrEqual(2_400);
  // Some late requests of the second are also recorded, with their IDs.
  expect(inSecond(0).at(-1)?.id).not.toBeNull();
  expect(inSecond(0).at(-1)?.atMs).toBeGreaterThan(startMs + 980);
  expect(inSecond(1)).toHaveLength(1);
  const gaps = notes.filter((note) => note.note === 'gap');
  expect(gaps).toHaveLength(2);
  expect(gaps[0]?.fromMs).toBeLessThanOrEqual(startMs + 241);
  expect(gaps[0]?.toMs).toBe(startMs + 1_000);
  expect(gaps[1]?.toMs).toBe(startMs + 2_250);
});

test('files end with their hour, and the oldest are removed to stay within the size limit', async () => {
  const { log, askAt, seal } = await openLog(6_000);
  for (let hour = 0; hour < 30; hour += 1) {
    for (let index = 0; index < 20; index += 1) askAt(startMs + hour * hourMs + index);
    await seal();
  }
  await log.close();
  const folder = decisionFolderOf(dataFolder, processId);
  const sizes = await Promise.all((await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size));
  expect(sizes.length).toBeGreaterThan(2);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(6_000);
  const { requests } = await readAll();
  expect(requests.length).toBe(sizes.length * 20);
  expect(requests.at(-1)?.atMs).toBe(startMs + 29 * hourMs + 19);
});

test('a full disk leaves a recorded gap, and ads continue', async () => {
  let isFull = false;
  const { log, askAt, seal, failures } = await openLog(1_000_000, async (path) => {
    const file = await open(path, 'wx');
    const write = async (bytes: Buffer) => {
      if (isFull) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      return file.write(bytes);
    };
    return { write, close: () => file.close() } as DecisionFile;
  });
  askAt(startMs);
  await seal();
  isFull = true;
  askAt(startMs + 1_000);
  await seal();
  askAt(startMs + 2_000);
  await seal();
  expect(failures).toHaveLength(2);
  isFull = false;
  askAt(startMs + 3_000);
  await log.close();
  const { requests, notes } = await readAll();
  expect(requests.map(({ atMs }) => atMs - startMs)).toEqual([0, 3_000]);
  expect(notes.filter(({ note }) => note === 'gap')).toEqual([
    { note: 'gap', fromMs: startMs + 1_000, toMs: startMs + 3_000 },
  ]);
});

test('a torn end loses only the torn records', async () => {
  const { log, askAt, seal } = await openLog();
  askAt(startMs);
  await seal();
  askAt(startMs + 1);
  await log.close();
  const folder = decisionFolderOf(dataFolder, processId);
  const path = join(folder, (await readdir(folder))[0] as string);
  await truncate(path, (await stat(path)).size - 3);
  expect((await readAll()).requests.map(({ atMs }) => atMs)).toEqual([startMs]);
  const next = await openLog();
  next.askAt(startMs + 2);
  await next.log.close();
  const { requests, notes } = await readAll();
  expect(requests.map(({ atMs }) => atMs - startMs)).toEqual([0, 2]);
  expect(notes.filter(({ note }) => note === 'file')).toEqual([
    expect.objectContaining({ continues: false }),
    expect.objectContaining({ continues: true }),
  ]);
});

test('a slow disk does not hide lost records', async () => {
  const gate = Promise.withResolvers<void>();
  const written: number[] = [];
  const openFile = async () => {
    await gate.promise;
    const write = async (bytes: Buffer) => {
      written.push(bytes[8] as number);
      return { bytesWritten: bytes.length, buffer: bytes };
    };
    return { write, close: async () => undefined } as unknown as DecisionFile;
  };
  const writer = await openDecisionWriter({ folder: dataFolder, maxBytes: 1e9, onFailure: () => undefined, openFile });
  const frame = (name: number) => Buffer.alloc(4 * 1024 * 1024 - 1, name);
  const append = (name: number, isNewFile: boolean, failuresTold: number) =>
    writer.append(frame(name), { fromMs: name, isNewFile, failuresTold });
  append(1, true, 0);
  append(2, false, 0);
  append(3, true, 0);
  append(4, false, 0);
  // The buffer is full.
  append(5, false, 0);
  expect(writer.lostFromMs).toBe(5);
  gate.resolve();
  await writer.settle();
  // The third record began a file without information about the loss.
  expect([written, writer.lostFromMs]).toEqual([[1, 2, 3, 4], 5]);
  // The following records depend on the lost one until a new file records the loss.
  append(6, false, 0);
  append(7, true, writer.failures + 1);
  append(8, false, 0);
  await writer.settle();
  expect([written.slice(4), writer.lostFromMs]).toEqual([[7, 8], null]);
});

test('records the weights of optimized rotations when they change and at the start of each file, and when they end', async () => {
  const { log, askAt, seal } = await openLog();
  const rotationOf = (bookingId: number, planNumber: number, weights: readonly (readonly [number, number])[]) =>
    [bookingId, { bookingId, planNumber, weights: new Map(weights) }] as const;
  const first = new Map([
    rotationOf(6, 4, [
      [61, 9_000],
      [62, 1_000],
    ]),
    rotationOf(7, 4, [[71, 10_000]]),
  ]);
  log.noteRotations(first);
  askAt(startMs);
  log.noteRotations(first);
  askAt(startMs + 1);
  const second = new Map([
    rotationOf(6, 9, [
      [61, 8_000],
      [62, 2_000],
    ]),
  ]);
  log.noteRotations(second);
  askAt(startMs + 2);
  // The next hour is the next file.
  askAt(startMs + hourMs);
  await seal();
  await log.close();
  const { requests, notes } = await readAll();
  expect(requests.map(({ rotations }) => [...rotations])).toEqual(
    [first, first, second, second].map((each) => [...each]),
  );
  expect(notes.filter(({ note }) => note === 'rotations')).toHaveLength(3);
});
