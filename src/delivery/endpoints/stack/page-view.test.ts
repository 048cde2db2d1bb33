import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  bookingRow,
  creativeRow,
  snapshotRows,
  startTestDelivery,
  type TestDelivery,
} from '../../../../test/support/server/test-delivery.ts';
import type { SelectionExchange, SentSelection } from './sent-selection.ts';
import { selectionMs } from './stack-selections.ts';

type Entry = { readonly adspaceId: string; readonly native: { readonly impressionCounter: string } };

const nowMs = 1_795_000_000_000;
const formats = [
  { id: 1, code: 'lb', width: 728, height: 90, mediaType: 'banner' },
  { id: 2, code: 'stack', width: null, height: null, mediaType: 'stack' },
];
const positions = [
  { id: 10, locationId: 1, formatId: 1, slotName: '_home_-lb' },
  { id: 11, locationId: 1, formatId: 2, slotName: '_home_-stack' },
  { id: 12, locationId: 1, formatId: 2, slotName: '_side_-stack' },
];

/** Two stacks with thirty bookings, and one banner. */
function rowsOf(change: object = {}) {
  const inventory = { positionIds: [11, 12], locationIds: [], publicationIds: [], publisherIds: [] };
  const bookings = Array.from({ length: 30 }, (_, index) =>
    bookingRow({ id: 100 + index, inventory, ...change }, { id: 5_000 + index, creativeId: 8 }),
  );
  const creatives = [creativeRow(), creativeRow({ id: 8, formatId: 2 })];
  return snapshotRows({ formats, positions, bookings: [bookingRow(), ...bookings], creatives });
}

/** Two delivery processes of one host, whose channel can be disconnected. */
let processes: readonly [TestDelivery, TestDelivery];
let isConnected = true;
beforeAll(async () => {
  const hears: ((selection: SentSelection) => void)[] = [];
  const exchangeOf = (own: number): SelectionExchange => ({
    send: (selection) => {
      if (isConnected) hears[1 - own]?.(selection);
    },
    receive: (hear) => {
      hears[own] = hear;
    },
  });
  const start = (own: number) =>
    startTestDelivery(rowsOf(), { secret: 'one-secret-of-all-processes', selectionExchange: exchangeOf(own) });
  processes = [await start(0), await start(1)];
});
afterAll(() => Promise.all((processes ?? []).map((delivery) => delivery.close())));

let random = 0;
beforeEach(() => {
  random += 1;
  isConnected = true;
  for (const delivery of processes) delivery.setNow(nowMs);
});

/** Request of the plugin, with unchanged values. */
async function stack(delivery: TestDelivery, path = '', query = '', headers = {}): Promise<readonly Entry[]> {
  const answer = await delivery.fetch(`/m/stack/sl_home_-stack/re/rn${random}/tlall${path}?t=1${query}`, { headers });
  return ((await answer.json()) as { ads: Entry[] }).ads;
}

/** Request of the SDK, which folds values. */
async function json(delivery: TestDelivery, parameters = {}, slots = ['_home_-lb', '_home_-stack']): Promise<Entry[]> {
  const common = { rn: String(random), tl: 'all', ur: 'https___news_example', ...parameters };
  const body = JSON.stringify({ slots: slots.map((slotname) => ({ slotname })), parameters: common });
  const ads = (await (await delivery.fetch('/json', { method: 'POST', body })).json()) as Record<string, string>[];
  expect(ads.map((ad) => ad['slotName'])).toEqual(slots);
  return JSON.parse(String(ads.at(-1)?.['tag'])) as Entry[];
}

function bookingsOf(entries: readonly Entry[]): readonly string[] {
  return entries.map(({ adspaceId }) => adspaceId);
}

async function adRequests(delivery: TestDelivery): Promise<number> {
  const metrics = await (await delivery.fetch('/metrics')).text();
  return Number(/^placard_ad_requests_total\S* (\d+)/m.exec(metrics)?.[1]);
}

const ways = [
  ['the same process', 0, true],
  ['another process', 1, true],
  ['a process that did not receive the selection', 1, false],
] as const;

