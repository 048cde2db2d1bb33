import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { maxCacheBytesAtOnce } from '../core/vocabulary/limits/cache-limits.ts';
import { openSegmentFolder } from '../exchange/audience/segment-folder.ts';
import { decisionFolderOf } from '../exchange/decisions/decision-folder.ts';
import { openDecisionWriter } from '../exchange/decisions/decision-writer.ts';
import { requestFactsFolderOf } from '../exchange/decisions/request-facts-folder.ts';
import type { ComponentState } from '../exchange/hosts/host-components.ts';
import type { EventJournal } from '../exchange/journal/delivery-event.ts';
import { openJournal } from '../exchange/journal/journal-writer.ts';
import { watchDamage } from '../exchange/journal/watch-damage.ts';
import { openPacingFolder } from '../exchange/plan/pacing-folder.ts';
import { openPreviewFolder } from '../exchange/previews/preview-folder.ts';
import { openSnapshotFolder, type SharedImages } from '../exchange/snapshot/snapshot-folder.ts';
import type { Config } from '../platform/config/config.ts';
import { openCachedFiles } from '../platform/files/cached-files.ts';
import type { FileStore } from '../platform/files/file-store.ts';
import { createDecisionIds } from '../platform/keys/decision-ids.ts';
import { deriveKey, loadSecret } from '../platform/keys/derive-key.ts';
import { createShopperKeys, type ShopperKeys } from '../platform/keys/shopper-keys.ts';
import { createTextSigner } from '../platform/keys/signed-text.ts';
import { type AdTemplates, createAdTemplates } from './answer/ad-templates.ts';
import { createEventTokens } from './answer/signed-address/event-token.ts';
import type { AdWriter } from './answer/write-ad.ts';
import { createCondition, type EngineReport, type Preparation } from './condition.ts';
import { startSegmentFollower } from './decide/audience/segment-follower.ts';
import { DecisionLog } from './decide/decision-log/decision-log.ts';
import { createExposureLog } from './decide/experiments/exposure-log.ts';
import { FactLog } from './decide/fact-log/fact-log.ts';
import type { ViewExchange } from './decide/pacing/capped-views.ts';
import type { DeliveryPacing } from './decide/pacing/delivery-pacing.ts';
import { startDeliveryPacing } from './decide/pacing/start-delivery-pacing.ts';
import type { SharedTablesSource } from './decide/snapshot/load-snapshot.ts';
import { type SnapshotFollower, startSnapshotFollower } from './decide/snapshot/snapshot-follower.ts';
import { createDeliveryMetrics, type DeliveryMetrics, processCounts } from './delivery-metrics.ts';
import { createDecideAds, createDecideStack } from './endpoints/ad-path/decide-ads.ts';
import { openVideoStores } from './endpoints/content/open-video-stores.ts';
import { mediaServicesOf } from './endpoints/files/media.ts';
import type { BidServices } from './endpoints/openrtb/answer-openrtb.ts';
import { createBidTerms } from './endpoints/openrtb/bid-terms.ts';
import { type ExchangeRates, openExchangeRates } from './endpoints/openrtb/exchange-rates.ts';
import { readProgramFiles } from './endpoints/placard-tag/placard-tag.ts';
import { createScreenServices } from './endpoints/playlist/screen-services.ts';
import { createWritePreview } from './endpoints/preview/preview-ad.ts';
import { createPreviewSource } from './endpoints/preview/preview-source.ts';
import type { SelectionExchange } from './endpoints/stack/sent-selection.ts';
import { createStackSelections } from './endpoints/stack/stack-selections.ts';
import { createEventIntake } from './events/event-intake.ts';
import { createSenderOf } from './events/sender-of.ts';
import { answerInOrder } from './listener/answer-in-order.ts';
import { createByteBudget } from './listener/byte-budget.ts';
import { type FastPath, installFastPath } from './listener/fast-path/install-fast-path.ts';
import {
  headTimeoutMs,
  idleTimeoutMs,
  requestTimeoutMs,
  stalledTimeoutMs,
  timeoutCheckMs,
} from './listener/time-limits.ts';
import { loadGppDecoder } from './request/consent/gpp-string.ts';
import { openContextSources } from './request/context-sources.ts';
import { createSessionTokens } from './request/session/session-tokens.ts';
import { createDeliveryListener, type DeliveryServices } from './routes.ts';

