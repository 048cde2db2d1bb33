import { EventEmitter } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { startTestDelivery, type TestDelivery } from '../../../../test/support/server/test-delivery.ts';
import type { DeliveryServices } from '../../routes.ts';
import { installFastPath } from './install-fast-path.ts';

test('an unusual request is answered after the client closed its side during an event write', async () => {
  const delivery = await startTestDelivery();
  const event = await impressionPath(delivery);
  const { hostname, port } = new URL(delivery.base);
  for (const last of ['GET /health HTTP/1.1\r\nHost: x\r\n\r\n', 'nonsense\r\n\r\n']) {
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
    socket.end(`GET ${event} HTTP/1.1\r\nHost: x\r\n\r\n${last}`);
    const statuses = (await text(socket)).match(/(?<=HTTP\/1\.1 )\d{3}/g);
    expect(statuses).toEqual(['200', last.startsWith('GET') ? '200' : '400']);
  }
  await delivery.close();
});

/** Returns a path of an impression of this server. */
async function impressionPath(delivery: TestDelivery): Promise<string> {
  const [ad] = (await (await delivery.fetch('/json/sl_home_-lb')).json()) as { readonly impressionCounter: string }[];
  return `${ad?.impressionCounter}`.replace('http://ads.example', '');
}

/** Sends all requests at once and returns the responses until the connection ends. */
function sendAtOnce({ base }: TestDelivery, requests: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(base);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  socket.end(requests.join(''), 'latin1');
  return text(socket);
}

const rest = 'HTTP/1.1\r\nHost: x\r\n';

describe.each([true, false])('pipelined requests of one connection (fast path: %s)', (fastPath) => {
  test('are answered in their order, and their events are stored', async () => {
    const delivery = await startTestDelivery(undefined, { fastPath });
    const paths = await Promise.all(Array.from({ length: 6 }, () => impressionPath(delivery)));
    const [first, second, third, fourth, fifth, bot] = paths as [string, string, string, string, string, string];
    const tampered = first.replace(/II../, 'IIxx');
    const answers = await sendAtOnce(delivery, [
      `GET ${first} ${rest}\r\n`,
      `GET ${tampered} ${rest}\r\n`,
      `POST ${second} ${rest}Content-Length: 20\r\n\r\nGET /track/ HTTP/1.1`,
      `HEAD ${third} ${rest}\r\n`,
      `GET ${fourth} ${rest}\r\n`,
      `GET /json/slnone ${rest}\r\n`,
      `GET ${bot} ${rest}User-Agent: Googlebot/2.1\r\n\r\n`,
      `PUT ${first} ${rest}\r\n`,
      `GET ${fifth} ${rest}Connection: close\r\n\r\n`,
    ]);
    const heads = answers.match(/HTTP\/1\.1 \d{3}.*?\r\n\r\n(?:GIF8|\{|\[)?/gs) ?? [];
    expect(heads.map((head) => [head.slice(9, 12), /\r\n\r\n(.*)$/s.exec(head)?.[1]])).toEqual([
      ['200', 'GIF8'],
      ['404', '{'],
      ['200', 'GIF8'],
      // Of HEAD.
      ['200', ''],
      ['200', 'GIF8'],
      ['200', '['],
      ['200', 'GIF8'],
      ['405', '{'],
      ['200', 'GIF8'],
    ]);
    const stored = await delivery.events();
    expect(stored.map(({ filtered }) => filtered)).toEqual([null, null, null, 'bot', null]);
    expect(new Set(stored.map(({ eventId }) => eventId)).size).toBe(5);
    await delivery.close();
  });

  test('each receive 503 if the journal cannot be written', async () => {
    const delivery = await startTestDelivery(undefined, { fastPath });
    const paths = await Promise.all(Array.from({ length: 20 }, () => impressionPath(delivery)));
    const journal = join(delivery.dataFolder, 'journal');
    await rm(journal, { recursive: true, force: true });
    await writeFile(journal, '');
    const connections = Array.from({ length: 5 }, (_, index) =>
      sendAtOnce(
        delivery,
        paths.slice(index * 4, index * 4 + 4).map((path) => `GET ${path} ${rest}\r\n`),
      ),
    );
    for (const answers of await Promise.all(connections)) {
      expect(answers.match(/(?<=HTTP\/1\.1 )\d{3}/g)).toEqual(['503', '503', '503', '503']);
      expect(answers.match(/retry-after: 1\r\n/g)).toHaveLength(4);
    }
    await rm(journal);
    await expect
      .poll(async () => (await sendAtOnce(delivery, [`GET ${paths[0]} ${rest}\r\n`])).slice(9, 12))
      .toBe('200');
    await delivery.close();
  });
});

test('pipelined events are written to disk together and acknowledged in few pieces', async () => {
  const delivery = await startTestDelivery();
  const paths = await Promise.all(Array.from({ length: 100 }, () => impressionPath(delivery)));
  const { hostname, port } = new URL(delivery.base);
  const socket = connect({ port: Number(port), host: hostname });
  let pieces = 0;
  let received = '';
  socket.on('data', (chunk) => {
    pieces += 1;
    received += chunk.toString('latin1');
  });
  socket.write(paths.map((path) => `GET ${path} ${rest}\r\n`).join(''));
  await expect.poll(() => received.match(/HTTP\/1\.1 200/g)?.length).toBe(paths.length);
  // At most 64 events at a time.
  expect(pieces).toBeLessThan(10);
  const ids = (await delivery.events()).map(({ eventId }) => eventId);
  expect([ids.length, new Set(ids).size]).toEqual([paths.length, paths.length]);
  socket.destroy();
  await delivery.close();
});

afterEach(() => vi.useRealTimers());

test.each([-60, 0, 60])('a silent connection times out although the clock is set by %i minutes', (minutes) => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval', 'performance'] });
  const server = new EventEmitter().on('connection', () => undefined) as unknown as Server;
  const fastPath = installFastPath(server, {} as DeliveryServices);
  const written: string[] = [];
  const socket = new Duplex({
    read: () => undefined,
    write: (chunk, _encoding, done) => {
      written.push(String(chunk));
      done();
    },
  });
  server.emit('connection', socket as Socket);
  vi.setSystemTime(Date.now() + minutes * 60_000);
  vi.advanceTimersByTime(8_000);
  expect([written, socket.destroyed]).toEqual([[], false]);
  vi.advanceTimersByTime(6_000);
  expect(written.join('')).toContain('HTTP/1.1 408 ');
  fastPath.close();
});