describe.each(ways)('a stack in /json and /m/stack with the same rn, answered by %s', (_, other, connected) => {
  test('has the same ads regardless of the order of the requests', async () => {
    isConnected = connected;
    for (let page = 0; page < 20; page += 1) {
      random += 1;
      const counted = await stack(processes[0]);
      expect(bookingsOf(await json(processes[other]))).toEqual(bookingsOf(counted));
      random += 1;
      const displayed = await json(processes[0]);
      expect(bookingsOf(await stack(processes[other]))).toEqual(bookingsOf(displayed));
    }
  });

  test('has the same ads next to other stacks and in a request with identifiers', async () => {
    isConnected = connected;
    const viewer = { ui: 'user_7' };
    const counted = await stack(processes[0], '/uiUser-7');
    expect(bookingsOf(await json(processes[other], viewer, ['_side_-stack', '_home_-stack']))).toEqual(
      bookingsOf(counted),
    );
  });
});

describe('a stack of a page view', () => {
  test.each([0, 1] as const)('has no more ads in /json than in the counted /m/stack, on process %i', async (other) => {
    const counted = await stack(processes[0], '', '&max_ads=3');
    expect(counted).toHaveLength(3);
    expect(bookingsOf(await json(processes[other]))).toEqual(bookingsOf(counted));
    expect(await stack(processes[other], '', '&max_ads=7')).toHaveLength(7);
  });

  test.each([0, 1] as const)('counts each event once for both responses, on process %i', async (other) => {
    const counted = await stack(processes[0]);
    const displayed = await json(processes[other]);
    const addresses = (list: readonly Entry[]) => list.map(({ native }) => native.impressionCounter);
    expect(addresses(displayed)).toEqual(addresses(counted));
  });

  test.each([0, 1] as const)('counts a frequency cap once for both requests, on process %i', async (other) => {
    const caps = [{ scope: 'day', most: 1 }];
    const viewer = `/uicapped${random}`;
    for (const delivery of processes) await delivery.publish(rowsOf({ caps }));
    try {
      const counted = await stack(processes[0], viewer, '&max_ads=20');
      expect(counted).toHaveLength(20);
      expect(bookingsOf(await json(processes[other], { ui: `capped${random}` }))).toEqual(
        bookingsOf(counted).slice(0, 5),
      );
      random += 1;
      const next = await stack(processes[0], viewer, '&max_ads=20');
      expect(next).toHaveLength(10);
      expect(bookingsOf(next).filter((id) => bookingsOf(counted).includes(id))).toEqual([]);
    } finally {
      for (const delivery of processes) await delivery.publish(rowsOf());
    }
  });

  test('is decided once for both requests of the plugin, and omits an ad that is no longer in the snapshot', async () => {
    const counted = await stack(processes[0]);
    const before = await adRequests(processes[0]);
    expect(await stack(processes[0])).toEqual(counted);
    expect(await adRequests(processes[0])).toBe(before);
    const [removed] = bookingsOf(counted);
    const rows = rowsOf();
    await processes[0].publish({ ...rows, bookings: rows.bookings.filter(({ id }) => String(id) !== removed) });
    try {
      expect(bookingsOf(await json(processes[0]))).toEqual(bookingsOf(counted).slice(1));
    } finally {
      await processes[0].publish(rows);
    }
  });

  test.each([
    ['another random number', () => (random += 1), '', {}],
    ['another user agent', () => undefined, '', { 'user-agent': 'another' }],
    ['another client behind a proxy', () => undefined, '', { 'x-forwarded-for': '192.0.2.7' }],
    ['another viewer', () => undefined, '/uianother', {}],
  ])('differs for %s', async (_, change, path, headers) => {
    const first = bookingsOf(await stack(processes[0], '', '&max_ads=20'));
    change();
    expect(bookingsOf(await stack(processes[0], path, '&max_ads=20', headers))).not.toEqual(first);
  });

  test('is decided again after some seconds, and immediately without a random number', async () => {
    const first = await stack(processes[0]);
    processes[0].setNow(nowMs + selectionMs);
    expect(await stack(processes[0])).not.toEqual(first);
    processes[0].setNow(nowMs + 60_000);
    expect(bookingsOf(await stack(processes[0]))).not.toEqual(bookingsOf(first));
    const screen = async () => (await processes[0].fetch('/m/stack/sl_home_-stack/piscreen1')).json();
    expect(await screen()).not.toEqual(await screen());
  });
});
