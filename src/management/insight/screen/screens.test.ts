import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chainOf, hashOfRecord, type PlayRecord } from '../../../../test/support/browser/simulated-screen.ts';
import { testSequences } from '../../../../test/support/counting/test-decision-ids.ts';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { waitUntil } from '../../../../test/support/process/wait-until.ts';
import { snapshotRows, startTestDelivery, type TestDelivery } from '../../../../test/support/server/test-delivery.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import type { PositionScreensView } from '../../../contract/inventory/screen-health.ts';
import type { SnapshotRows } from '../../../core/snapshot/snapshot-rows.ts';
import { minuteMs } from '../../../core/time/durations.ts';
import { playChainTtlMs, playLinkTtlMs } from '../../../core/vocabulary/limits/screen-limits.ts';
import { createLog } from '../../../platform/log/log.ts';
import { createJournalShipping } from '../../../worker/count/journal-shipping.ts';
import { forgetScreenRecords } from '../../../worker/count/store-screen-records.ts';

const log = createLog({ level: 'silent', name: 'test' });
let management: TestManagement;
let delivery: TestDelivery;
let positionId: number;
let chains = 0;

beforeAll(async () => {
  management = await startTestManagement();
  ({ id: positionId } = await makeObject(management, 'inventory/position'));
  const rows = snapshotRows();
  delivery = await startTestDelivery({
    ...rows,
    locations: [{ ...rows.locations[0], kind: 'screen' }],
    positions: [{ ...rows.positions[0], id: positionId }],
    bookings: rows.bookings.map((row) => ({ ...row, inventory: { ...row.inventory, positionIds: [positionId] } })),
  } as unknown as SnapshotRows);
});
afterAll(async () => {
  await delivery?.close();
  await management?.close();
});

/** Returns a new chain name. */
function newChain(): string {
  chains += 1;
  return `a-chain-of-a-test-${chains}`;
}

async function recordsOf(count: number): Promise<PlayRecord[]> {
  const at = new Date().toISOString();
  const plays: { url: string; at: string }[] = [];
  while (plays.length < count) {
    const answer = await delivery.fetch('/m/stack/sl_home_-lb');
    const { ads } = (await answer.json()) as { ads: { native: { impressionCounter: string } }[] };
    plays.push({ url: ads[0]?.native.impressionCounter ?? '', at });
  }
  return chainOf(plays);
}

async function tell(screen: string, chain: string, plays: readonly unknown[]): Promise<unknown> {
  return post('/v1/plays', { screen, chain, plays });
}

/** Sends the body and rolls up the journal. */
async function post(path: string, body: unknown): Promise<unknown> {
  const answer = await delivery.fetch(path, { method: 'POST', body: JSON.stringify(body) });
  expect(answer.status).toBe(200);
  await rollUp();
  return answer.json();
}

async function rollUp(): Promise<void> {
  const journalFolder = join(delivery.dataFolder, 'journal');
  await createJournalShipping({ sequences: testSequences, database: management.database, journalFolder, log }).shipAll(
    new AbortController().signal,
  );
}

async function screensOf(id = positionId): Promise<PositionScreensView['screens']> {
  const { status, body } = await management.call('GET', `/inventory/position/${id}/screens`);
  expect(status).toBe(200);
  return (body as PositionScreensView).screens;
}

async function chainsOf(screen: string) {
  return (await screensOf()).find(({ deviceId }) => deviceId === screen)?.chains ?? [];
}

const named = async (screen: string) =>
  (await chainsOf(screen)).flatMap(({ findings }) =>
    findings.map(({ kind, fromSequence, toSequence }) => [kind, fromSequence, toSequence]),
  );

test('confirms a complete chain up to its last record, independent of order and repetition', async () => {
  const records = await recordsOf(6);
  const [one, two, three, four, five, six] = records as [PlayRecord, ...PlayRecord[]];
  const chain = newChain();
  expect(await tell('whole', chain, [six, three, one])).toEqual({ accepted: 3, refused: [] });
  expect(await named('whole')).toEqual([
    ['missing', 2, 2],
    ['missing', 4, 5],
  ]);
  expect(await chainsOf('whole')).toMatchObject([{ records: 3, headSequence: 1, lastSequence: 6 }]);
  await tell('whole', chain, [five, two, four, three]);
  await tell('whole', chain, [two]);
  expect(await chainsOf('whole')).toMatchObject([
    { records: 6, headSequence: 6, lastSequence: 6, headHash: hashOfRecord(six as PlayRecord), findings: [] },
  ]);
});

