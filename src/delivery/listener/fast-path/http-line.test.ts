import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { sourcesWith } from '../../../../test/support/server/context-of.ts';
import type { DeliveryServices } from '../../routes.ts';
import { answerInOrder } from '../answer-in-order.ts';
import { HttpLine } from './http-line.ts';
import { installFastPath } from './install-fast-path.ts';

const services = {
  holder: { current: () => ({ targeting: { program: [] }, positionBySlotName: new Map() }) },
  decideAds: () => '["ad"]',
  contextSources: sourcesWith(),
  log: { error: () => undefined },
} as unknown as DeliveryServices;

const ad = 'GET /json/slx HTTP/1.1\r\nHost: x\r\n\r\n';
const other = 'GET /other HTTP/1.1\r\nHost: x\r\n\r\n';

let server: Server;
let client: Socket;
afterEach(() => {
  client.destroy();
  server.close();
});

/** Requests that node:http has answered, and whether each was lent to it. */
type Seen = { readonly url: string | undefined; readonly isLent: boolean }[];

/** Starts a server with the fast path and connects a client. */
async function open(answer: RequestListener) {
  const seen: Seen = [];
  server = createServer({ noDelay: true });
  answerInOrder(server, (request, response) => {
    seen.push({ url: request.url, isLent: (request.socket as unknown) instanceof HttpLine });
    answer(request, response);
  });
  const fastPath = installFastPath(server, services);
  server.on('close', () => fastPath.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined);
  let text = '';
  client.on('data', (chunk) => {
    text += chunk.toString('latin1');
  });
  return { seen, received: () => text, bodies: () => text.match(/(?<=\r\n\r\n)(?:\["ad"\]|other)/g) ?? [] };
}

async function lengthOf(request: IncomingMessage): Promise<number> {
  let length = 0;
  for await (const chunk of request) length += (chunk as Buffer).length;
  return length;
}

function postOf(body: string): string {
  return `POST /other HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

test('node:http answers requests for other paths in order, and the connection stays on the fast path', async () => {
  const { seen, bodies } = await open((_, response) => setImmediate(() => response.end('other')));
  client.write(ad + other + ad + postOf('abc') + other + ad);
  await expect.poll(bodies).toEqual(['["ad"]', 'other', '["ad"]', 'other', 'other', '["ad"]']);
  client.write(other);
  client.write(ad);
  await expect.poll(() => bodies().slice(6)).toEqual(['other', '["ad"]']);
  expect(seen).toEqual(Array.from({ length: 4 }, () => ({ url: '/other', isLent: true })));
  // Where this request ends is not known, so the connection stays with node:http.
  client.write('PUT /other HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n');
  await expect.poll(() => bodies().length).toBe(9);
  client.write(ad.replace('/json/slx', '/late'));
  await expect.poll(() => bodies().length).toBe(10);
  expect(seen.slice(4)).toEqual([
    { url: '/other', isLent: false },
    { url: '/late', isLent: false },
  ]);
});

test('a body larger than the buffers is read at the speed of its reader', async () => {
  let length = 0;
  const { bodies } = await open(async (request, response) => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    length = await lengthOf(request);
    response.end('other');
  });
  client.write(postOf('b'.repeat(900_000)) + ad);
  await expect.poll(bodies).toEqual(['other', '["ad"]']);
  expect(length).toBe(900_000);
});

test('a body that arrives after the response is not read as a request', async () => {
  const { seen, bodies } = await open((_, response) => response.end('other'));
  const request = postOf(other.repeat(3));
  client.write(request.slice(0, -other.length * 2 - 5));
  await expect.poll(bodies).toEqual(['other']);
  client.write(request.slice(-other.length * 2 - 5));
  client.write(ad);
  await expect.poll(bodies).toEqual(['other', '["ad"]']);
  expect(seen.length).toBe(1);
});

test('a response larger than the buffers reaches a client that reads slowly', async () => {
  const { received } = await open((_, response) => response.end('o'.repeat(8_000_000)));
  client.pause();
  client.write(other + ad);
  await new Promise((resolve) => setTimeout(resolve, 50));
  client.resume();
  await expect.poll(() => received().endsWith('["ad"]'), { timeout: 10_000 }).toBe(true);
  expect(received().length).toBeGreaterThan(8_000_000);
});

test('the connection ends with a response that announces it', async () => {
  const { seen, bodies, received } = await open((_, response) =>
    response.setHeader('connection', 'close').end('other'),
  );
  client.write(other + ad + other);
  await once(client, 'close');
  expect([bodies(), seen.length]).toEqual([['other'], 1]);
  expect(received()).toContain('connection: close');
});

test('the connection is closed if node:http destroys a response', async () => {
  const { received } = await open((_, response) => {
    response.writeHead(200, { 'content-length': 10 });
    response.write('half');
    setTimeout(() => response.destroy(), 20);
  });
  client.write(other + ad);
  await once(client, 'close');
  expect(received()).toMatch(/half$/);
});

test('node:http learns that the client has disconnected', async () => {
  const closed = Promise.withResolvers<boolean>();
  const { seen } = await open((_, response) => response.once('close', () => closed.resolve(response.writableFinished)));
  client.write(other);
  await expect.poll(() => seen.length).toBe(1);
  client.resetAndDestroy();
  expect(await closed.promise).toBe(false);
});

test('a client that has closed its side receives the response', async () => {
  const { bodies } = await open((_, response) => setTimeout(() => response.end('other'), 20));
  client.end(ad + other);
  await once(client, 'close');
  expect(bodies()).toEqual(['["ad"]', 'other']);
});

test('a response without progress is ended by the time limit of the server', async () => {
  const { received } = await open(() => undefined);
  server.timeout = 100;
  client.write(ad + other);
  await once(client, 'close');
  expect(received()).toMatch(/\["ad"\]$/);
});

test('node:http closes its idle connections without closing those of the fast path', async () => {
  const { bodies } = await open((_, response) => response.end('other'));
  client.write(other);
  await expect.poll(bodies).toEqual(['other']);
  server.closeIdleConnections();
  client.write(ad + other);
  await expect.poll(bodies).toEqual(['other', '["ad"]', 'other']);
});
