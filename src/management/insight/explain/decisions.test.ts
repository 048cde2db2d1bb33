import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishRows } from '../../../../test/support/database/publish-rows.ts';
import { waitUntil } from '../../../../test/support/process/wait-until.ts';
import { bookingRow, snapshotRows } from '../../../../test/support/server/test-delivery.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import { type Delivery, startDelivery } from '../../../delivery/start-delivery.ts';
import { historyFolderOf, keepSnapshotFiles } from '../../../exchange/snapshot-history/keep-history.ts';
import { createLog } from '../../../platform/log/log.ts';

const position = '_home_-lb';
let management: TestManagement;
let delivery: Delivery;
let revision = 1;

const untargeted = bookingRow({ id: 6 });
const forRed = bookingRow({ id: 7, targeting: { key: 'kw', values: ['red'] }, priority: 0 }, { id: 1001 });
const paused = bookingRow({ id: 8, paused: true }, { id: 1002 });
const capped = bookingRow({ id: 9, priority: 0, caps: [{ scope: 'day', most: 1 }] }, { id: 1003 });

beforeAll(async () => {
  management = await startTestManagement();
  const { config } = management.services;
  const { snapshots: snapshotFolder } = management;
  await publishRows(snapshotFolder, snapshotRows({ bookings: [untargeted, forRed, paused] }));
  delivery = await startDelivery({
    config: { ...config, deliveryPort: 0, deliveryProcesses: 1, host: '127.0.0.1' },
    log: createLog({ level: 'silent', name: 'test' }),
    processId: 'delivery-0',
  });
});
afterAll(async () => {
  await delivery?.close();
  await management?.close();
});

async function publish(bookings: readonly unknown[]): Promise<void> {
  revision += 1;
  const { snapshots: snapshotFolder } = management;
  await publishRows(snapshotFolder, snapshotRows({ revision, bookings }));
  await waitUntil('the revision', async () => (await snapshotFolder.acknowledgements())[0]?.revision === revision);
}

async function ask(parameters: Record<string, unknown>, slots = [position]): Promise<void> {
  const body = JSON.stringify({ slots: slots.map((slotname) => ({ slotname })), parameters });
  const answer = await fetch(`http://127.0.0.1:${delivery.port}/json`, { method: 'POST', body });
  expect(answer.status).toBe(200);
}

type Listed = {
  decisionId: string;
  revision: number;
  slots: { positionId: number | null; bookingId: number | null }[];
};

async function newest(query = '', count = 1): Promise<Listed[]> {
  return waitUntil('recorded decisions', async () => {
    const { body } = await management.call('GET', `/decisions?limit=200${query}`);
    return body.decisions.length >= count && (body.decisions as Listed[]);
  });
}

