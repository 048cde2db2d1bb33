import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { snapshotRows, startTestDelivery, type TestDelivery } from '../../../test/support/server/test-delivery.ts';
import { hourMs } from '../../core/time/durations.ts';

const browserAgent = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';
const crawlerAgent = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

let delivery: TestDelivery;
let taken = 0;
beforeAll(async () => {
  delivery = await startTestDelivery(snapshotRows());
});
afterAll(() => delivery.close());
afterEach(() => delivery.setNow(null));

async function report(body: unknown, { path = '/v1/events', headers = {}, of = delivery } = {}) {
  const answer = await of.fetch(path, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'user-agent': browserAgent, ...headers },
  });
  return { status: answer.status, body: (await answer.json()) as { results?: unknown[]; detail?: string } };
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

test('each event of a batch has its own result, in the order of the batch', async () => {
  const start = Date.now();
  const url = await tracker();
  const events = [
    { url },
    { url: new URL(url).pathname.replace('/1000/', '/1000-opened/'), at: start },
    { url: url.replace('/1000/', '/1000-complete/'), userAgent: crawlerAgent },
    { url: 'https://elsewhere.example/track/1000/' },
    { url: url.replace(/II./, 'IIx') },
    { url, at: 'yesterday' },
    { url, at: start - hourMs },
    { url, at: start + hourMs },
    null,
  ];
  expect(await report({ events })).toEqual({
    status: 200,
    body: {
      results: [
        { status: 'accepted' },
        { status: 'accepted' },
        { status: 'filtered', reason: 'bot' },
        { status: 'refused', code: 'not_ours' },
        { status: 'refused', code: 'not_ours' },
        { status: 'refused', code: 'no_time' },
        { status: 'refused', code: 'before_decision' },
        { status: 'refused', code: 'in_the_future' },
        { status: 'refused', code: 'not_ours' },
      ],
    },
  });
  const stored = await newEvents();
  expect(stored.map(({ kind, name, filtered }) => [kind, name, filtered])).toEqual([
    ['impression', undefined, null],
    ['custom', 'opened', null],
    ['video', 'complete', 'bot'],
  ]);
});

test('an event without a user agent is judged by that of the caller', async () => {
  const url = await tracker();
  const events = [{ url }, { url, userAgent: browserAgent }];
  expect(await report({ events }, { path: '/api/v1/events', headers: { 'user-agent': crawlerAgent } })).toMatchObject({
    body: { results: [{ status: 'filtered', reason: 'bot' }, { status: 'accepted' }] },
  });
  expect((await newEvents()).map(({ filtered }) => filtered)).toEqual(['bot', null]);
});

test('an event after its window is stored as expired', async () => {
  const url = await tracker();
  delivery.setNow(Date.now() + 2 * hourMs);
  expect(await report({ events: [{ url }] })).toMatchObject({
    body: { results: [{ status: 'filtered', reason: 'expired' }] },
  });
  expect(await newEvents()).toMatchObject([{ filtered: 'expired' }]);
});

test('a batch is stored at the time of its events', async () => {
  const url = await tracker();
  const at = Date.now();
  delivery.setNow(at + 60_000);
  expect((await report({ events: [{ url, at: new Date(at).toISOString() }] })).status).toBe(200);
  expect(await newEvents()).toMatchObject([{ kind: 'impression', atMs: at }]);
});

test.each([
  ['not JSON', '{"events": [', /not JSON/],
  ['no list', {}, /at least one event/],
  ['an empty list', { events: [] }, /at least one event/],
  ['a list of 1,001 events', { events: Array.from({ length: 1_001 }, () => ({})) }, /At most 1000 events/],
])('%s is rejected as a whole', async (_, body, message) => {
  const answer = await report(body);
  expect(answer.status).toBe(400);
  expect(answer.body.detail).toMatch(message);
  expect(await newEvents()).toEqual([]);
});

test('the caller is asked to retry if the journal cannot be written', async () => {
  const blocked = await startTestDelivery(snapshotRows());
  const journal = join(blocked.dataFolder, 'journal');
  await rm(journal, { recursive: true, force: true });
  await writeFile(journal, '');
  const events = [{ url: await tracker(blocked) }, { url: 'https://elsewhere.example/' }];
  const refused = await report({ events }, { of: blocked });
  expect(refused.status).toBe(503);
  await rm(journal);
  await expect.poll(async () => (await report({ events }, { of: blocked })).status).toBe(200);
  expect(await blocked.events()).toMatchObject([{ kind: 'impression' }]);
  await blocked.close();
});

test('other methods are not allowed', async () => {
  const answer = await delivery.fetch('/v1/events');
  expect(answer.status).toBe(405);
  expect(answer.headers.get('allow')).toBe('POST, OPTIONS');
});
