import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waitUntil } from '../../../../test/support/process/wait-until.ts';
import {
  bookingRow,
  creativeRow,
  snapshotRows,
  startTestDelivery,
  type TestDelivery,
} from '../../../../test/support/server/test-delivery.ts';
import type { FrequencyCap } from '../../../core/snapshot/snapshot-rows.ts';
import { openSegmentFolder } from '../../../exchange/audience/segment-folder.ts';
import { viewerKeysOf } from '../../../management/resources/segment/viewer-keys.ts';
import { createSessionTokens } from '../../request/session/session-tokens.ts';

const nowMs = Date.parse('2026-11-21T12:00:00Z');
let delivery: TestDelivery;
beforeAll(async () => {
  delivery = await startTestDelivery();
  delivery.setNow(nowMs);
});
afterAll(() => delivery.close());

/** Returns the ID of the booking that the viewer gets, or undefined. */
async function shown(parameters: Readonly<Record<string, unknown>> = {}, user?: unknown): Promise<number | undefined> {
  const body = JSON.stringify({ slots: [{ slotname: '_home_-lb' }], parameters, user });
  const answer = await delivery.fetch('/json', { method: 'POST', body });
  const [ad] = (await answer.json()) as { adspaceId: string }[];
  return ad === undefined ? undefined : Number(ad.adspaceId);
}

test('a 25 % share of voice is exact within one request at any time, also across snapshots', async () => {
  const voice = bookingRow({ id: 7, delivery: { method: 'share_of_voice', basisPoints: 2_500 } }, { id: 1001 });
  const rows = snapshotRows({ bookings: [bookingRow({ priority: 0 }), voice] });
  await delivery.publish(rows);
  let wins = 0;
  for (let asked = 1; asked <= 400; asked += 1) {
    if ((await shown()) === 7) wins += 1;
    expect(Math.abs(wins - asked / 4), `after ${asked}`).toBeLessThanOrEqual(1);
    if (asked === 201) await delivery.publish(rows);
  }
});

test('a cap of 2 per day applies per viewer, and unknown viewers do not get the booking', async () => {
  await delivery.publish(snapshotRows({ bookings: [bookingRow({ caps: [{ scope: 'day', most: 2 }] })] }));
  const anna = { tl: 'all', ui: 'anna' };
  expect([await shown(anna), await shown(anna), await shown(anna)]).toEqual([6, 6, undefined]);
  expect(await shown({ tl: 'all', ui: 'bert' })).toBe(6);
  expect(await shown({ tl: 'all' }, { id: 'cees' })).toBe(6);
  expect([await shown(), await shown({ tl: 'all' }), await shown({ ui: 'anna' })]).toEqual(Array(3).fill(undefined));
  expect(await shown({ tl: 'none', ui: 'dora' })).toBeUndefined();
  // Another snapshot, as after an edit, on the same day. At midnight of the publication a new day begins.
  await delivery.publish(snapshotRows({ bookings: [bookingRow({ caps: [{ scope: 'day', most: 2 }] })] }));
  delivery.setNow(Date.parse('2026-11-21T22:59:00Z'));
  expect(await shown(anna)).toBeUndefined();
  delivery.setNow(Date.parse('2026-11-21T23:00:00Z'));
  expect([await shown(anna), await shown(anna), await shown(anna)]).toEqual([6, 6, undefined]);
});

describe('caps without consent, and household caps', () => {
  const capped = (cap: Partial<FrequencyCap>) =>
    delivery.publish(snapshotRows({ bookings: [bookingRow({ caps: [{ scope: 'day', most: 1, ...cap }] })] }));
  const dated = Date.parse('2026-12-01T12:00:00Z');

  test.each([
    ['a store', 'store', { st: 'Ghent-1' }, { st: 'Ghent-2' }],
    ['a screen', 'screen', { pi: 'player-7' }, { pi: 'player-8' }],
    ['a household with consent', 'household', { hh: 'h1', tl: 'all' }, { hh: 'h2', tl: 'all' }],
    ['a user with consent', 'first_party', { ui: 'anna', tl: 'all' }, { ui: 'bert', tl: 'all' }],
  ] as const)(
    '%s gets the booking once per day, another one also, and unknown ones never',
    async (_, per, one, other) => {
      delivery.setNow(dated);
      await capped({ per });
      expect([await shown(one), await shown(one), await shown(other)]).toEqual([6, undefined, 6]);
      expect([await shown(), await shown({ tl: 'all', xz: '6D92078A' })]).toEqual([undefined, undefined]);
      await capped({ per, whenUnknown: 'serve' });
      expect([await shown(), await shown(), await shown(one)]).toEqual([6, 6, undefined]);
    },
  );

  test('a household and a user require consent, and a user in the body is the same user', async () => {
    delivery.setNow(dated);
    await capped({ per: 'household' });
    expect(await shown({ hh: 'h3' })).toBeUndefined();
    await capped({ per: 'first_party' });
    expect(await shown({ ui: 'cees', tl: 'none' })).toBeUndefined();
    expect([await shown({ ui: 'cees', tl: 'all' }), await shown({ tl: 'all' }, { id: 'cees' })]).toEqual([
      6,
      undefined,
    ]);
  });

  test('a booking with duplicates is limited per request by its cap', async () => {
    const bookings = [bookingRow({ duplicatesAllowed: true, caps: [{ scope: 'request', most: 1 }] })];
    const positions = ['_home_-lb', '_sport_-lb'].map((slotName, at) => ({
      id: 10 + at,
      locationId: 1,
      formatId: 1,
      slotName,
    }));
    await delivery.publish(
      snapshotRows({ positions, bookings: bookings.map((row) => ({ ...row, inventory: everywhere })) }),
    );
    const body = JSON.stringify({ slots: positions.map(({ slotName }) => ({ slotname: slotName })) });
    for (let asked = 0; asked < 3; asked += 1) {
      const answer = await delivery.fetch('/json', { method: 'POST', body });
      expect(await answer.json()).toHaveLength(1);
    }
  });
});

