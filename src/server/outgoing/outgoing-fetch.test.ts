import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RefusedAddress } from './address-guard.ts';
import { createOutgoingFetch } from './outgoing-fetch.ts';

const strict = createOutgoingFetch({ allowed: [] });
const here = createOutgoingFetch({ allowed: ['127.0.0.0/8', '::1'] });
let server: Server;
let port: number;
let calls = 0;

beforeAll(async () => {
  server = createServer((request, response) => {
    calls += 1;
    if (request.url === '/moved') return response.writeHead(302, { location: 'http://10.0.0.1/' }).end();
    if (request.url === '/drip') return drip(response);
    if (request.url === '/endless') return endless(response);
    if (request.url === '/large') return response.end(Buffer.alloc(1024 * 1024 + 1));
    response.setHeader('x-method', request.method ?? '');
    request.pipe(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
});

/** A byte now and then, for ever. */
function drip(response: ServerResponse): void {
  response.writeHead(200);
  const timer = setInterval(() => response.write('x'), 10);
  response.on('close', () => clearInterval(timer));
}

/** As much as is taken, for ever. */
function endless(response: ServerResponse): void {
  response.writeHead(200);
  const write = () => {
    while (!response.destroyed && response.write(Buffer.alloc(64 * 1024, 'x')));
  };
  response.on('drain', write);
  response.on('error', () => undefined);
  write();
}

describe('an outgoing call', () => {
  test.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f.1',
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '224.0.0.1',
    '255.255.255.255',
    '[::1]',
    '[::10.0.0.1]',
    '[fec0::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:10.0.0.1]',
    '[64:ff9b::a00:1]',
    '[2002:a00:1::]',
    '[fd00::1]',
    '[fe80::1]',
    '[ff02::1]',
    'localhost',
  ])('to %s is refused', async (host) => {
    const before = calls;
    await expect(strict(`http://${host}:${port}/`)).rejects.toThrow(RefusedAddress);
    expect(calls).toBe(before);
  });

  test('reaches what the operator allows, by address and by name, and nothing beside it', async () => {
    for (const host of ['127.0.0.1', 'localhost']) {
      const answer = await here(`http://${host}:${port}/`, { method: 'POST', body: 'é', headers: { a: 'b' } });
      expect([answer.status, answer.headers.get('x-method'), await answer.text()]).toEqual([200, 'POST', 'é']);
    }
    await expect(here('http://10.0.0.1/')).rejects.toThrow(RefusedAddress);
  });

  test('follows nothing', async () => {
    const answer = await here(`http://127.0.0.1:${port}/moved`);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, 'http://10.0.0.1/']);
  });

  test('takes no more than a megabyte', async () => {
    await expect(here(`http://127.0.0.1:${port}/large`)).rejects.toThrow('bytes');
  });

  test('ends in time although the answer goes on, and with the signal', async () => {
    await expect(here(`http://127.0.0.1:${port}/drip`, { timeoutMs: 100 })).rejects.toThrow();
    const end = new AbortController();
    const call = here(`http://127.0.0.1:${port}/drip`, { signal: end.signal });
    end.abort();
    await expect(call).rejects.toThrow();
  });

  test('reads as much of an answer as is wanted', async () => {
    const answer = await here(`http://127.0.0.1:${port}/endless`, { firstBytes: 1_000 });
    expect(await answer.text()).toBe('x'.repeat(1_000));
  });

  test('is refused without encryption where that is asked for, but to what is allowed', async () => {
    const careful = createOutgoingFetch({ allowed: ['127.0.0.1'], plainTo: 'allowed' });
    await expect(careful('http://93.184.216.34/')).rejects.toThrow(RefusedAddress);
    expect((await careful(`http://localhost:${port}/`)).status).toBe(200);
  });

  test('looks names up a few at a time, and forgets those that were given up', async () => {
    const ended = AbortSignal.abort();
    const calls = Array.from({ length: 12 }, (_, index) =>
      here(`http://localhost:${port}/`, index % 2 === 0 ? {} : { signal: ended }).then(
        ({ status }) => status,
        () => 'given up',
      ),
    );
    expect(await Promise.all(calls)).toEqual(calls.map((_, index) => (index % 2 === 0 ? 200 : 'given up')));
  });
});
