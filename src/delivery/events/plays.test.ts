import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { snapshotRows, startTestDelivery, type TestDelivery } from '../../../test/support/server/test-delivery.ts';
import { dayMs } from '../../core/time/durations.ts';

const screens = () => {
  const rows = snapshotRows();
  return { ...rows, locations: [{ ...rows.locations[0], kind: 'screen' }] } as unknown as typeof rows;
};
let delivery: TestDelivery;
let taken = 0;
beforeAll(async () => {
  delivery = await startTestDelivery(screens());
});
afterAll(() => delivery.close());
afterEach(() => delivery.setNow(null));

async function tell(plays: unknown, path = '/v1/plays', of = delivery) {
  const body = JSON.stringify({ plays });
  const answer = await of.fetch(path, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
  return {
    status: answer.status,
    body: (await answer.json()) as { accepted: number; refused: unknown[]; detail?: string },
  };
}

async function tracker(of = delivery): Promise<string> {
  const answer = await of.fetch('/m/stack/sl_home_-lb');
  const { ads } = (await answer.json()) as { ads: { native: { impressionCounter: string } }[] };
  return ads[0]?.native.impressionCounter ?? '';
}

async function newEvents() {
  const events = await delivery.events();
  const fresh = events.slice(taken);
  taken = events.length;
  return fresh;
}

test('offline plays of a screen count at their time for 30 days, and are rejected as expired later', async () => {
  const start = Date.now();
  const url = await tracker();
  const late = await tracker();
  delivery.setNow(start + 30 * dayMs - 60_000);
  const at = new Date(start + 2 * dayMs).toISOString();
  expect(await tell([{ url, at }])).toEqual({ status: 200, body: { accepted: 1, refused: [] } });
  delivery.setNow(start + 30 * dayMs + 60_000);
  expect(await tell([{ url: late, at: start + dayMs }])).toEqual({
    status: 200,
    body: { accepted: 0, refused: [{ index: 0, code: 'expired' }] },
  });
  expect(await newEvents()).toMatchObject([
    { kind: 'impression', filtered: null, window: 'screen', atMs: Date.parse(at) },
    { kind: 'impression', filtered: 'expired', atMs: start + dayMs },
  ]);
});

test('a play and the impression of its ad count once together, and other URLs are their own events', async () => {
  const url = await tracker();
  await delivery.fetch(url);
  const at = new Date().toISOString();
  const complete = url.replace('/1000/', '/1000-complete/');
  expect(
    await tell(
      [
        { url, at },
        { url: new URL(url).pathname, at },
        { url: complete, at },
      ],
      '/api/v1/plays',
    ),
  ).toMatchObject({
    status: 200,
    body: { accepted: 3 },
  });
  const events = await newEvents();
  expect(events.map(({ kind, name }) => [kind, name])).toEqual([
    ['impression', undefined],
    ['impression', undefined],
    ['impression', undefined],
    ['video', 'complete'],
  ]);
  expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(2);
});

test('an invalid play is reported and does not affect the others', async () => {
  const url = await tracker();
  const now = Date.now();
  const at = new Date(now).toISOString();
  const { status, body } = await tell([
    { url: url.replace(/II.{9}/, 'IIAAAAAAAAA'), at },
    { url },
    { url, at: 'yesterday' },
    { url, at: '2026-11-21T10:00:00' },
    { url, at: new Date(now - dayMs).toISOString() },
    { url, at: now + dayMs },
    { url, at: now + 60_000 },
    { at },
    null,
    { url: 'https://elsewhere.example/x', at },
    { url, at: '2026-99-99T10:00:00Z' },
  ]);
  expect([status, body]).toEqual([
    200,
    {
      accepted: 1,
      refused: [
        { index: 0, code: 'not_ours' },
        { index: 1, code: 'no_time' },
        { index: 2, code: 'no_time' },
        { index: 3, code: 'no_time' },
        { index: 4, code: 'before_decision' },
        { index: 5, code: 'in_the_future' },
        { index: 7, code: 'not_ours' },
        { index: 8, code: 'not_ours' },
        { index: 9, code: 'not_ours' },
        { index: 10, code: 'no_time' },
      ],
    },
  ]);
  const [event] = await newEvents();
  // A clock that is one minute ahead produces no future plays.
  expect(event?.atMs).toBeLessThanOrEqual(Date.now());
});

test('a body without a list of plays is rejected', async () => {
  const many = Array.from({ length: 1_001 }, () => ({}));
  for (const plays of [undefined, [], {}, 'x', many]) {
    expect(await tell(plays)).toMatchObject({ status: 400, body: { detail: expect.stringContaining('play') } });
  }
  const send = (method: string, body: string | null) => delivery.fetch('/v1/plays', { method, body });
  expect((await send('POST', '{')).status).toBe(400);
  expect((await send('POST', 'x'.repeat(1_100_000))).status).toBe(413);
  expect((await send('GET', null)).status).toBe(405);
  expect((await send('OPTIONS', null)).status).toBe(204);
  expect(await newEvents()).toEqual([]);
});

test('a batch with an invalid chain is rejected', async () => {
  const plays = [{ url: await tracker(), at: new Date().toISOString() }];
  for (const [batch, pointer] of [
    [{ chain: 'long-enough-a-name' }, '/screen'],
    [{ screen: 'hall 1', chain: 'long-enough-a-name' }, '/screen'],
    [{ screen: 7, chain: 'long-enough-a-name' }, '/screen'],
    [{ screen: 'x'.repeat(65), chain: 'long-enough-a-name' }, '/screen'],
    [{ screen: 'hall-1', chain: 'short' }, '/chain'],
    [{ screen: 'hall-1', chain: { deep: true } }, '/chain'],
  ] as const) {
    const answer = await delivery.fetch('/v1/plays', { method: 'POST', body: JSON.stringify({ ...batch, plays }) });
    expect([answer.status, await answer.json()]).toMatchObject([400, { errors: [{ pointer }] }]);
  }
  expect(await newEvents()).toEqual([]);
});

test('the player is asked to retry if the journal cannot be written', async () => {
  const blocked = await startTestDelivery(screens());
  const journal = join(blocked.dataFolder, 'journal');
  await rm(journal, { recursive: true, force: true });
  await writeFile(journal, '');
  const play = { url: await tracker(blocked), at: Date.now() };
  expect((await tell([play], '/v1/plays', blocked)).status).toBe(503);
  await rm(journal);
  await expect.poll(async () => (await tell([play], '/v1/plays', blocked)).status).toBe(200);
  expect(await blocked.events()).toMatchObject([{ kind: 'impression' }]);
  await blocked.close();
});
