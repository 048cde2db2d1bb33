import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { HostLink } from '../../cluster/host-link.ts';
import { loadHostName } from '../../cluster/host-name.ts';
import { eraseViews } from '../../cluster/pacing/relay-views.ts';
import type { LeasedWork } from '../../core/vocabulary/leased-work.ts';
import { openSegmentFolder } from '../../exchange/audience/segment-folder.ts';
import type { SnapshotFolder } from '../../exchange/snapshot/snapshot-folder.ts';
import { historyFolderOf, startSnapshotHistory } from '../../exchange/snapshot-history/keep-history.ts';
import { startAgentNotifications } from '../../management/agents/adcp/webhooks/start-agent-notifications.ts';
import { startAuthorizationChecks } from '../../management/agents/authorization/start-authorization-checks.ts';
import { openRawReports } from '../../management/insight/raw-report/raw-report-engine.ts';
import { watchBookings } from '../../management/resources/booking/state/watch-bookings.ts';
import { startAddressChecks } from '../../management/resources/creative/address-check/start-address-checks.ts';
import { startFileSweep } from '../../management/resources/creative/files/start-file-sweep.ts';
import { startStoringHead } from '../../platform/audit/start-storing-head.ts';
import type { Config } from '../../platform/config/config.ts';
import { openDatabase } from '../../platform/db/open-database.ts';
import type { Database } from '../../platform/db/schema.ts';
import { openFileStore } from '../../platform/files/open-file-store.ts';
import { openPlainStore } from '../../platform/files/plain-store.ts';
import { createLease, type Lease } from '../../platform/lease/lease.ts';
import type { Logger } from '../../platform/log/log.ts';
import { startAttribution } from '../../worker/attribute/start-attribution.ts';
import { startSegments } from '../../worker/audiences/start-segments.ts';
import { type RollUp, startRollUp } from '../../worker/count/start-roll-up.ts';
import { startNotificationMails } from '../../worker/notifications/start-notification-mails.ts';
import { startNotifications } from '../../worker/notifications/start-notifications.ts';
import { startOpenDataUpkeep } from '../../worker/open-data/upkeep/start-open-data-upkeep.ts';
import { createPacing, type Pacing } from '../../worker/pace/pacing.ts';
import { type SnapshotPublisher, startSnapshotPublisher } from '../../worker/publish/start-snapshot-publisher.ts';
import { startReportSchedules } from '../../worker/reports/start-report-schedules.ts';
import { startPlannedPlays } from '../../worker/screens/start-planned-plays.ts';
import { startWebhooks } from '../../worker/webhooks/start-webhooks.ts';
import { openCarriers } from './open-carriers.ts';

/** Separate connection pools of background jobs and of webhooks, so that neither waits for the other. */
const backgroundConnections = 4;
const webhookConnections = 2;

export type WorkOptions = {
  readonly config: Config;
  readonly log: Logger;
  readonly snapshotFolder: SnapshotFolder;
  readonly link: HostLink | null;
};

export type BackgroundWork = {
  readonly publisher: SnapshotPublisher;
  readonly rollUp: RollUp;
  readonly pacing: Pacing;
  readonly webhooks: { close(): Promise<void> };
  /** Scheduled reports and e-mails of notifications. */
  readonly mails: { close(): Promise<void> };
  close(): Promise<void>;
};

/** Starts the work of a worker, which may run concurrently with other workers. */
export function startWork(databaseUrl: string, options: WorkOptions, secret: string): BackgroundWork {
  const { kysely } = openDatabase(databaseUrl, { maxConnections: backgroundConnections });
  const { config, log } = options;
  const holder = loadHostName(config.dataFolder);
  const leaseOf = (name: LeasedWork) => createLease({ database: kysely, name, holder });
  const carriers = openCarriers({ ...options, database: kysely, host: holder, secret });
  const publishing = leaseOf('publisher');
  const publisher = startSnapshotPublisher({
    database: kysely,
    databaseUrl,
    snapshotFolder: carriers.snapshots,
    lease: publishing,
    log: log.child({ part: 'publisher' }),
  });
  const push = carriers.push(publishing);
  const { dataFolder, decisionBytes, deliveries, privateTargets, publicUrl } = config;
  // With other hosts, the management host stores the received snapshots.
  const history =
    decisionBytes === 0 || options.link !== null
      ? null
      : startSnapshotHistory({
          snapshotFolder: carriers.snapshotsPath,
          historyFolder: historyFolderOf(dataFolder),
          maxBytes: decisionBytes,
          log: log.child({ part: 'snapshot-history' }),
        });
  const pacing = createPacing({
    database: kysely,
    folder: carriers.pacing,
    lease: leaseOf('pacing'),
    log: log.child({ part: 'pacing' }),
  });
  const rollUp = startRollUp({
    database: kysely,
    shipping: carriers.shipping,
    archive: carriers.archive,
    log: log.child({ part: 'roll-up' }),
    hooks: pacing,
  });
  const { kysely: forWebhooks } = openDatabase(databaseUrl, { maxConnections: webhookConnections });
  const webhooks = startWebhooks({
    database: forWebhooks,
    log: log.child({ part: 'webhooks' }),
    secret,
    privateTargets,
    watch: () => watchBookings({ database: forWebhooks, publicUrl }),
  });
  const leased = startLeasedWork(kysely, options, secret, leaseOf);
  const { link } = options;
  const segmentLease = leaseOf('segments');
  const segments = startSegments({
    database: kysely,
    log: log.child({ part: 'segments' }),
    secret,
    lease: segmentLease,
    folder: openSegmentFolder(join(dataFolder, 'segments')),
    store: link?.store ?? null,
    ...(link !== null && { eraseViews: (viewers) => eraseViews(link, viewers) }),
    deliveries,
    privateTargets,
    publicUrl,
  });
  const mails = startMails(kysely, options, secret);
  const close = async () => {
    await segments.close();
    await segmentLease.close();
    await push?.close();
    await carriers.close();
    await leased.close();
    await history?.close();
    await forWebhooks.destroy();
    await kysely.destroy();
  };
  return { publisher, rollUp, pacing, webhooks, mails, close };
}

