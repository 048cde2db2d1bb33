import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';

export type DatabaseProxy = {
  /** URL of the database through the proxy. */
  readonly url: string;
  /** Closes every connection and refuses new ones. */
  takeAway(): Promise<void>;
  bringBack(): Promise<void>;
};

/**
 * Creates a proxy between Placard and a database, so that a test can make the database unreachable. It starts closed.
 */
export async function createDatabaseProxy(url: string, port: number): Promise<DatabaseProxy> {
  const target = new URL(url);
  const host = target.searchParams.get('host') ?? decodeURIComponent(target.hostname);
  const targetPort = target.port || target.searchParams.get('port') || '5432';
  const connect = (): Socket =>
    host.startsWith('/')
      ? createConnection({ path: `${host}/.s.PGSQL.${targetPort}` })
      : createConnection({ host: host || 'localhost', port: Number(targetPort) });
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect();
    for (const socket of [client, upstream]) {
      open.add(socket);
      // Either side may be disconnected at any time, which is the purpose of the proxy.
      socket.on('error', () => undefined).on('close', () => open.delete(socket));
    }
    client.on('close', () => upstream.destroy()).pipe(upstream);
    upstream.on('close', () => client.destroy()).pipe(client);
  });
  target.search = '';
  return {
    url: `postgres://${target.username}:${target.password}@127.0.0.1:${port}${target.pathname}`,
    takeAway: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
    bringBack: async () => {
      server.listen({ host: '127.0.0.1', port });
      await once(server, 'listening');
      return void (server.address() as AddressInfo);
    },
  };
}