async function traceOf(id: string) {
  const answer = await management.call('GET', `/decisions/${id}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

test('finds a decision by its position; its trace names the first rule that refused each booking', async () => {
  await ask({ kw: ['white', 'red'], ui: 'someuser@example.org' });
  await ask({ kw: 'white' }, [position, 'unknown slot of a stranger']);
  const [second, first] = (await newest('&positionId=10', 2)) as [Listed, Listed];
  expect(second.slots).toEqual([
    { positionId: 10, bookingId: 6 },
    { positionId: null, bookingId: null },
  ]);
  const trace = await traceOf(second.decisionId);
  expect(trace).toMatchObject({
    trace: 'repeated',
    revision: 1,
    processId: 'delivery-0',
    request: { facts: [] },
    slots: [{ slotName: position, positionId: 10, decidedBy: 'share', bookingId: 6 }, { positionId: null }],
  });
  expect(trace.slots[0].candidates).toEqual([
    expect.objectContaining({ bookingId: 6, won: true, share: 1, fromTicket: 0, toTicket: 2 ** 48, reason: null }),
    expect.objectContaining({ bookingId: 7, reason: 'TARGETING_NOT_MET', expected: 'parameter kw red' }),
    expect.objectContaining({ bookingId: 8, reason: 'BOOKING_PAUSED', expected: 'not paused', actual: 'paused' }),
  ]);
  const other = await traceOf(first.decisionId);
  expect(other.request.facts).toEqual([{ name: 'parameter kw', values: ['red'] }]);
  expect(other.slots[0].candidates.map((one: { share: number }) => one.share)).toEqual([
    expect.closeTo(1 / 1025, 6),
    expect.closeTo(1024 / 1025, 6),
    null,
  ]);
  expect(await newest(`&bookingId=${other.slots[0].bookingId}&from=${encodeURIComponent(other.at)}`)).not.toEqual([]);
});

test('stores no personal data and no slot names invented by clients', async () => {
  const folder = join(management.services.config.dataFolder, 'decisions', 'delivery-0');
  const files = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name))));
  const content = Buffer.concat(files).toString('latin1');
  expect(content).toContain('"kw"');
  for (const secret of ['someuser', 'unknown slot', 'white', '127.0.0.1']) expect(content).not.toContain(secret);
});

test('replays frequency caps without identifying the viewer', async () => {
  await publish([untargeted, capped]);
  await ask({ ui: 'viewer-1', tl: 'all' });
  await ask({ ui: 'viewer-1', tl: 'all' });
  await ask({});
  const [unknown, again, once] = (await newest('', 5)) as [Listed, Listed, Listed];
  expect((await traceOf(once.decisionId)).slots[0].candidates[1]).toMatchObject({ bookingId: 9, eligible: true });
  expect((await traceOf(again.decisionId)).slots[0].candidates[1]).toMatchObject({
    reason: 'CAP_REACHED',
    expected: 'fewer than 1 per day for one viewer',
  });
  expect((await traceOf(unknown.decisionId)).slots[0].candidates[1]).toMatchObject({
    reason: 'CAP_REACHED',
    expected: 'an identifiable viewer',
  });
});

test('replays a decision with its revision while that is stored', async () => {
  const { dataFolder } = management.services.config;
  const listed = await newest('', 5);
  const [ofSecond, first] = [listed[0] as Listed, listed[4] as Listed];
  const keep = () =>
    keepSnapshotFiles({
      snapshotFolder: join(dataFolder, 'snapshots'),
      historyFolder: historyFolderOf(dataFolder),
      maxBytes: 100_000_000,
    });
  // The first revision is removed from the snapshot folder without being archived. The second is archived.
  for (let times = 0; times < 2; times += 1) await publish([untargeted]);
  await keep();
  for (let times = 0; times < 4; times += 1) await publish([untargeted]);
  expect((await traceOf(ofSecond.decisionId)).trace).toBe('repeated');
  const gone = await traceOf(first.decisionId);
  expect([gone.trace, gone.slots.length, gone.slots[0].candidates]).toEqual(['snapshot_gone', 1, []]);
  expect(gone.slots[0].bookingId).toBe(first.slots[0]?.bookingId);
});

test('explains a hypothetical request at any time and revision without counting', async () => {
  await publish([
    untargeted,
    forRed,
    bookingRow({ id: 12, startMs: Date.parse('2030-01-01T00:00:00Z') }, { id: 1004 }),
  ]);
  const before = (await newest('', 5)).length;
  const explain = (body: Record<string, unknown>) =>
    management.call('POST', '/decisions/explain', { body: { slots: [{ slotName: position }], ...body } });
  const reasons = async (body: Record<string, unknown>) => {
    const answer = await explain(body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body.slots[0].candidates.map((one: { bookingId: number; reason: string | null }) => [
      one.bookingId,
      one.reason,
    ]);
  };
  expect(await reasons({})).toEqual([
    [6, null],
    [7, 'TARGETING_NOT_MET'],
    [12, 'BEFORE_START'],
  ]);
  expect(await reasons({ parameters: { kw: ['Red'] }, at: '2030-06-01T12:00:00Z' })).toEqual([
    [6, null],
    [7, null],
    [12, null],
  ]);
  expect(await reasons({ revision: revision - 1 })).toEqual([[6, null]]);
  expect(await explain({ revision: 99_999 })).toMatchObject({ status: 410, body: { code: 'no_longer_kept' } });
  expect(await explain({ slots: [] })).toMatchObject({ status: 400 });
  const seeded = await explain({ seed: '00000000000000aa' });
  expect(await explain({ seed: '00000000000000aa', at: seeded.body.at })).toEqual(
    expect.objectContaining({ body: seeded.body }),
  );
  expect(await newest('', 5)).toHaveLength(before);
});

test('lists the winner, the largest shares and the reasons of all candidates, or one booking by ID', async () => {
  const many = Array.from({ length: 700 }, (_, index) =>
    bookingRow({ id: 100 + index, ...(index % 7 === 0 ? { paused: true } : { priority: 9 }) }, { id: 2000 + index }),
  );
  await publish([...many, bookingRow({ id: 6, priority: 0 })]);
  const explain = async (body: Record<string, unknown>) => {
    const answer = await management.call('POST', '/decisions/explain', {
      body: { slots: [{ slotName: position }], seed: '00000000000000aa', ...body },
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body.slots[0];
  };
  const all = await explain({});
  expect(all).toMatchObject({
    candidateCount: 701,
    refusals: [{ reason: 'BOOKING_PAUSED', bookings: 100 }],
    bookingId: 6,
  });
  const ids = all.candidates.map(({ bookingId }: { bookingId: number }) => bookingId);
  expect(ids).toHaveLength(500);
  expect(ids[0]).toBe(6);
  expect(ids).toEqual([...ids].sort((a, b) => a - b));
  expect(all.candidates.every(({ eligible }: { eligible: boolean }) => eligible)).toBe(true);
  const one = await explain({ bookingId: 107 });
  expect(one.candidates).toMatchObject([
    { bookingId: 6, won: true },
    { bookingId: 107, reason: 'BOOKING_PAUSED' },
  ]);
  // Its share is above 99 percent.
  for (let times = 0; times < 5; times += 1) await ask({});
  const kept = await waitUntil('a decision of this revision', async () =>
    (await newest('&bookingId=6')).find((each) => each.revision === revision),
  );
  const { body } = await management.call('GET', `/decisions/${kept.decisionId}?bookingId=101`);
  expect(body.slots[0].candidates).toMatchObject([
    { bookingId: 6, won: true },
    { bookingId: 101, eligible: true },
  ]);
});

test('requires the scope and returns 404 for missing decisions', async () => {
  const [one] = (await newest()) as [Listed];
  for (const path of ['/decisions', `/decisions/${one.decisionId}`]) {
    expect((await management.call('GET', path, { scopes: ['bookings:read'] })).status).toBe(403);
  }
  expect(await management.call('GET', `/decisions/${'0'.repeat(32)}`)).toMatchObject({ status: 404 });
  expect(await management.call('GET', '/decisions/12')).toMatchObject({ status: 400 });
  const { body } = await management.call('GET', '/decisions?from=2020-01-01T00:00:00Z&to=2020-01-02T00:00:00Z');
  expect(body).toEqual({
    decisions: [],
    lookedFrom: '2020-01-01T00:00:00.000Z',
    keptFrom: expect.stringMatching(/^20/),
  });
});
