import { readFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BookingRow, SnapshotRows } from '../../src/core/snapshot/snapshot-rows.ts';
import { type Targeting, valueFacts } from '../../src/core/targeting/targeting.ts';
import type { AdId, BookingId } from '../../src/core/words/ids.ts';
import { bookedSlots, contractRows } from './contract-account.ts';
import { adsIn, type ContractDelivery, startContractDelivery } from './contract-delivery.ts';
import { mutatedRequest, type SentRequest } from './mutation.ts';
import { sentRequests } from './sent-requests.ts';

/** The nightly run takes twenty times as many. */
const runs = Number(process.env['PLACARD_TEST_REQUESTS'] ?? 5_000);
/** What is kept for later is bounded: recent answers, templates, cached places of viewers. The rest must go. */
const mostGrowthBytes = 48 * 1024 * 1024;

let delivery: ContractDelivery;
let requests: readonly SentRequest[];
beforeAll(async () => {
  delivery = await startContractDelivery();
  await delivery.publish(askingRows());
  requests = await sentRequests(delivery);
});
afterAll(() => delivery.close());

test('the requests that are mutated are good ones, and reach every endpoint', async () => {
  for (const request of requests) {
    const { status } = await send(request);
    expect([request.target, status]).toEqual([
      request.target,
      expect.toSatisfy((code: number) => code < 400 || code === 404),
    ]);
  }
  const routes = await readFile(new URL('../../src/server/delivery/routes.ts', import.meta.url), 'utf8');
  const reached = new Set(requests.map(({ target }) => /^\/([^/?]*)/.exec(target)?.[1]));
  const endpoints = [...routes.matchAll(/case '([\w-]+)':/g)].map(([, name]) => name);
  expect(endpoints.length).toBeGreaterThan(10);
  expect(endpoints.filter((name) => !reached.has(name))).toEqual([]);
});

test('whatever becomes of a request, it is answered, never with a fault of ours, and nothing of it stays', async () => {
  await sendMutated(Math.ceil(runs / 5));
  const before = usedBytes();
  await sendMutated(runs - Math.ceil(runs / 5));
  expect(usedBytes() - before).toBeLessThan(mostGrowthBytes);
  expect((await delivery.text('/health')).status).toBe(200);
  expect(adsIn(await delivery.post(bookedSlots))).toHaveLength(bookedSlots.length);
}, 1_800_000);

/**
 * The account, with a booking on each position that asks for everything that is read of a request: what nobody asks for is
 * not read. Its tree holds for all, so it serves as before; and one more counts its viewers.
 */
function askingRows(): SnapshotRows {
  const rows = contractRows();
  const tree: Targeting = {
    any: [
      ...valueFacts.map((fact) => ({ fact, values: ['somewhere else'] })),
      { urlParts: ['/nowhere/'] },
      { near: { latitude: 1, longitude: 1, metres: 1 } },
      { key: 'kw', values: ['nothing'] },
      { not: { fact: 'country', values: ['nowhere'] } },
    ],
  };
  const asking = rows.bookings.map((booking) => ({ ...booking, targeting: tree }));
  const [first] = asking as [BookingRow];
  const capped = {
    ...first,
    id: 900_001 as BookingId,
    caps: [{ scope: 'day' as const, most: 2 }],
    ads: first.ads.map((ad, index) => ({ ...ad, id: (900_002 + index) as AdId })),
  };
  return { ...rows, bookings: [...asking, capped] };
}

async function sendMutated(numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(mutatedRequest(), async ({ number, mutate }) => {
      const request = mutate(requests[number % requests.length] as SentRequest);
      try {
        const { status, type, body } = await send(request);

        expect(status).toBeLessThan(500);
        if (status === 200 && type.startsWith('application/json') && request.method !== 'HEAD') JSON.parse(body);
      } catch (cause) {
        throw new Error(JSON.stringify(request), { cause });
      }
    }),
    { numRuns },
  );
}

/** Live bytes of this process, in which the listener runs. */
function usedBytes(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function send({ method, target, headers, body }: SentRequest) {
  const { hostname, port } = new URL(delivery.base);
  return new Promise<{ readonly status: number; readonly type: string; readonly body: string }>((resolve, reject) => {
    const length = { 'content-length': String(Buffer.byteLength(body)) };
    const options = { hostname, port, path: target, method, headers: { ...headers, ...length }, agent: false as const };
    const sent = httpRequest(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const type = response.headers['content-type'] ?? '';
        resolve({ status: response.statusCode ?? 0, type, body: Buffer.concat(chunks).toString('utf8') });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
