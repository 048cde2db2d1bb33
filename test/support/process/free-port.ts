import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** Ports that were returned. The system may offer a port again as soon as it is closed. */
const returned = new Set<number>();

/** Returns a port of the loopback interface that was free a moment ago, and a different one on each call. */
export async function freePort(): Promise<number> {
  for (;;) {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    if (returned.has(port)) continue;
    returned.add(port);
    return port;
  }
}