test('an erased viewer has no counts under any identifier, and all others keep theirs', async () => {
  delivery.setNow(Date.parse('2026-12-03T12:00:00Z'));
  const caps = [{ scope: 'life', most: 1 } as const, { scope: 'day', most: 1, per: 'first_party' } as const];
  await delivery.publish(snapshotRows({ bookings: [bookingRow({ caps })] }));
  const [byPage, byApp] = [(ui: string) => shown({ tl: 'all', ui }), (id: string) => shown({ tl: 'all' }, { id })];
  expect([await byPage('erika'), await byApp('frida'), await byPage('gerda')]).toEqual([6, 6, 6]);
  const folder = openSegmentFolder(join(delivery.dataFolder, 'segments'));
  const keys = [...viewerKeysOf('user_id', 'erika'), ...viewerKeysOf('ui', 'frida')];
  const forgotten = keys.map(([low, high]) => ({ low, high, atMs: Date.parse('2026-12-03T12:00:01Z') }));
  await folder.makeCurrent({ sequence: 1, layers: [], ownDomains: null, forgotten });
  await waitUntil('them to be forgotten', async () => (await byPage('erika')) === 6);
  expect(await byPage('gerda')).toBeUndefined();
  await waitUntil('both to be forgotten', async () => (await byApp('frida')) === 6);
  expect([await byPage('erika'), await byApp('frida')]).toEqual([undefined, undefined]);
});

describe('a viewer session', () => {
  const path = '/json/sl_home_-lb';
  const ask = async (session: string, target = path) => {
    const answer = await delivery.fetch(`${target}/se${session}/`);
    const body = await answer.json();
    const ads = Array.isArray(body) ? body : body.ads;
    return { ads: ads.length, token: answer.headers.get('placard-session'), headers: answer.headers };
  };
  const dated = Date.parse('2026-12-05T12:00:00Z');
  const capped = [bookingRow({ caps: [{ scope: 'life', most: 2, per: 'session' }] })];

  test('starts on request, is counted by its token, and ends after a day', async () => {
    delivery.setNow(dated);
    await delivery.publish(snapshotRows({ bookings: capped }));
    const first = await ask('new');
    expect(first).toMatchObject({ ads: 1, token: expect.stringMatching(/^[0-9a-f]{54}$/) });
    expect(first.headers.get('access-control-expose-headers')).toBe('placard-session');
    const token = String(first.token);
    expect([await ask(token), await ask(token)]).toMatchObject([
      { ads: 1, token: null },
      { ads: 0, token: null },
    ]);
    // Case-folded as clients do, and in the body, the token is the same session. Another session has no counts.
    const body = { slots: [{ slotname: '_home_-lb' }], parameters: { se: [token] } };
    const posted = await delivery.fetch('/json', { method: 'POST', body: JSON.stringify(body) });
    expect(await posted.json()).toEqual([]);
    expect(await ask('new', '/m/stack/sl_home_-lb')).toMatchObject({ ads: 1, token: expect.any(String) });
    delivery.setNow(dated + 24 * 3_600_000 - 1);
    expect(await ask(token)).toMatchObject({ ads: 0, token: null });
    delivery.setNow(dated + 24 * 3_600_000);
    const over = await ask(token);
    expect(over).toMatchObject({ ads: 0, token: expect.any(String) });
    expect(await ask(String(over.token))).toMatchObject({ ads: 1, token: null });
  });

  test('with a forged, foreign or invalid token is unknown, and requests without a session get no header', async () => {
    delivery.setNow(dated);
    await delivery.publish(snapshotRows({ bookings: capped }));
    const token = String((await ask('new')).token);
    const foreign = createSessionTokens(randomBytes(32), () => dated).read('new')?.token as string;
    const forged = `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`;
    for (const bad of [foreign, forged]) {
      expect(await ask(bad)).toMatchObject({ ads: 0, token: expect.stringMatching(/^[0-9a-f]{54}$/) });
    }
    for (const none of [`${token}00`, token.slice(2), 'home', 'x'.repeat(500)]) {
      expect(await ask(none)).toMatchObject({ ads: 0, token: null });
    }
    const plain = await delivery.fetch(`${path}/`);
    expect([plain.headers.get('placard-session'), plain.headers.get('access-control-expose-headers')]).toEqual([
      null,
      null,
    ]);
    const open = [bookingRow({ caps: [{ scope: 'life', most: 1, per: 'session', whenUnknown: 'serve' }] })];
    await delivery.publish(snapshotRows({ bookings: open }));
    expect([await ask('home'), await ask(forged)]).toMatchObject([{ ads: 1 }, { ads: 1 }]);
  });

  test('is not disclosed to creatives', async () => {
    const html = '<p>[adheseReplace:se]|[adheseReplace:st]|[adheseRequestDataFlat]</p>';
    await delivery.publish(snapshotRows({ creatives: [creativeRow({ kind: 'html', html, file: null })] }));
    const token = String((await ask('new')).token);
    const answer = await delivery.fetch(`${path}/se${token}/stghent/`);
    const text = await answer.text();
    expect(text).toContain('|ghent|');
    expect(text).not.toContain(token);
  });
});

const everywhere = { positionIds: [], locationIds: [], publicationIds: [], publisherIds: [1] } as never;
