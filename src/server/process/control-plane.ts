import type { Registry } from 'prom-client';
import { ensureFirstAdministrator, ensureFirstServiceAccount } from '../access/first-accounts/first-accounts.ts';
import { loadSigningKey } from '../access/token/signing-key.ts';
import type { Config } from '../config/config.ts';
import { openDatabase } from '../db/open-database.ts';
import { openHostDirectory } from '../host/host-directory.ts';
import type { HostLink } from '../host/host-link.ts';
import { loadHostName } from '../host/host-name.ts';
import type { HostDirectory } from '../host-state.ts';
import { loadSecret } from '../keys/derive-key.ts';
import type { Logger } from '../log.ts';
import { startManagement } from '../management/start-management.ts';
import type { SnapshotFolder } from '../snapshot-file/snapshot-folder.ts';
import { finishWithin } from './finish-within.ts';
import { type FittingDatabase, openFittingDatabase } from './open-fitting-database.ts';
import { startWork } from './start-work.ts';
import { openWaitingRoom, type WaitingRoom } from './waiting-room.ts';

/** Connections of the management API and of its tokens: neither waits for the other's. */
const managementConnections = 12;
const tokenConnections = 3;
/** How long each part may take to end; together with delivery's they stay below ten seconds. */
const settleMs = 1_500;
const closeMs = 1_000;

export type ControlPlane = {
  readonly database: FittingDatabase;
  readonly secret: string;
  /** Resolves when the first snapshot of this run is published. */
  readonly published: Promise<void>;
  /** Ends everything but the database: what delivery has journalled is counted first. */
  drain(): Promise<void>;
};

export type ControlPlaneOptions = {
  readonly config: Config;
  readonly log: Logger;
  /** What this host serves. */
  readonly snapshotFolder: SnapshotFolder;
  /** null: there is no other host. */
  readonly link: HostLink | null;
  /** Of figures that are watched; null: nobody does. */
  readonly registry: Registry | null;
  readonly signal: AbortSignal;
  /** Whether to wait for a PostgreSQL of ours that does not run, because ads are served meanwhile. */
  readonly patient: boolean;
  /** Told people why it is not ready yet. */
  waiting(reason: string): void;
};

/** Management, publisher and roll-up, as the role asks; null when the signal came before the database was there. */
export async function startControlPlane(options: ControlPlaneOptions): Promise<ControlPlane | null> {
  const { config } = options;
  const { serves } = config;
  const room = serves.management ? await openWaitingRoom({ host: config.host, port: config.managementPort }) : null;
  const database = await openFittingDatabase({ ...options, maxConnections: managementConnections }).catch(
    async (error: unknown) => {
      await room?.close();
      throw error;
    },
  );
  if (database === null) {
    await room?.close();
    return null;
  }
  try {
    return await startParts(database, { ...options, room });
  } catch (error) {
    // Nobody else would: a PostgreSQL of ours that runs on would keep this process from ending.
    await room?.close();
    await database.close();
    throw error;
  }
}

async function startParts(
  database: FittingDatabase,
  options: ControlPlaneOptions & { readonly room: WaitingRoom | null },
): Promise<ControlPlane> {
  const { config, log, room } = options;
  const { serves } = config;
  const secret = loadSecret({ configured: config.secret, dataFolder: config.dataFolder });
  // Another secret than this database's is refused before anything is written under it.
  await loadSigningKey(database.open.kysely, secret);
  await createFirstAccounts(database, config, secret);
  await room?.close();
  // It keeps this thread busy for a moment while it builds its routes, so the work beside it starts afterwards.
  const management = serves.management ? await startCalls(database, options, secret) : null;
  const work = serves.worker ? startWork(database.server.url, options, secret) : null;
  return {
    database,
    secret,
    published: work?.publisher.started ?? Promise.resolve(),
    drain: async () => {
      await finishWithin(settleMs, 'roll-up', log, async () => work?.rollUp.settle());
      await finishWithin(closeMs, 'roll-up', log, async () => {
        await work?.rollUp.close();
        await work?.pacing.close();
      });
      await finishWithin(closeMs, 'management', log, async () => management?.close());
      await finishWithin(closeMs, 'what is sent', log, async () => {
        await Promise.all([work?.webhooks.close(), work?.schedules.close()]);
      });
      await finishWithin(closeMs, 'publisher', log, async () => work?.publisher.close());
      await finishWithin(closeMs, 'connections', log, async () => work?.close());
    },
  };
}

async function createFirstAccounts(database: FittingDatabase, config: Config, secret: string): Promise<void> {
  if (config.admin !== null) await ensureFirstAdministrator(database.open.kysely, config.admin);
  if (config.client !== null) await ensureFirstServiceAccount(database.open.kysely, config.client, secret);
}

function openDirectory({ config, link, snapshotFolder }: ControlPlaneOptions): HostDirectory {
  return openHostDirectory({ config, link, folder: snapshotFolder, host: loadHostName(config.dataFolder) });
}

async function startCalls(database: FittingDatabase, options: ControlPlaneOptions, secret: string) {
  const tokens = openDatabase(database.server.url, { maxConnections: tokenConnections });
  const databases = { database: database.open.kysely, tokenDatabase: tokens.kysely };
  const management = await startManagement({ ...options, ...databases, hosts: openDirectory(options), secret });
  return {
    async close() {
      await management.close();
      await tokens.kysely.destroy();
    },
  };
}