/** Most bytes of a request head: a path of 8 KiB and the largest cookies and user agents of real browsers. */
const maxHeaderBytes = 32 * 1024;
/** Bytes of request facts per process that wait for their export. */
const maxFactBytes = 256 * 1024 * 1024;
/** Milliseconds that pending requests get at shutdown. */
const drainMs = 5_000;

export type Delivery = {
  /** Listening port, also if the configured port is 0. */
  readonly port: number;
  /** Reports as not ready from now on, and continues to answer. */
  drain(): void;
  /** Sets the state of shared engines for the health report. */
  engines(states: EngineReport): void;
  /** Sets the components of this host for the health report. */
  components(report: readonly ComponentState[]): void;
  /** Returns the metrics of this process. */
  measure(): ReturnType<DeliveryMetrics['registry']['getMetricsAsJSON']>;
  close(): Promise<void>;
};

export type DeliveryOptions = {
  readonly config: Pick<
    Config,
    | 'context'
    | 'creativeOrigin'
    | 'dataFolder'
    | 'decisionBytes'
    | 'openDataDays'
    | 'deliveryPort'
    | 'deliveryProcesses'
    | 'deliveryUrl'
    | 'exchangeRates'
    | 'fastPath'
    | 'host'
    | 'macroValues'
    | 'previewByNumber'
    | 'redisUrl'
    | 'secret'
    | 'store'
    | 'storeCacheBytes'
    | 'userSyncPartners'
    | 'videoCacheBytes'
  >;
  readonly log: Logger;
  /** `delivery-0`, ...: name of the journal folder and of the acknowledgement. */
  readonly processId: string;
  /** Folder of package.json, which contains the examples. */
  readonly programFolder?: string;
  readonly now?: () => number;
  /** Returns whether this start creates the demo account. Omitted: it does not. */
  readonly preparation?: () => Preparation;
  /** Exchange with other delivery processes that count the same viewers. */
  readonly exchange?: ViewExchange;
  /** Exchange with other delivery processes of this host that answer requests of the same page views. */
  readonly selectionExchange?: SelectionExchange;
  /** Memory that this thread shares with other delivery threads: images of snapshots, and draw tables. */
  readonly shared?: { readonly images: SharedImages; readonly tables: SharedTablesSource };
};

/** Starts delivery in this process or thread: serves the last valid snapshot immediately, follows new ones, and counts events. */
export async function startDelivery(options: DeliveryOptions): Promise<Delivery> {
  const { config, log, processId, now = Date.now } = options;
  const metrics = createDeliveryMetrics(processId);
  const secret = loadSecret({ configured: config.secret, dataFolder: config.dataFolder });
  const tokens = createEventTokens(deriveKey(secret, 'tracking-token'));
  const journal = openReportingJournal(join(config.dataFolder, 'journal', processId), metrics, log);
  const templates = createReportingTemplates(config, metrics, log);
  const holder = await followSnapshots(options, metrics);
  const shopperKeys = createShopperKeys(secret);
  const { close: closeLogs, ...logs } = await openDecisionLogs({ ...options, now, shopperKeys, journal });
  const { pacing, close: closePacing } = await startPacing(options, { holder, decisionLog: logs.decisionLog, now });
  const contextSources = await openContext(options, { secret, metrics, now, pacing });
  const exchangeRates = await openExchangeRates(config.exchangeRates, log);
  const senderOf = createSenderOf(deriveKey(secret, 'custom-event-sender'), contextSources.clientAddress);
  const { videoStore, content, close: closeVideo } = await openVideoStores({ config, processId, log, now });
  const writer = adWriterOf(config, { templates, tokens, shopperKeys });
  const fileStore = openCachedFiles(config, log, now);
  const damage = await watchDamage(join(config.dataFolder, 'journal'));
  const condition = createCondition(metrics, options.preparation, damage.reasons);
  const drawing = decisionIdsOf(options, secret, now);
  const { deliveryUrl } = config;
  const deciding = { ...writer, ...drawing, pacing, ...logs, metrics, log, now, deliveryUrl };
  const services: DeliveryServices = {
    holder,
    condition,
    ...addressesOf(config),
    decideAds: createDecideAds(deciding),
    decideStack: createDecideStack(deciding),
    contextSources,
    ...biddingOf(exchangeRates),
    templates,
    ...createScreenServices(config, { fileStore, processId, log, now }),
    previews: previewsOf(config, { secret, holder, now }),
    userSyncPartners: config.userSyncPartners,
    writePreview: createWritePreview({ ...config, ...writer, now }),
    debugSigner: createTextSigner(deriveKey(secret, 'debug-key')),
    now,
    tokens,
    conversionSigner: createTextSigner(deriveKey(secret, 'conversion-action')),
    shopperKeys,
    decisionIds: drawing.decisionIds,
    intake: createEventIntake({ journal, metrics, pacing, now, senderOf }),
    metrics,
    videoStore,
    content,
    putBytes: createByteBudget(maxCacheBytesAtOnce),
    ...mediaServicesOf(fileStore),
    ...readProgramFiles(options.programFolder),
    processId,
    log,
  };
  const server = createTunedServer();
  answerInOrder(server, createDeliveryListener(services));
  const fastPath = config.fastPath ? installFastPath(server, services) : null;
  const port = await listen(server, config);
  log.info({ port, processId, revision: holder.current()?.revision ?? null }, 'Delivery listens');
  const closeFurther = prepareFurther(fileStore, log);
  return {
    port,
    drain: condition.drain,
    engines: condition.noteEngines,
    components: condition.noteComponents,
    measure: () => metrics.registry.getMetricsAsJSON(),
    close: async () => {
      condition.drain();
      await drain(server, fastPath);
      await holder.close();
      await journal.close();
      exchangeRates.close();
      damage.close();
      const others = [closeFurther, closePacing, closeLogs, closeVideo, fileStore.close, contextSources.close];
      for (const close of others) await close();
    },
  };
}