/** Starts the work that sends e-mails. */
function startMails(
  database: Kysely<Database>,
  { config, log }: WorkOptions,
  secret: string,
): { close(): Promise<void> } {
  const { publicUrl, mail } = config;
  const rawReports = openRawReports(config, 'scheduled-reports');
  const schedules = startReportSchedules({
    database,
    rawReports,
    log: log.child({ part: 'reports' }),
    secret,
    publicUrl,
    mail,
  });
  const notifications = startNotificationMails({
    database,
    log: log.child({ part: 'notification-mails' }),
    publicUrl,
    mail,
  });
  return {
    async close() {
      await Promise.all([schedules.close(), notifications.close()]);
    },
  };
}

/** Starts jobs of which one worker at a time holds the lease: creative files, notifications, order attribution, planned
 * plays, open data. */
function startLeasedWork(
  database: Kysely<Database>,
  { config, log }: WorkOptions,
  secret: string,
  leaseOf: (name: LeasedWork) => Lease,
): { close(): Promise<void> } {
  const { unusedFileTtlMs: ttlMs } = config;
  const fileStore = openFileStore(config);
  const sweep =
    ttlMs === null
      ? null
      : startFileSweep({
          database,
          fileStore,
          ttlMs,
          lease: leaseOf('files'),
          log: log.child({ part: 'files' }),
        });
  const addressChecks = startAddressChecks({
    database,
    lease: leaseOf('address-checks'),
    log: log.child({ part: 'address-checks' }),
    privateTargets: config.privateTargets,
  });
  const agents = startAgentWork(database, { config, log }, secret, leaseOf);
  const auditHead = startStoringHead({
    database,
    store: openPlainStore(config),
    lease: leaseOf('audit-head'),
    log: log.child({ part: 'audit' }),
  });
  const notifications = startNotifications({
    database,
    lease: leaseOf('notifications'),
    log: log.child({ part: 'notifications' }),
    dataFolder: config.dataFolder,
  });
  const attributionLease = leaseOf('attribution');
  const attribution = startAttribution({
    database,
    lease: attributionLease,
    log: log.child({ part: 'attribution' }),
  });
  const { openDataDays: days, store, dataFolder } = config;
  const plannedPlays = startPlannedPlays({
    database,
    dataFolder,
    lease: leaseOf('planned-plays'),
    log: log.child({ part: 'planned-plays' }),
  });
  const openData =
    days === 0
      ? null
      : startOpenDataUpkeep({
          database,
          store,
          dataFolder,
          days,
          lease: leaseOf('open-data'),
          log: log.child({ part: 'open-data' }),
        });
  return {
    async close() {
      await openData?.close();
      await plannedPlays.close();
      await auditHead.close();
      await notifications.close();
      await attribution.close();
      await attributionLease.close();
      await agents.close();
      await addressChecks.close();
      await sweep?.close();
      await fileStore.close();
    },
  };
}

/** Starts the work for buyer agents. */
function startAgentWork(
  database: Kysely<Database>,
  { config, log }: Pick<WorkOptions, 'config' | 'log'>,
  secret: string,
  leaseOf: (name: LeasedWork) => Lease,
): { close(): Promise<void> } {
  const { publicUrl, privateTargets } = config;
  const notifications = startAgentNotifications({
    database,
    lease: leaseOf('agent-notifications'),
    log: log.child({ part: 'agent-notifications' }),
    secret,
    privateTargets,
  });
  const authorizationChecks = startAuthorizationChecks({
    database,
    lease: leaseOf('authorization-checks'),
    log: log.child({ part: 'authorization-checks' }),
    publicUrl,
    privateTargets,
  });
  return {
    async close() {
      await Promise.all([notifications.close(), authorizationChecks.close()]);
    },
  };
}
