import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  bookingRow,
  creativeRow,
  snapshotRows,
  startTestDelivery,
  type TestDelivery,
} from '../../../../test/support/server/test-delivery.ts';
import { deriveKey } from '../../../platform/keys/derive-key.ts';
import { writeDebugKey } from '../../../platform/keys/signed-debug-key.ts';
import { createTextSigner } from '../../../platform/keys/signed-text.ts';

const reference = '<script src="mraid.js"></script>';
const open = `<img src="https://media.example/a.png" onclick="mraid.open('[clickUrl]')">`;

function rowsOf(html: string) {
  const booking = bookingRow({ cpm: { micros: 2_500_000, currency: 'EUR' } });
  return snapshotRows({ bookings: [booking], creatives: [creativeRow({ kind: 'html', file: null, html })] });
}

let delivery: TestDelivery;
beforeAll(async () => {
  delivery = await startTestDelivery(rowsOf(reference + open));
});
afterAll(() => delivery.close());

async function bidFor(banner: object): Promise<Readonly<Record<string, unknown>> | null> {
  const [position] = rowsOf('').positions;
  const imp = [{ id: 'i1', banner, tagid: position?.slotName }];
  const answer = await delivery.fetch('/openrtb2', {
    method: 'POST',
    body: JSON.stringify({ id: 'r1', imp, cur: ['EUR'] }),
  });
  if (answer.status === 204) return null;
  return ((await answer.json()) as { seatbid: [{ bid: [Record<string, unknown>] }] }).seatbid[0].bid[0];
}

describe('an MRAID creative', () => {
  test.each([
    [{}, null],
    [{ api: [] }, null],
    [{ api: 'x' }, null],
    [{ api: [1, 2, 4, 7] }, null],
    [{ api: [3] }, 3],
    [{ api: [7, 5] }, 3],
    [{ api: [6] }, 3],
  ])('of version 1 for %j', async (banner, api) => {
    await delivery.publish(rowsOf(reference + open));
    expect((await bidFor(banner))?.['api'] ?? null).toBe(api);
  });

  test.each([
    ['mraid.resize()', [3], null],
    ['mraid.resize()', [5], 5],
    ['mraid.unload()', [3, 5], null],
    ['mraid.unload()', [6], 6],
  ])('that calls %s bids for the frameworks %j with %s', async (call, api, framework) => {
    await delivery.publish(
      rowsOf(`${reference}${open}<script>mraid.addEventListener('ready', () => ${call})</script>`),
    );
    const bid = await bidFor({ api });
    expect(bid === null ? null : [bid['api'], bid['apis']]).toEqual(
      framework === null ? null : [framework, [framework]],
    );
  });

  test('counts clicks by the redirect that it opens', async () => {
    await delivery.publish(rowsOf(reference + open));
    // The markup contains the URL as a JavaScript string.
    const [, click] = /mraid\.open\('([^']+)'\)/.exec(String((await bidFor({ api: [3] }))?.['adm'])) ?? [];
    const answer = await delivery.fetch(JSON.parse(`"${click}"`) as string, { redirect: 'manual' });
    expect([answer.status, (await delivery.events()).at(-1)]).toMatchObject([302, { kind: 'click', adId: 1000 }]);
  });
});

test('other markup bids for every impression, without a framework', async () => {
  await delivery.publish(rowsOf('<a href="[clickUrl]">mraid.js</a>'));
  for (const banner of [{}, { api: [3] }]) {
    const bid = await bidFor(banner);
    expect(bid).not.toBeNull();
    expect(bid).not.toHaveProperty('api');
  }
});

test('the trace states why an MRAID creative does not bid', async () => {
  const secret = 'a secret of at least thirty-two characters';
  const explained = await startTestDelivery(rowsOf(reference + open), { secret });
  const signer = createTextSigner(deriveKey(secret, 'debug-key'));
  const key = writeDebugKey(signer, { actor: 'user:1', expiresAt: Math.floor(Date.now() / 1000) + 60 });
  const imp = [{ id: 'i1', banner: { api: [3] }, tagid: '_home_-lb' }];
  await explained.publish(
    rowsOf(`${reference}${open}<script>mraid.addEventListener('ready', () => mraid.unload())</script>`),
  );
  const answer = await explained.fetch('/openrtb2', {
    method: 'POST',
    body: JSON.stringify({ id: 'r1', imp, cur: ['EUR'] }),
    headers: { cookie: `debugKey=${key}` },
  });
  const trace = answer.headers.get('placard-trace');
  await explained.close();
  expect(answer.status).toBe(204);
  expect(trace).toContain('REQUEST_TERMS_NOT_MET');
  expect(trace).toContain('the creative needs MRAID 3, which the impression does not support');
});