function followSnapshots(options: DeliveryOptions, metrics: DeliveryMetrics): Promise<SnapshotFollower> {
  const { config, log, processId, shared } = options;
  const path = join(config.dataFolder, 'snapshots');
  const folder = openSnapshotFolder(path, () => processCounts(metrics), shared?.images);
  return startSnapshotFollower({ folder, processId, log, metrics, ...(shared && { tablesSource: shared.tables }) });
}

/** Returns the services of bid requests. */
function biddingOf(exchangeRates: ExchangeRates): Pick<BidServices, 'bidTerms' | 'exchangeRates'> {
  return { exchangeRates, bidTerms: createBidTerms(exchangeRates) };
}

/** Returns the services for writing ads. */
function adWriterOf(
  config: DeliveryOptions['config'],
  parts: Pick<AdWriter, 'templates' | 'tokens' | 'shopperKeys'>,
): AdWriter {
  const macroSettings = { values: config.macroValues, host: new URL(config.deliveryUrl).host };
  return { ...parts, macroSettings };
}

/** Returns the sources of new decision IDs. */
function decisionIdsOf({ selectionExchange }: DeliveryOptions, secret: string, now: () => number) {
  const decisionIds = createDecisionIds(deriveKey(secret, 'decision-sequence'));
  const key = deriveKey(secret, 'stack-selection');
  return { decisionIds, stackSelections: createStackSelections(key, { decisionIds, now }, selectionExchange ?? null) };
}

type ContextParts = {
  readonly secret: string;
  readonly metrics: DeliveryMetrics;
  readonly now: () => number;
  readonly pacing: Pick<DeliveryPacing, 'forget'>;
};

/** Opens the sources of request contexts. Segment memberships are available when they have been read. */
function openContext({ config, log }: DeliveryOptions, { secret, metrics, now, pacing }: ContextParts) {
  const folder = openSegmentFolder(join(config.dataFolder, 'segments'));
  const audience = startSegmentFollower({
    folder,
    key: deriveKey(secret, 'segment-member'),
    log,
    metrics,
    now,
    forget: (viewers) => pacing.forget(viewers),
  });
  const sessions = createSessionTokens(deriveKey(secret, 'ad-session'), now);
  return openContextSources(config.context, { audience, sessions }, log);
}

function startPacing(
  { config, log, processId, exchange }: DeliveryOptions,
  { holder, decisionLog, now }: { holder: SnapshotFollower; decisionLog: DecisionLog | null; now: () => number },
) {
  return startDeliveryPacing({
    folder: openPacingFolder(config.dataFolder),
    processId,
    processes: config.deliveryProcesses,
    log,
    now,
    exchange: exchange ?? null,
    current: holder.current,
    ...(decisionLog !== null && {
      noteStop: (id, stop) => decisionLog.noteStop(id, stop),
      noteRotations: (rotations) => decisionLog.noteRotations(rotations),
    }),
  });
}

