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
import type { Redis } from '../../../platform/redis/open-redis.ts';
import { createTokenService } from '../../access/token/token-service.ts';
import { buildManagementApp } from './build-management-app.ts';

export type ManagementOptions = {
  readonly config: Config;
  readonly log: Logger;
  readonly database: Kysely<Database>;
  /** Connections of its own for tokens, so that who is calling is known also while all others are waited for. */
  readonly tokenDatabase: Kysely<Database>;
  /** The deployment's one secret. */
  readonly secret: string;
  /** Of figures that are watched; null or left out: nobody does. */
  readonly registry?: Registry | null;
  /** All hosts, and how the engines are. */
  readonly hosts: HostDirectory;
  /** Shared by the management processes of all hosts; null or left out: there is one process. */
  readonly redis?: Redis | null;
  /** The components of this host that fail; left out: nothing watches them. */
  readonly problems?: () => readonly string[];
};

export type Management = {
  readonly app: FastifyInstance;
  /** Where it listens; the port differs from the configured one only when that is 0, as in tests. */
  readonly address: AddressInfo;
  /** Takes no new calls, finishes those that run. */
  close(): Promise<void>;
};

/** Connections that wait to be taken: as many as operating systems allow, for a thousand callers at once. */
const backlog = 4_096;

/** Listens with the management API, its documentation and the token service. */
export async function startManagement(options: ManagementOptions): Promise<Management> {
  const { config, database, tokenDatabase, secret, hosts } = options;
  const log = options.log.child({ part: 'management' });
  const tokenService = await createTokenService({ database: tokenDatabase, secret, publicUrl: config.publicUrl, log });
  const fileStore = openFileStore(config);
  const uploads = openUploadFolder(join(config.dataFolder, 'uploads'));
  const { problems = () => [], redis = null } = options;
  const services = { database, log, config, hosts, fileStore, uploads, tokenService, secret, redis, problems };
  const app = await buildManagementApp(services);
  if (options.registry) countCalls(app.server, options.registry);
  await app.listen({ host: config.host, port: config.managementPort, backlog });
  fileStore.check().catch((error: unknown) => log.error({ err: error }, 'No file can be uploaded now'));
  return {
    app,
    address: app.server.address() as AddressInfo,
    close: async () => {
      await app.close();
      await fileStore.close();
    },
  };
}
