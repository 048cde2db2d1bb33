import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waitUntil } from '../../../../test/support/process/wait-until.ts';
import {
  bookingRow,
  snapshotRows,
  startTestDelivery,
  type TestDelivery,
} from '../../../../test/support/server/test-delivery.ts';
import { createMemberKeys } from '../../../exchange/audience/member-key.ts';
import { openSegmentFolder } from '../../../exchange/audience/segment-folder.ts';
import { createPart, encodePart, hourOf, partOf } from '../../../exchange/audience/segment-part.ts';
import type { SegmentState } from '../../../exchange/audience/segment-pointer.ts';
import { deriveKey } from '../../../platform/keys/derive-key.ts';
import { createLog } from '../../../platform/log/log.ts';
import { createDeliveryMetrics } from '../../delivery-metrics.ts';
import { startSegmentFollower } from './segment-follower.ts';

const secret = 'a secret of at least thirty-two characters';
const rows = snapshotRows({
  bookings: [
    bookingRow({ id: 1, targeting: { fact: 'segment', values: ['Sports fans'] } }, { id: 1001 }),
    bookingRow({ id: 2, delivery: { method: 'fill' } }, { id: 1002 }),
  ],
});
let delivery: TestDelivery;
let sequence = 0;
beforeAll(async () => {
  delivery = await startTestDelivery(rows, { secret });
  await fill({ hoursAgo: 1 });
  await waitUntil('the segments to be read', async () => (await shown('/json/sl_home_-lb/tlall/uianna')) === 1001);
});
afterAll(() => delivery.close());

/** Adds `ui:anna` to the segment, with a membership of the given age in hours. */
async function fill(options: { hoursAgo: number; ttlHours?: number | null; ownDomains?: readonly string[] | null }) {
  const keys = createMemberKeys(deriveKey(secret, 'segment-member'));
  keys.compute('ui:anna');
  const part = createPart(1, 1);
  part.lows[0] = keys.low();
  part.highs[0] = keys.high();
  part.starts[1] = 1;
  part.hours[0] = hourOf(Date.now()) - options.hoursAgo;
  const content = encodePart(part, part);
  const folder = openSegmentFolder(join(delivery.dataFolder, 'segments'));
  sequence += 1;
  const name = `connection-1-${sequence}.part`;
  await folder.write(name, content);
  const sha256 = createHash('sha256').update(content).digest('hex');
  const { ttlHours = 24, ownDomains = null } = options;
  const facts = { part: partOf(keys.high()), name, sha256, bytes: content.length, members: 1, memberships: 1 };
  const state: SegmentState = {
    sequence,
    layers: [{ source: 'connection-1', segments: [{ code: 'sports-fans', ttlHours }], parts: [facts] }],
    ownDomains,
  };
  await folder.makeCurrent(state);
}

async function shown(path: string, body?: object, headers: Record<string, string> = {}): Promise<number> {
  const answer = await delivery.fetch(path, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) });
  return Number(/track\/(\d+)/.exec(await answer.text())?.[1]);
}
const json = (more: object) => shown('/json', { slots: [{ slotname: '_home_-lb' }], ...more });
const bid = (more: object) =>
  shown('/openrtb2', { id: 'r', imp: [{ id: 'i', banner: {}, ext: { adhese: { SL: ['_home_-lb'] } } }], ...more });
const agreed = { parameters: { tl: ['all'] } };

describe('file-based segments', () => {
  test('do not read identifiers if there are no segments', async () => {
    const folder = openSegmentFolder(join(delivery.dataFolder, 'no-segments'));
    const metrics = createDeliveryMetrics('delivery-0');
    const key = deriveKey(secret, 'segment-member');
    const holder = startSegmentFollower({
      folder,
      key,
      log: createLog({ level: 'silent', name: 'test' }),
      metrics,
      now: Date.now,
    });
    const asked: string[] = [];
    const visitor = {
      identifiers() {
        asked.push('identifiers');
        return ['ui:anna'];
      },
      host() {
        asked.push('host');
        return 'courier.example';
      },
    };
    expect(holder.segmentsOf(visitor)).toEqual([]);
    expect(asked).toEqual([]);
    await holder.close();
  });

  test('match the viewer in every form of request, with consent only', async () => {
    expect(await json({ ...agreed, user: { id: 'anna', ext: {} } })).toBe(1001);
    const eids = [{ source: 'other.example', uids: [{ id: 'x' }] }];
    expect(await json({ parameters: { tl: ['all'], ui: ['anna'] }, user: { ext: { eids } } })).toBe(1001);
    expect(
      await bid({
        user: { id: 'anna' },
        imp: [{ id: 'i', banner: {}, ext: { adhese: { SL: ['_home_-lb'], tl: ['all'] } } }],
      }),
    ).toBe(1001);
    expect(await json({ ...agreed, user: { id: 'bert' } })).toBe(1002);
    expect(await json({ parameters: { tl: ['none'] }, user: { id: 'anna' } })).toBe(1002);
    expect(await json({ user: { id: 'anna' } })).toBe(1002);
  });

  test("match only on pages of the publisher's own domains", async () => {
    await fill({ hoursAgo: 1, ownDomains: ['courier.example'] });
    const page = (host: string) => Buffer.from(`https://${host}/news`).toString('base64');
    const on = (host: string) => json({ parameters: { tl: ['all'], ui: ['anna'], xf: [page(host)] } });
    await waitUntil('the pages to be known', async () => (await on('elsewhere.example')) === 1002);
    expect(await on('www.courier.example')).toBe(1001);
    expect(await shown('/json/sl_home_-lb/tlall/uianna', undefined, { referer: 'https://elsewhere.example/' })).toBe(
      1002,
    );
    expect(await shown('/json/sl_home_-lb/tlall/uianna')).toBe(1001);
    const imp = [{ id: 'i', banner: {}, ext: { adhese: { SL: ['_home_-lb'], tl: ['all'] } } }];
    expect(await bid({ user: { id: 'anna' }, imp, app: { inventorypartnerdomain: 'other.example' } })).toBe(1002);
  });

  test('expire when the membership was not confirmed for the lifetime of the segment, and when the segment ends', async () => {
    await fill({ hoursAgo: 25 });
    await waitUntil('it to end', async () => (await json({ ...agreed, user: { id: 'anna' } })) === 1002);
    await fill({ hoursAgo: 23 });
    await waitUntil('it to serve', async () => (await json({ ...agreed, user: { id: 'anna' } })) === 1001);
    await fill({ hoursAgo: 1, ttlHours: null });
    await waitUntil('the segment to end', async () => (await json({ ...agreed, user: { id: 'anna' } })) === 1002);
  });

  test('remain in force while newer files are damaged', async () => {
    await fill({ hoursAgo: 1 });
    await waitUntil('it to serve', async () => (await json({ ...agreed, user: { id: 'anna' } })) === 1001);
    const folder = openSegmentFolder(join(delivery.dataFolder, 'segments'));
    const state = (await folder.current()) as SegmentState;
    sequence += 1;
    const [layer] = state.layers;
    const parts = layer?.parts.map((part) => ({ ...part, name: 'damaged.part' })) ?? [];
    await folder.write('damaged.part', Buffer.alloc(parts[0]?.bytes ?? 0));
    const refusals = async () => /segments_total\S* [1-9]/.test(await (await delivery.fetch('/metrics')).text());
    await folder.makeCurrent({ ...state, sequence, layers: [{ source: 'connection-1', segments: [], parts }] });
    await waitUntil('it to be told', refusals);
    expect(await json({ ...agreed, user: { id: 'anna' } })).toBe(1001);
  });
});
