import { readFile } from 'node:fs/promises';
import { Agent, request as httpRequest } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { PlainExchange } from '../../src/delivery/listener/fast-path/plain-exchange.ts';
import { type AskingDelivery, startAskingDelivery } from './asking-delivery.ts';
import { bookedSlots } from './contract-account.ts';
import { adsIn } from './contract-delivery.ts';
import { mutatedRequest, type SentRequest } from './mutation.ts';
import { type GoodRequest, sentRequests } from './sent-requests.ts';

/** The nightly run uses 20 times as many. */
const runs = Number(process.env['PLACARD_TEST_REQUESTS'] ?? 1_500);
/** Sent before the memory measurement to fill the caches. */
const runsBefore = Math.ceil(runs / 5);
/** Caches are bounded: recent responses, templates, locations of viewers. 2 kB per request would be a leak. */
const mostGrowthBytes = Math.min(48 * 1024 * 1024, (runs - runsBefore) * 1_500);

/** Requests per persistent connection. An unusual request permanently removes a connection from the fast path. */
const requestsPerLine = 3;
let line = new Agent({ keepAlive: true, maxSockets: 1 });
let sentOnLine = 0;
/** Endpoints of the fast path. Requests for the others are lent to node:http. */
const fastEndpoints = ['ad', 'json', 'jsonp', 'openrtb2', 'raylene', 'track', 'v1'];

let delivery: AskingDelivery;
let requests: readonly GoodRequest[];
beforeAll(async () => {
  delivery = await startAskingDelivery();
  requests = await sentRequests(delivery);
});
afterAll(async () => {
  line.destroy();
  await delivery.close();
});

test('mutates valid requests, on both code paths and for every endpoint', async () => {
  const plainSend = vi.spyOn(PlainExchange.prototype, 'send');
  const fast = new Set<string | undefined>();
  for (const request of requests) {
    for (const way of ['closing', 'kept'] as const) {
      plainSend.mockClear();
      renewLine();
      const { status, head, body } = await send(request, way);
      if (plainSend.mock.calls.length > 0) fast.add(endpointOf(request));
      expect([request.target, status, `${status} ${head}\n${body}`]).toEqual([
        request.target,
        expect.toSatisfy((code: number) => code < 400),
        expect.stringMatching(request.shows),
      ]);
    }
  }
  plainSend.mockRestore();
  expect([...fast].toSorted()).toEqual(fastEndpoints);
  const routes = await readFile(new URL('../../src/delivery/routes.ts', import.meta.url), 'utf8');
  const reached = new Set(requests.map(endpointOf));
  const endpoints = [...routes.matchAll(/case '([\w-]+)':/g)].map(([, name]) => name);
  expect(endpoints.length).toBeGreaterThan(10);
  expect(endpoints.filter((name) => !reached.has(name))).toEqual([]);
});

test('responds to every mutated request without a server error and without a memory leak', async () => {
  const fast = countFastAnswers();
  await sendMutated(runsBefore);
  const before = usedBytes();
  await sendMutated(runs - runsBefore);
  expect(usedBytes() - before).toBeLessThan(mostGrowthBytes);
  console.info(`mutated requests: ${runs} sent, ${fast.count} answered on the fast path`);
  expect(fast.count).toBeGreaterThan(runs / 20);
  expect((await delivery.text('/health')).status).toBe(200);
  expect(adsIn(await delivery.post(bookedSlots))).toHaveLength(bookedSlots.length);
}, 1_800_000);

async function sendMutated(numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(mutatedRequest(), async ({ number, mutate }) => {
      const request = mutate(requests[number % requests.length] as SentRequest);
      const way = Math.floor(number / requests.length) % 2 === 0 ? 'closing' : 'kept';
      try {
        const { status, type, body } = await send(request, way);

        expect(status).toBeLessThan(500);
        if (status === 200 && type.startsWith('application/json') && request.method !== 'HEAD') JSON.parse(body);
      } catch (cause) {
        throw new Error(`${way}: ${JSON.stringify(request)}`, { cause });
      }
    }),
    { numRuns },
  );
}

/** Returns the live bytes of this process, which runs the listener. */
function usedBytes(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Counts fast-path responses without storing them, unlike a spy. */
function countFastAnswers(): { count: number } {
  const answers = { count: 0 };
  const plainSend = PlainExchange.prototype.send;
  PlainExchange.prototype.send = function send(this: PlainExchange, answer) {
    answers.count += 1;
    plainSend.call(this, answer);
  };
  return answers;
}

function endpointOf({ target }: SentRequest): string | undefined {
  return /^\/([^/?]*)/.exec(target)?.[1];
}

/** Returns the connection for the next keep-alive request, like browsers and back ends use. */
function keptLine(): Agent {
  if (sentOnLine === requestsPerLine) renewLine();
  sentOnLine += 1;
  return line;
}

function renewLine(): void {
  line.destroy();
  line = new Agent({ keepAlive: true, maxSockets: 1 });
  sentOnLine = 0;
}

type Received = { readonly status: number; readonly type: string; readonly head: string; readonly body: string };

/**
 * @param way `closing` requests the end of the connection and sends a length even for an empty body, so node:http
 * answers it
 */
function send(request: SentRequest, way: 'closing' | 'kept') {
  const { method, target, headers, body } = request;
  const { hostname, port } = new URL(delivery.base);
  const length = way === 'closing' || method === 'POST' ? { 'content-length': String(Buffer.byteLength(body)) } : {};
  const agent = way === 'closing' ? (false as const) : keptLine();
  const options = { hostname, port, path: target, method, headers: { ...headers, ...length }, agent };
  return new Promise<Received>((resolve, reject) => {
    const sent = httpRequest(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const fields = Object.entries(response.headers).map(([name, value]) => `${name}: ${value}`);
        resolve({
          status: response.statusCode ?? 0,
          type: response.headers['content-type'] ?? '',
          head: fields.join('\n'),
          body: Buffer.concat(chunks).toString('utf8'),
        });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