test('names a removed record and counts the later ones', async () => {
  const records = await recordsOf(5);
  const before = (await delivery.events()).length;
  await tell('removed', newChain(), records.toSpliced(2, 1));
  expect(await named('removed')).toEqual([['missing', 3, 3]]);
  expect((await delivery.events()).length).toBe(before + 4);
});

test('names a removed record also when later ones were renumbered', async () => {
  const records = await recordsOf(5);
  const left = records.toSpliced(2, 1).map((record, index) => ({ ...record, sequence: index + 1 }));
  await tell('renumbered', newChain(), left);
  expect(await named('renumbered')).toEqual([['altered', 3, 3]]);
  const withoutFirst = records.slice(1).map((record, index) => ({ ...record, sequence: index + 1 }));
  await tell('beheaded', newChain(), withoutFirst);
  expect(await named('beheaded')).toEqual([['altered', 1, 1]]);
});

test('names a record that was edited in its time or ad, or sent in a second version', async () => {
  const records = await recordsOf(5);
  const [first, second, third, ...later] = records as [PlayRecord, PlayRecord, PlayRecord, ...PlayRecord[]];
  const at = new Date(Date.parse(third.at) + 1).toISOString();
  await tell('time', newChain(), [first, second, { ...third, at }, ...later]);
  expect(await named('time')).toEqual([['altered', 4, 4]]);

  const answer = await tell('ad', newChain(), [first, second, { ...third, url: `${third.url}x` }, ...later]);
  expect(answer).toEqual({ accepted: 5, refused: [] });
  expect(await named('ad')).toEqual([['altered', 4, 4]]);

  const forged = { ...third, url: third.url.replace(/II.{9}/, 'IIAAAAAAAAA') };
  expect(await tell('forged', newChain(), [first, second, forged, ...later])).toEqual({
    accepted: 4,
    refused: [{ index: 2, code: 'not_ours' }],
  });
  expect(await named('forged')).toEqual([['altered', 4, 4]]);

  const chain = newChain();
  await tell('versions', chain, records);
  expect(await named('versions')).toEqual([]);
  await tell('versions', chain, [{ ...third, at }]);
  expect(await named('versions')).toEqual([['edited', 3, 3]]);
});

test('names reordered records', async () => {
  const records = await recordsOf(6);
  const [one, two, three, four, five, six] = records as [PlayRecord, PlayRecord, PlayRecord, ...PlayRecord[]];
  const swapped = [one, two, { ...(four as PlayRecord), sequence: 3 }, { ...three, sequence: 4 }, five, six];
  const chain = newChain();
  // One at a time, last first: when a record arrives, its predecessors may be unknown.
  for (const record of swapped.toReversed()) await tell('moved', chain, [record]);
  expect(await named('moved')).toEqual([
    ['reordered', 3, 3],
    ['reordered', 4, 4],
    ['reordered', 5, 5],
  ]);
  await tell('moved', chain, swapped);
  expect((await named('moved')).length).toBe(3);
});

test('restricts a chain to its screen and name', async () => {
  const records = await recordsOf(3);
  await tell('own', newChain(), records);
  await tell('own', newChain(), records.slice(2));
  expect((await chainsOf('own')).map(({ records: known, findingCount }) => [known, findingCount])).toEqual([
    [1, 1],
    [3, 0],
  ]);
  expect(JSON.stringify(await screensOf())).not.toContain('a-chain-of-a-test');
});

