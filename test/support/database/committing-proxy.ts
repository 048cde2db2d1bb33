import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';

/** State of a commit: sent to the database, or completed by the database. */
export type CommitMoment = 'before' | 'after';

export type CommittingProxy = {
  /** URL of the database through the proxy. */
  readonly url: string;
  /** Holds the next commit of a transaction that wrote this table until the test continues. */
  stopAt(moment: CommitMoment, table: string): Promise<void>;
  /** Closes all connections, including held data. */
  close(): Promise<void>;
};

/**
 * Starts a proxy between Placard and a database that holds a commit, or its confirmation, so that a test can intervene.
 */
export async function startCommittingProxy(url: string): Promise<CommittingProxy> {
  const target = new URL(url);
  const host = target.searchParams.get('host') ?? decodeURIComponent(target.hostname);
  const port = target.port || target.searchParams.get('port') || '5432';
  const connect = () =>
    host.startsWith('/')
      ? createConnection({ path: `${host}/.s.PGSQL.${port}` })
      : createConnection({ host: host || 'localhost', port: Number(port) });
  let wanted: { readonly moment: CommitMoment; readonly table: string; readonly reached: () => void } | null = null;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect();
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', () => undefined).on('close', () => open.delete(socket));
    }
    let wrote = false;
    let isHeld = false;
    const holdAt = (moment: CommitMoment) => {
      if (wanted === null || wanted.moment !== moment || !wrote) return;
      isHeld = true;
      wanted.reached();
      wanted = null;
    };
    client.on('data', (chunk: Buffer) => {
      const text = chunk.toString('latin1');
      if (wanted !== null && text.includes(`insert into "${wanted.table}"`)) wrote = true;
      if (/commit\0/i.test(text)) holdAt('before');
      if (!isHeld) upstream.write(chunk);
    });
    upstream.on('data', (chunk: Buffer) => {
      // CommandComplete of the commit.
      if (chunk.toString('latin1').includes('COMMIT\0')) holdAt('after');
      if (!isHeld) client.write(chunk);
    });
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  target.search = '';
  const proxyPort = (server.address() as AddressInfo).port;
  return {
    url: `postgres://${target.username}:${target.password}@127.0.0.1:${proxyPort}${target.pathname}`,
    stopAt: (moment, table) =>
      new Promise((resolve) => {
        wanted = { moment, table, reached: resolve };
      }),
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
