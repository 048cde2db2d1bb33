import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test, vi } from 'vitest';
import { startTestDelivery } from '../../../../test/support/server/test-delivery.ts';
import type { DeliveryServices } from '../../routes.ts';
import { installFastPath } from './install-fast-path.ts';

test('an unusual request is answered after the client closed its side during an event write', async () => {
  const delivery = await startTestDelivery();
  const [ad] = (await (await delivery.fetch('/json/sl_home_-lb')).json()) as { readonly impressionCounter: string }[];
  const event = `${ad?.impressionCounter}`.replace('http://ads.example', '');
  const { hostname, port } = new URL(delivery.base);
  for (const last of ['GET /health HTTP/1.1\r\nHost: x\r\n\r\n', 'nonsense\r\n\r\n']) {
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
    socket.end(`GET ${event} HTTP/1.1\r\nHost: x\r\n\r\n${last}`);
    const statuses = (await text(socket)).match(/(?<=HTTP\/1\.1 )\d{3}/g);
    expect(statuses).toEqual(['200', last.startsWith('GET') ? '200' : '400']);
  }
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