test('refuses and names a record without its number, and ignores a batch without a genuine play', async () => {
  const [first, second, third] = (await recordsOf(3)) as [PlayRecord, PlayRecord, PlayRecord];
  const { sequence: _, ...placeless } = second;
  expect(await tell('placeless', newChain(), [first, placeless, { ...third, previous: 'x' }])).toEqual({
    accepted: 1,
    refused: [
      { index: 1, code: 'no_link' },
      { index: 2, code: 'no_link' },
    ],
  });
  expect(await chainsOf('placeless')).toMatchObject([{ lastSequence: 1, findings: [] }]);
  await tell('stranger', newChain(), [{ ...first, url: 'https://elsewhere.example/' }]);
  expect(await chainsOf('stranger')).toEqual([]);
});

test('compares records while they count, and lists a chain for three months', async () => {
  const records = await recordsOf(3);
  const chain = newChain();
  await tell('old', chain, records.slice(0, 2));
  await forgetScreenRecords(management.database, Date.now() + playLinkTtlMs + 60_000);
  expect(await chainsOf('old')).toMatchObject([{ records: 2, headSequence: 2, headHash: null, findings: [] }]);
  await tell('old', chain, records.slice(2));
  expect(await chainsOf('old')).toMatchObject([{ records: 3, headSequence: 3, findings: [] }]);
  await forgetScreenRecords(management.database, Date.now() + playChainTtlMs + 60_000);
  expect(await chainsOf('old')).toEqual([]);
});

test('reads the state of a screen from every request, and keeps values that a request omits', async () => {
  const nowMs = Date.now();
  delivery.setNow(nowMs);
  const asked = { slotName: '_home_-lb', now: new Date(nowMs + 7 * minuteMs).toISOString(), missing: ['a.png', 7, ''] };
  await post('/v1/screens/state/playlist', asked);
  // The response of a playlist does not wait for its journal entry.
  await waitUntil('the screen to be seen', async () => {
    await rollUp();
    return (await stateOf('state')) !== undefined;
  });
  expect(await stateOf('state')).toEqual({
    deviceId: 'state',
    lastSeenAt: new Date(nowMs).toISOString(),
    clockAheadMs: 7 * minuteMs,
    hasWrongClock: true,
    missingFiles: ['a.png'],
    chains: [],
  });
  const [{ url, at }] = (await recordsOf(1)) as [PlayRecord];
  delivery.setNow(nowMs + minuteMs);
  await post('/v1/plays', { screen: 'state', plays: [{ url, at }] });
  expect(await stateOf('state')).toMatchObject({
    lastSeenAt: new Date(nowMs + minuteMs).toISOString(),
    clockAheadMs: 7 * minuteMs,
    missingFiles: ['a.png'],
  });
  await post('/v1/plays', { screen: 'state', plays: [{ url, at }], now: nowMs + minuteMs - 20, missing: [] });
  expect(await stateOf('state')).toMatchObject({ clockAheadMs: -20, hasWrongClock: false, missingFiles: [] });
  await forgetScreenRecords(management.database, nowMs + playChainTtlMs + 2 * minuteMs);
  expect(await stateOf('state')).toBeUndefined();
  delivery.setNow(null);
});

test('limits reported clock and file states, and ignores malformed ones', async () => {
  const [{ url, at }] = (await recordsOf(1)) as [PlayRecord];
  const missing = Array.from({ length: 30 }, (_, index) => `${index}${'x'.repeat(2_000)}`);
  await post('/v1/plays', { screen: 'much', plays: [{ url, at }], now: 'noon', missing });
  const { missingFiles = [], clockAheadMs } = (await stateOf('much')) ?? {};
  expect([missingFiles.length, missingFiles[0]?.length, clockAheadMs]).toEqual([10, 300, null]);
});

const stateOf = async (screen: string) => (await screensOf()).find(({ deviceId }) => deviceId === screen);

test('requires the scope decisions:read, and returns an empty list for a position without screens', async () => {
  const { id } = await makeObject(management, 'inventory/position');
  expect(await screensOf(id)).toEqual([]);
  expect(
    await management.call('GET', `/inventory/position/${id}/screens`, { scopes: ['inventory:read', 'reports:read'] }),
  ).toMatchObject({ status: 403 });
  expect(await management.call('GET', '/inventory/position/999999/screens')).toMatchObject({ status: 404 });
});
