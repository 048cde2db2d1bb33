import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sourcesWith } from '../../../../test/support/server/context-of.ts';
import type { DeliveryServices } from '../../routes.ts';
import { PlainConnection, type PlainHost } from './plain-connection.ts';
import { createSharedReading, type SharedReading } from './shared-reading.ts';

/** A response as large as one with many slots. */
const adsText = `[${'"ad",'.repeat(20_000)}1]`;
const services = {
  holder: { current: () => ({ targeting: { program: [] }, positionBySlotName: new Map() }) },
  decideAds: () => adsText,
  contextSources: sourcesWith(),
  log: { error: () => undefined },
} as unknown as DeliveryServices;

let server: Server;
let reading: SharedReading;
const nowMs = 1_000_000;
let clockMs = nowMs;
let draining = false;
const handedOver: string[] = [];
const host: PlainHost = {
  services,
  get reading() {
    return reading;
  },
  coarseNowMs: () => clockMs,
  isDraining: () => draining,
  handOver: (connection, bytes) => {
    handedOver.push(bytes.toString('latin1'));
    connection.socket.destroy();
  },
  addToHttp: () => undefined,
  forget: () => undefined,
};
beforeAll(async () => {
  server = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1');
  reading = createSharedReading(server);
  await once(server, 'listening');
});
afterAll(() => server.close());

/** Returns a client, the server side of its connection, and all data that the client has received. */
async function open() {
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [socket] = await accepted;
  let text = '';
  client.on('data', (chunk) => {
    text += chunk.toString('latin1');
  });
  client.on('error', () => undefined);
  const connection = new PlainConnection(socket, host);
  return { client, socket: connection.socket, connection, received: () => text };
}

const get = 'GET /json/slx HTTP/1.1\r\nHost: x\r\n\r\n';
const post = 'POST /json HTTP/1.1\r\nHost: x\r\nContent-Length: 28\r\n\r\n{"slots":[{"slotname":"x"}]}';

test('a silent connection or half a head times out after ten seconds and not earlier', async () => {
  for (const bytes of ['', 'GET /json']) {
    const { client, connection, socket, received } = await open();
    client.write(bytes);
    await expect.poll(() => socket.bytesRead).toBe(bytes.length);
    connection.check(nowMs + 9_000);
    expect(socket.writableEnded).toBe(false);
    connection.check(nowMs + 11_000);
    await expect.poll(received).toContain('HTTP/1.1 408 ');
    client.destroy();
  }
});

test('half a body may take twenty seconds', async () => {
  const { client, connection, socket, received } = await open();
  client.write(get + post.slice(0, -5));
  await expect.poll(received).toContain('"ad"');
  connection.check(nowMs + 19_000);
  expect(socket.writableEnded).toBe(false);
  connection.check(nowMs + 21_000);
  await expect.poll(received).toContain('HTTP/1.1 408 ');
  client.destroy();
});

test('an unused connection is closed after more than a minute', async () => {
  const { client, connection, socket, received } = await open();
  client.write(get);
  await expect.poll(received).toContain('"ad",1]');
  connection.check(nowMs + 64_000);
  expect(socket.destroyed).toBe(false);
  connection.check(nowMs + 66_000);
  await expect.poll(() => client.closed).toBe(true);
});

test('a body in two pieces is answered, and a request in many is passed on with all its bytes', async () => {
  const { client, socket, received } = await open();
  client.write(post.slice(0, -3));
  await expect.poll(() => socket.bytesRead).toBe(post.length - 3);
  client.write(post.slice(-3));
  await expect.poll(received).toContain('"ad",1]');
  for (const [index, character] of Array.from(post).entries()) {
    if (client.destroyed || handedOver.length > 0) break;
    client.write(character);
    await expect.poll(() => handedOver.length > 0 || socket.bytesRead === post.length + index + 1).toBe(true);
  }
  expect(post.startsWith(handedOver.pop() ?? '?')).toBe(true);
  expect(handedOver).toEqual([]);
});

test('a client that read the last response late has the same idle time as others', async () => {
  const { client, connection, socket } = await open();
  client.pause();
  for (let sent = 1; !socket.writableNeedDrain && sent < 300; sent += 1) {
    client.write(get);
    await expect.poll(() => socket.bytesRead).toBe(sent * get.length);
  }
  expect(socket.writableNeedDrain).toBe(true);
  clockMs = nowMs + 60_000;
  client.resume();
  await expect.poll(() => socket.writableLength, { timeout: 30_000 }).toBe(0);
  connection.check(clockMs + 60_000);
  expect(socket.destroyed).toBe(false);
  connection.check(clockMs + 70_000);
  expect(socket.destroyed).toBe(true);
  clockMs = nowMs;
});

test('a client that does not read gets no further responses until it reads again', async () => {
  const { client, socket, received } = await open();
  client.pause();
  const requests = 300;
  client.write(get.repeat(requests));
  await expect.poll(() => socket.isPaused()).toBe(true);
  expect(socket.writableLength).toBeLessThan(4 * adsText.length);
  client.resume();
  await expect.poll(() => received().split('HTTP/1.1 200').length - 1, { timeout: 30_000 }).toBe(requests);
  client.destroy();
});

test('at process shutdown an idle connection is closed immediately, and the last response announces the close', async () => {
  const idle = await open();
  const busy = await open();
  draining = true;
  idle.connection.drain();
  busy.client.write(get);
  await expect.poll(busy.received).toContain('Connection: close');
  await expect.poll(() => [idle.client.closed, busy.client.closed]).toEqual([true, true]);
  draining = false;
});
