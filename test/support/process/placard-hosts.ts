import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createManagementClient, type ManagementCall } from '../../../src/main/demo/management-client.ts';
import { checkedSecret } from '../counting/check-counts.ts';
import { freePort } from './free-port.ts';
import { type PlacardGroup, startPlacardGroup } from './placard-group.ts';

/** Addresses of shared engines. */
export type EngineAddresses = { readonly databaseUrl: string; readonly redisUrl: string; readonly store: string };

export type RunningHost = {
  /** The running program. */
  readonly group: () => PlacardGroup;
  /** URL of its management or delivery port. */
  readonly url: string;
  /** Restarts it on the same data folder after it has ended. */
  start(): Promise<void>;
};

export type PlacardHosts = {
  /** A host for management and worker, without delivery. */
  readonly control: RunningHost;
  readonly call: ManagementCall;
  readonly credentials: { readonly clientId: string; readonly clientSecret: string };
  /** Starts a delivery host with these engine addresses. */
  deliver(
    engines: Pick<EngineAddresses, 'redisUrl' | 'store'>,
    options?: {
      readonly by?: readonly [program: string, ...args: string[]];
      readonly address?: string;
      readonly environment?: Readonly<Record<string, string>>;
    },
  ): Promise<RunningHost>;
  close(): Promise<void>;
};

/** Several hosts that share only the engines. Each has a separate data folder. @param settings of all hosts */
export async function startPlacardHosts(
  engines: EngineAddresses,
  settings: Readonly<Record<string, string>> = {},
): Promise<PlacardHosts> {
  const folder = await mkdtemp(join(tmpdir(), 'placard-hosts-'));
  const credentials = { clientId: 'hosts-test', clientSecret: 'secret-of-the-hosts-test' };
  const running: RunningHost[] = [];
  const deliveryPort = await freePort();
  const common = {
    PLACARD_SECRET: checkedSecret,
    PLACARD_LOG_LEVEL: process.env['PLACARD_TEST_LOG'] ?? 'silent',
    PLACARD_DELIVERY_URL: `http://127.0.0.1:${deliveryPort}`,
    AWS_ACCESS_KEY_ID: process.env['AWS_ACCESS_KEY_ID'] ?? '',
    AWS_SECRET_ACCESS_KEY: process.env['AWS_SECRET_ACCESS_KEY'] ?? '',
    ...settings,
  };

  async function run(
    environment: Readonly<Record<string, string>>,
    options: Parameters<typeof startPlacardGroup>[1] & { readonly url: string },
  ): Promise<RunningHost> {
    const data = join(folder, `data-${running.length}`);
    const launch = () => startPlacardGroup({ ...common, PLACARD_DATA: data, ...environment }, options);
    let group = await launch();
    const host: RunningHost = {
      group: () => group,
      url: options.url,
      async start() {
        group = await launch();
      },
    };
    running.push(host);
    return host;
  }

  const port = await freePort();
  const control = await run(
    {
      PORT: String(port),
      DATABASE_URL: engines.databaseUrl,
      REDIS_URL: engines.redisUrl,
      PLACARD_STORE: engines.store,
      PLACARD_CLIENT_ID: credentials.clientId,
      PLACARD_CLIENT_SECRET: credentials.clientSecret,
    },
    { role: 'management,worker', url: `http://127.0.0.1:${port}` },
  );
  return {
    control,
    credentials,
    call: createManagementClient({ address: control.url, ...credentials }),
    async deliver({ redisUrl, store }, { by, address = '127.0.0.1', environment = {} } = {}) {
      const ownPort = running.length === 1 ? deliveryPort : await freePort();
      return run(
        {
          PLACARD_DELIVERY_PORT: String(ownPort),
          PLACARD_HOST: address,
          PLACARD_PROCESSES: '2',
          REDIS_URL: redisUrl,
          PLACARD_STORE: store,
          ...environment,
        },
        { role: 'delivery', url: `http://${address}:${ownPort}`, ...(by === undefined ? {} : { by }) },
      );
    },
    async close() {
      for (const host of running.toReversed()) await host.group().stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
    },
  };
}

/** Returns a `PLACARD_STORE` value for a bucket of the test's S3 server. */
export function storeAddress(prefix: string, port: number, address = '127.0.0.1'): string {
  return `s3://creatives/${prefix}?endpoint=http://${address}:${port}`;
}