function previewsOf(
  { dataFolder, previewByNumber: byNumber }: DeliveryOptions['config'],
  { secret, holder, now }: { secret: Parameters<typeof deriveKey>[0]; holder: SnapshotFollower; now: () => number },
) {
  const signer = createTextSigner(deriveKey(secret, 'preview-link'));
  return createPreviewSource({ signer, folder: openPreviewFolder(dataFolder), holder, byNumber, now });
}

/** Opens what is recorded about decisions. null if it is disabled. */
async function openDecisionLogs(
  options: DeliveryOptions & { now: () => number; shopperKeys: ShopperKeys; journal: EventJournal },
) {
  const decisionLog = await openDecisionLog(options);
  const factLog = await openFactLog(options);
  const close = async () => {
    await decisionLog?.close();
    await factLog?.close();
  };
  return { decisionLog, factLog, exposureLog: createExposureLog(options), close };
}

/** null if decisions are not recorded. */
async function openDecisionLog({
  config: { dataFolder, decisionBytes },
  log,
  processId,
  now,
}: DeliveryOptions & { readonly now: () => number }): Promise<DecisionLog | null> {
  if (decisionBytes === 0) return null;
  const onFailure = (error: unknown) => log.error({ err: error }, 'Decisions cannot be recorded, ads continue');
  const folder = decisionFolderOf(dataFolder, processId);
  const writer = await openDecisionWriter({ folder, maxBytes: decisionBytes, onFailure });
  return new DecisionLog({ writer, processId, now });
}

/** null if there is no open data. */
async function openFactLog({
  config,
  log,
  processId,
  shopperKeys,
}: DeliveryOptions & { readonly shopperKeys: ShopperKeys }): Promise<FactLog | null> {
  if (config.openDataDays === 0) return null;
  const onFailure = (error: unknown) => log.error({ err: error }, 'Facts of requests cannot be recorded, ads continue');
  const folder = requestFactsFolderOf(config.dataFolder, processId);
  return new FactLog(await openDecisionWriter({ folder, maxBytes: maxFactBytes, onFailure }), shopperKeys);
}

/** Time after which parts that are not required at the start are loaded. Until then, other processes start. */
const furtherMs = 5_000;

/** Loads parts in the background that are not required at the start. Returns a function that ends it. */
function prepareFurther(fileStore: FileStore, log: Logger): () => Promise<void> {
  const load = () =>
    loadGppDecoder().catch((error: unknown) =>
      log.error({ err: error }, 'GPP strings cannot be read and give no consent'),
    );
  fileStore.check().catch((error: unknown) => log.error({ err: error }, 'Creative files cannot be read'));
  const loading = setTimeout(load, furtherMs).unref();
  return async () => clearTimeout(loading);
}

function openReportingJournal(folder: string, metrics: DeliveryMetrics, log: Logger): EventJournal {
  return openJournal({
    folder,
    onFailure: (error) => {
      metrics.journalFailures.inc();
      log.error({ err: error }, 'Events cannot be written to the journal and are rejected until it recovers');
    },
  });
}

function addressesOf({ deliveryUrl, creativeOrigin }: DeliveryOptions['config']) {
  return { deliveryUrl, creativeOrigin };
}

function createReportingTemplates(
  config: DeliveryOptions['config'],
  metrics: DeliveryMetrics,
  log: Logger,
): AdTemplates {
  return createAdTemplates({
    ...addressesOf(config),
    onUnfit: (ad, reason) => {
      metrics.unfitAds.inc();
      log.error({ adId: ad.id, creativeId: ad.creative.id, reason }, 'An ad was omitted from responses');
    },
  });
}

function createTunedServer(): Server {
  const server = createServer({
    maxHeaderSize: maxHeaderBytes,
    headersTimeout: headTimeoutMs,
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: timeoutCheckMs,
    keepAliveTimeout: idleTimeoutMs,
    noDelay: true,
  });
  server.timeout = stalledTimeoutMs;
  return server;
}

function listen(server: Server, config: DeliveryOptions['config']): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    const reusePort = config.deliveryProcesses > 1;
    server.listen({ port: config.deliveryPort, host: config.host, reusePort, backlog: 1_024 }, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : config.deliveryPort);
    });
  });
}

/** Closes the listener for new connections, lets pending requests finish, and then destroys the rest. */
async function drain(server: Server, fastPath: FastPath | null): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  fastPath?.drain();
  const cut = setTimeout(() => {
    server.closeAllConnections();
    fastPath?.close();
  }, drainMs);
  await closed;
  fastPath?.close();
  clearTimeout(cut);
}
