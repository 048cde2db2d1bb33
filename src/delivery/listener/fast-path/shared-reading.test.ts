import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSharedReading, type SharedReading } from './shared-reading.ts';

let server: Server;
let reading: SharedReading;
beforeAll(async () => {
  server = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  reading = createSharedReading(server);
});
afterAll(() => server.close());

async function accept(): Promise<{ readonly client: Socket; readonly accepted: Socket }> {
  const arrived = once(server, 'connection') as Promise<[Socket]>;
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [accepted] = await arrived;
  return { client, accepted };
}

test('all connections are read into the same memory, and each receives its own bytes', async () => {
  const memory = new Set<ArrayBufferLike>();
  for (const text of ['one', 'two', 'three']) {
    const { client, accepted } = await accept();
    const { promise, resolve } = Promise.withResolvers<string>();
    const socket = reading.socketOf(accepted, (bytes) => {
      memory.add(bytes.buffer);
      resolve(bytes.toString());
      return true;
    });
    expect(socket, 'this Node has other parts inside').not.toBe(accepted);
    client.end(text);
    expect(await promise).toBe(text);
    socket.end('answer');
    expect(String(await once(client, 'data'))).toBe('answer');
  }
  expect(memory.size).toBe(1);
});

test('the server counts such a connection once, and only while it is open', async () => {
  const countOf = () => new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));
  await expect.poll(countOf).toBe(0);
  const { client, accepted } = await accept();
  const socket = reading.socketOf(accepted, () => true);
  accepted.destroy();
  expect(await countOf()).toBe(1);
  expect([socket.remoteAddress, socket.remotePort]).toEqual(['127.0.0.1', client.localPort]);
  socket.destroy();
  await once(socket, 'close');
  expect(await countOf()).toBe(0);
});

test('a reader that stops taking bytes leaves them to the stream', async () => {
  const { client, accepted } = await accept();
  let isTaking = true;
  const socket = reading.socketOf(accepted, () => isTaking);
  client.write('taken');
  await expect.poll(() => socket.bytesRead).toBe('taken'.length);
  isTaking = false;
  client.end('of the stream');
  expect(String((await socket.toArray())[0])).toBe('of the stream');
  socket.end();
});

test('a pause stops reading, and input that is sent during it arrives afterwards', async () => {
  const { client, accepted } = await accept();
  const taken: string[] = [];
  const socket = reading.socketOf(accepted, (bytes) => {
    taken.push(bytes.toString());
    return true;
  });
  socket.pause();
  await new Promise<void>((resolve) => client.write('later', () => resolve()));
  const { client: other, accepted: another } = await accept();
  const { promise, resolve } = Promise.withResolvers<void>();
  reading.socketOf(another, () => {
    resolve();
    return true;
  });
  other.write('at once');
  await promise;
  expect(taken).toEqual([]);
  socket.resume();
  await expect.poll(() => taken).toEqual(['later']);
  client.destroy();
  other.destroy();
});

test('a socket with other internals, or of another server, is unchanged', () => {
  const line = new Duplex() as unknown as Socket;
  const foreign = new Socket();
  expect(reading.socketOf(line, () => true)).toBe(line);
  expect(reading.socketOf(foreign, () => true)).toBe(foreign);
});
