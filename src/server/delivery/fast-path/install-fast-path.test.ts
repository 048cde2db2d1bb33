import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { afterEach, expect, test, vi } from 'vitest';
import type { DeliveryServices } from '../routes.ts';
import { installFastPath } from './install-fast-path.ts';

afterEach(() => vi.useRealTimers());

test.each([-60, 0, 60])('a silent connection ends after its time though the clock is set by %i minutes', (minutes) => {
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
