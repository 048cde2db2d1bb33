import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';

/** A way to an engine, which a test can cut. */
export type NetworkLink = {
  readonly port: number;
  /** Nothing gets through and nobody is told: as when packets are dropped. */
  silence(): void;
  /** Connections end and new ones are refused: as when nobody listens there. */
  refuse(): void;
  restore(): void;
  close(): Promise<void>;
};

/** Stands between Placard and what listens on this port of this machine; reached at `host`. */
export async function createNetworkLink(toPort: number, host = '127.0.0.1'): Promise<NetworkLink> {
  let state: 'open' | 'silent' | 'refusing' = 'open';
  const open = new Set<Socket>();
  const server = createServer({ pauseOnConnect: true }, (client) => {
    if (state === 'refusing') return void client.destroy();
    const upstream = createConnection({ host: '127.0.0.1', port: toPort });
    for (const socket of [client, upstream]) {
      open.add(socket);
      // Either side may be cut at any moment: that is what the link is for.
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
