import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fetchStep } from '../../management/resources/creative/address-check/fetch-step.ts';
import { type AddressSystem, RefusedAddress } from './address-guard.ts';
import { createOutgoingFetch } from './outgoing-fetch.ts';

const strict = createOutgoingFetch({ allowed: [] });
const here = createOutgoingFetch({ allowed: ['127.0.0.0/8', '::1'] });
let server: Server;
let port: number;
/** A public address, as of a machine directly on the internet. */
const own = '93.184.216.34';
let ownAddresses: readonly string[] = [];
let named: readonly string[] = [];
let lookUps = 0;
let calls = 0;

beforeAll(async () => {
  server = createServer((request, response) => {
    calls += 1;
    if (request.url === '/moved') return response.writeHead(302, { location: 'http://10.0.0.1/' }).end();
    if (request.url === '/to-own') return response.writeHead(302, { location: `http://${own}/` }).end();
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

/** Sends a byte at intervals, endlessly. */
function drip(response: ServerResponse): void {
  response.writeHead(200);
  const timer = setInterval(() => response.write('x'), 10);
  response.on('close', () => clearInterval(timer));
}

/** Sends data endlessly, as fast as it is read. */
function endless(response: ServerResponse): void {
  response.writeHead(200);
  const write = () => {
    while (!response.destroyed && response.write(Buffer.alloc(64 * 1024, 'x')));
  };
  response.on('drain', write);
  response.on('error', () => undefined);
  write();
}

/** A simulated system with configurable addresses and names. */
const system: AddressSystem = {
  ownAddresses: () => ownAddresses,
  lookUp: ((_host: string, _options: object, done: (error: null, addresses: LookupAddress[]) => void) => {
    lookUps += 1;
    done(
      null,
      named.map((address) => ({ address, family: isIP(address) })),
    );
  }) as AddressSystem['lookUp'],
};

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
    '192.0.2.1',
    '198.51.100.1',
    '203.0.113.1',
    '[2001:db8::1]',
    '[3fff::1]',
    '[::ffff:192.0.2.1]',
    'localhost',
  ])('to %s is rejected', async (host) => {
    const before = calls;
    await expect(strict(`http://${host}:${port}/`)).rejects.toThrow(RefusedAddress);
    expect(calls).toBe(before);
  });

  test('only reaches private targets that the operator allows, by address and by name', async () => {
    for (const host of ['127.0.0.1', 'localhost']) {
      const answer = await here(`http://${host}:${port}/`, { method: 'POST', body: 'é', headers: { a: 'b' } });
      expect([answer.status, answer.headers.get('x-method'), await answer.text()]).toEqual([200, 'POST', 'é']);
    }
    await expect(here('http://10.0.0.1/')).rejects.toThrow(RefusedAddress);
  });

  test('does not follow redirects', async () => {
    const answer = await here(`http://127.0.0.1:${port}/moved`);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, 'http://10.0.0.1/']);
  });

  test('accepts at most one megabyte, or the given number of bytes', async () => {
    await expect(here(`http://127.0.0.1:${port}/large`)).rejects.toThrow('bytes');
    const answer = await here(`http://127.0.0.1:${port}/large`, { maxBytes: 4 * 1024 * 1024 });
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(1024 * 1024);
  });

  test('ends at the timeout during an endless response, and with the signal', async () => {
    await expect(here(`http://127.0.0.1:${port}/drip`, { timeoutMs: 100 })).rejects.toThrow();
    const end = new AbortController();
    const call = here(`http://127.0.0.1:${port}/drip`, { signal: end.signal });
    end.abort();
    await expect(call).rejects.toThrow();
  });

  test('reads a limited part of a response on request', async () => {
    const answer = await here(`http://127.0.0.1:${port}/endless`, { firstBytes: 1_000 });
    expect(await answer.text()).toBe('x'.repeat(1_000));
  });

  test('without encryption is rejected on request, except to allowed addresses', async () => {
    const careful = createOutgoingFetch({ allowed: ['127.0.0.1'], plainTo: 'allowed' });
    await expect(careful('http://93.184.216.34/')).rejects.toThrow(RefusedAddress);
    expect((await careful(`http://localhost:${port}/`)).status).toBe(200);
  });

  test('limits concurrent lookups, and skips aborted ones', async () => {
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

describe('an address of an interface of this machine', () => {
  const inTest = createOutgoingFetch({ allowed: ['127.0.0.1'] }, system);

  test.each(['93.184.216.34', '[2606:2800:220:1:248:1893:25c8:1946]', '[::ffff:93.184.216.34]', '1572395042'])(
    'is rejected: %s, from the moment it is assigned to an interface',
    async (host) => {
      ownAddresses = [own, '2606:2800:220:1:248:1893:25c8:1946', 'fe80::1'];
      await expect(inTest(`http://${host}/`)).rejects.toThrow(RefusedAddress);
      ownAddresses = [];
      const given = AbortSignal.abort();
      await expect(inTest(`http://${host}/`, { signal: given })).rejects.not.toThrow(RefusedAddress);
    },
  );

  test('is rejected by name, also as one of several addresses', async () => {
    ownAddresses = [own];
    for (named of [[own], ['127.0.0.1', own]]) {
      await expect(inTest(`http://own.example:${port}/`)).rejects.toThrow(RefusedAddress);
    }
  });

  test('is rejected at a redirect', async () => {
    ownAddresses = [own];
    const signal = AbortSignal.timeout(5_000);
    const fetched = await fetchStep(`http://127.0.0.1:${port}/to-own`, { outgoingFetch: inTest, signal });
    expect(fetched.steps).toMatchObject([{ status: 302 }, { url: `http://${own}/`, code: 'ADDRESS_PRIVATE' }]);
  });

  test('is reached if the operator allows it', async () => {
    ownAddresses = ['127.0.0.1'];
    expect((await inTest(`http://127.0.0.1:${port}/`)).status).toBe(200);
  });

  test('is rejected on the machine that runs the test', async () => {
    const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
    expect(addresses.length).toBeGreaterThan(0);
    for (const { address, family } of addresses) {
      const host = family === 'IPv6' ? `[${address}]` : address;
      await expect(strict(`http://${host}:${port}/`), address).rejects.toThrow(RefusedAddress);
    }
  });
});

test('DNS rebinding is prevented: the checked address is called', async () => {
  const rebound = createOutgoingFetch({ allowed: ['127.0.0.1'] }, system);
  [lookUps, named] = [0, ['127.0.0.1']];
  expect((await rebound(`http://rebind.example:${port}/`)).status).toBe(200);
  expect(lookUps).toBe(1);
  named = ['10.0.0.1'];
  await expect(rebound(`http://rebind.example:${port}/`)).rejects.toThrow(RefusedAddress);
  expect(lookUps).toBe(2);
});
