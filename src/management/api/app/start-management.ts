import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Registry } from 'prom-client';
import type { HostDirectory } from '../../../exchange/hosts/host-state.ts';
import type { Config } from '../../../platform/config/config.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { openFileStore } from '../../../platform/files/open-file-store.ts';
import { openUploadFolder } from '../../../platform/files/upload/upload-folder.ts';
import type { Logger } from '../../../platform/log/log.ts';
import { countCalls } from '../../../platform/metrics/count-calls.ts';
import { createOutgoingFetch } from '../../../platform/outgoing/outgoing-fetch.ts';
import type { Redis } from '../../../platform/redis/open-redis.ts';
import { countAuthorizations } from '../../access/assistant/count-authorizations.ts';
import { readMetadataClients } from '../../access/assistant/metadata-clients.ts';
import { createTokenService } from '../../access/token/token-service.ts';
import { buildManagementApp } from './build-management-app.ts';

export type ManagementOptions = {
  readonly config: Config;
  readonly log: Logger;
  readonly database: Kysely<Database>;
  /** Separate connections for tokens, so that callers are authenticated while all other connections are busy. */
  readonly tokenDatabase: Kysely<Database>;
  /** The deployment secret. */
  readonly secret: string;
  /** Registry of metrics. null or omitted: no metrics. */
  readonly registry?: Registry | null;
  /** All hosts and the state of the engines. */
  readonly hosts: HostDirectory;
  /** Shared by the management processes of all hosts. null or omitted if there is one process. */
  readonly redis?: Redis | null;
  /** Failing components of this host. Omitted if they are not monitored. */
  readonly problems?: () => readonly string[];
};

export type Management = {
  readonly app: FastifyInstance;
  /** Listening address. The port differs from the configured one only if that is 0, as in tests. */
  readonly address: AddressInfo;
  /** Refuses new calls and completes running ones. */
  close(): Promise<void>;
};

/** Pending connections: the most that operating systems allow, for 1,000 concurrent callers. */
const backlog = 4_096;

/** Starts the listener with the management API, its documentation and the token service. */
export async function startManagement(options: ManagementOptions): Promise<Management> {
  const { config, database, tokenDatabase, secret, hosts } = options;
  const log = options.log.child({ part: 'management' });
  const { redis = null } = options;
  const countAuthorization = countAuthorizations({ config, redis });
  const fetchDocument = createOutgoingFetch({ allowed: config.privateTargets });
  const readClient = readMetadataClients({ config, database: tokenDatabase, secret, log, fetchDocument });
  const { publicUrl } = config;
  const tokenService = await createTokenService({
    database: tokenDatabase,
    secret,
    publicUrl,
    log,
    countAuthorization,
    readClient,
  });
  const fileStore = openFileStore(config);
  const uploads = openUploadFolder(join(config.dataFolder, 'uploads'));
  const { problems = () => [] } = options;
  const services = { database, log, config, hosts, fileStore, uploads, tokenService, secret, redis, problems };
  const app = await buildManagementApp(services);
  if (options.registry) countCalls(app.server, options.registry);
  await app.listen({ host: config.host, port: config.managementPort, backlog });
  fileStore
    .check()
    .catch((error: unknown) => log.error({ err: error }, 'File store: check failed, uploads are unavailable'));
  return {
    app,
    address: app.server.address() as AddressInfo,
    close: async () => {
      await app.close();
      await fileStore.close();
    },
  };
}
