import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { requireFreePort } from './require-free-port.ts';

const host = '127.0.0.1';

test('a port that another program shares with reusePort is rejected with the name of the setting', async () => {
  const foreign = createServer().listen({ host, port: 0, reusePort: true });
  await once(foreign, 'listening');
  const { port } = foreign.address() as AddressInfo;
  const asked = { host, port, setting: 'PLACARD_DELIVERY_PORT', patienceMs: 0 };
  await expect(requireFreePort(asked)).rejects.toThrow(`PLACARD_DELIVERY_PORT: port ${port}`);
  foreign.close();
  await once(foreign, 'close');
  await requireFreePort(asked);
});

test('a port that becomes free within the waiting time is accepted', async () => {
  const ending = createServer().listen({ host, port: 0 });
  await once(ending, 'listening');
  const { port } = ending.address() as AddressInfo;
  const asked = requireFreePort({ host, port, setting: 'PORT', patienceMs: 5_000 });
  ending.close();
  await asked;
});

test('an address of another machine is rejected with the reason', async () => {
  const asked = { host: '192.0.2.1', port: 4000, setting: 'PORT', patienceMs: 0 };
  await expect(requireFreePort(asked)).rejects.toThrow(/PORT: cannot listen on 192.0.2.1:4000 \(EADDRNOTAVAIL\)/);
});
