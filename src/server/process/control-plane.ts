import { join } from 'node:path';
import { ensureFirstAdministrator, ensureFirstServiceAccount } from '../access/first-accounts/first-accounts.ts';
import { loadSigningKey } from '../access/token/signing-key.ts';
import { watchBookings } from '../booking/watch-bookings.ts';
import type { Config } from '../config.ts';
import { type RollUp, startRollUp } from '../counting/start-roll-up.ts';
import { startAddressChecks } from '../creative/start-address-checks.ts';
import { startFileSweep } from '../creative/start-file-sweep.ts';
import { openDatabase } from '../db/open-database.ts';
import { openFileStore } from '../file-store/open-file-store.ts';
import { loadSecret } from '../keys/derive-key.ts';
import type { Logger } from '../log.ts';
import { startManagement } from '../management/start-management.ts';
import { createPacing, type Pacing } from '../pacing/pacing.ts';
import { openPacingFolder } from '../pacing-file/pacing-folder.ts';
import { type SnapshotPublisher, startSnapshotPublisher } from '../revision/start-snapshot-publisher.ts';
import type { SnapshotFolder } from '../snapshot-file/snapshot-folder.ts';
import { startWebhooks } from '../webhook/start-webhooks.ts';
import { finishWithin } from './finish-within.ts';
import { type FittingDatabase, openFittingDatabase } from './open-fitting-database.ts';
import { openWaitingRoom, type WaitingRoom } from './waiting-room.ts';

/** Connections of the management API, of its tokens, of what runs beside it, and of webhooks: none waits for another's. */
const managementConnections = 12;
const tokenConnections = 3;
const backgroundConnections = 4;
const webhookConnections = 2;
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
  readonly snapshotFolder: SnapshotFolder;
  readonly signal: AbortSignal;
  /** Whether to wait for a PostgreSQL of ours that does not run, because ads are served meanwhile. */
  readonly patient: boolean;
  /** Told people why it is not ready yet. */
  waiting(reason: string): void;
};

/** Management, publisher and roll-up, as the role asks; null when the signal came before the database was there. */
export async function startControlPlane(options: ControlPlaneOptions): Promise<ControlPlane | null> {
  const { config } = options;
  const serves = { management: config.role !== 'worker', work: config.role !== 'management' };
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
    return await startParts(database, { ...options, serves, room });
  } catch (error) {
    // Nobody else would: a PostgreSQL of ours that runs on would keep this process from ending.
    await room?.close();
    await database.close();
    throw error;
  }
}

type Serves = { readonly management: boolean; readonly work: boolean };

async function startParts(
  database: FittingDatabase,
  options: ControlPlaneOptions & { readonly serves: Serves; readonly room: WaitingRoom | null },
): Promise<ControlPlane> {
  const { config, log, serves, room } = options;
  const secret = loadSecret({ configured: config.secret, dataFolder: config.dataFolder });
  // Another secret than this database's is refused before anything is written under it.
  await loadSigningKey(database.open.kysely, secret);
  await createFirstAccounts(database, config, secret);
  await room?.close();
  // It keeps this thread busy for a moment while it builds its routes, so the work beside it starts afterwards.
  const management = serves.management ? await startCalls(database, options, secret) : null;
  const work = serves.work ? startWork(database, options, secret) : null;
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
      await finishWithin(closeMs, 'webhooks', log, async () => work?.webhooks.close());
      await finishWithin(closeMs, 'publisher', log, async () => work?.publisher.close());
      await finishWithin(closeMs, 'connections', log, async () => work?.close());
    },
  };
}

async function createFirstAccounts(database: FittingDatabase, config: Config, secret: string): Promise<void> {
  if (config.admin !== null) await ensureFirstAdministrator(database.open.kysely, config.admin);
  if (config.client !== null) await ensureFirstServiceAccount(database.open.kysely, config.client, secret);
}

async function startCalls(database: FittingDatabase, options: ControlPlaneOptions, secret: string) {
  const tokens = openDatabase(database.server.url, { maxConnections: tokenConnections });
  const databases = { database: database.open.kysely, tokenDatabase: tokens.kysely };
  const management = await startManagement({ ...options, ...databases, secret });
  return {
    async close() {
      await management.close();
      await tokens.kysely.destroy();
    },
  };
}

type Work = {
  readonly publisher: SnapshotPublisher;
  readonly rollUp: RollUp;
  readonly pacing: Pacing;
  readonly webhooks: { close(): Promise<void> };
  close(): Promise<void>;
};

function startWork(database: FittingDatabase, options: ControlPlaneOptions, secret: string): Work {
  const { kysely } = openDatabase(database.server.url, { maxConnections: backgroundConnections });
  const { log } = options;
  const publisher = startSnapshotPublisher({
    database: kysely,
    databaseUrl: database.server.url,
    snapshotFolder: options.snapshotFolder,
    log: log.child({ part: 'publisher' }),
  });
  const pacing = createPacing({
    database: kysely,
    folder: openPacingFolder(options.config.dataFolder),
    log: log.child({ part: 'pacing' }),
  });
  const rollUp = startRollUp({
    database: kysely,
    journalFolder: join(options.config.dataFolder, 'journal'),
    log: log.child({ part: 'roll-up' }),
    beside: pacing,
  });
  const { kysely: forWebhooks } = openDatabase(database.server.url, { maxConnections: webhookConnections });
  const webhooks = startWebhooks({
    database: forWebhooks,
    log: log.child({ part: 'webhooks' }),
    secret,
    privateTargets: options.config.privateTargets,
    watch: () => watchBookings({ database: forWebhooks, publicUrl: options.config.publicUrl }),
  });
  const { unusedFileLifeMs: lifeMs } = options.config;
  const fileStore = openFileStore(options.config);
  const sweep =
    lifeMs === null ? null : startFileSweep({ database: kysely, fileStore, lifeMs, log: log.child({ part: 'files' }) });
  const addressChecks = startAddressChecks({
    database: kysely,
    log: log.child({ part: 'address-checks' }),
    privateTargets: options.config.privateTargets,
  });
  const close = async () => {
    await addressChecks.close();
    await sweep?.close();
    await fileStore.close();
    await forWebhooks.destroy();
    await kysely.destroy();
  };
  return { publisher, rollUp, pacing, webhooks, close };
}
