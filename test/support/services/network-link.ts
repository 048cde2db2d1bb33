import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';

/** A connection to an engine that a test can interrupt. */
export type NetworkLink = {
  readonly port: number;
  /** Drops all data silently, like lost packets. */
  silence(): void;
  /** Closes connections and refuses new ones, like a port without a listener. */
  refuse(): void;
  restore(): void;
  close(): Promise<void>;
};

/** Creates a link between Placard and the program on this port of the machine. It is reached at `host`. */
export async function createNetworkLink(toPort: number, host = '127.0.0.1'): Promise<NetworkLink> {
  let state: 'open' | 'silent' | 'refusing' = 'open';
  const open = new Set<Socket>();
  const server = createServer({ pauseOnConnect: true }, (client) => {
    if (state === 'refusing') return void client.destroy();
    const upstream = createConnection({ host: '127.0.0.1', port: toPort });
    for (const socket of [client, upstream]) {
      open.add(socket);
      // Either side may be disconnected at any time, which is the purpose of the link.
      socket.on('error', () => undefined).on('close', () => open.delete(socket));
    }
    client.on('data', (bytes) => void upstream.write(bytes)).on('close', () => upstream.destroy());
    upstream.on('data', (bytes) => void client.write(bytes)).on('close', () => client.destroy());
    if (state === 'silent') upstream.pause();
    else client.resume();
  });
  server.listen({ host, port: 0 });
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    silence() {
      state = 'silent';
      for (const socket of open) socket.pause();
    },
    refuse() {
      state = 'refusing';
      for (const socket of open) socket.destroy();
    },
    restore() {
      state = 'open';
      for (const socket of open) socket.resume();
    },
    async close() {
      for (const socket of open) socket.destroy();
      const closed = once(server, 'close');
      server.close();
      await closed;
    },
  };
}
