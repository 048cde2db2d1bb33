import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { join, resolve } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { openJournal } from '../counting/journal-writer.ts';
import { deriveKey, loadSecret } from '../keys/derive-key.ts';
import { openSnapshotFolder } from '../snapshot-file/snapshot-folder.ts';
import { createAdTemplates } from './ad-templates.ts';
import { createDecideAds } from './decide-ads.ts';
import { createDeliveryMetrics } from './delivery-metrics.ts';
import { createEventIntake } from './event-intake.ts';
import { createEventTokens } from './event-token.ts';
import { createDeliveryListener } from './routes.ts';
import { startSnapshotHolder } from './snapshot-holder.ts';

/** Bytes of a request's head: a path of 8 KiB and the largest cookies and user agents of real browsers. */
const maxHeaderBytes = 32 * 1024;
/** A client that takes longer for its head, or for its whole request, is not a browser that shows an ad. */
const headTimeoutMs = 10_000;
const requestTimeoutMs = 20_000;
const timeoutCheckMs = 2_000;
/** An unused connection stays open longer than the minute for which common proxies keep theirs. */
const idleTimeoutMs = 65_000;
/** A connection on which nothing moves although an answer is being sent. */
const stalledTimeoutMs = 75_000;
/** What is under way at the end gets so long. */
const drainMs = 5_000;

export type Delivery = {
  /** Port that is listened on, also when the configuration says 0. */
  readonly port: number;
  close(): Promise<void>;
};

export type DeliveryOptions = {
  readonly config: Pick<
    Config,
    'dataFolder' | 'deliveryPort' | 'deliveryProcesses' | 'deliveryUrl' | 'host' | 'secret'
  >;
  readonly log: Logger;
  /** `delivery-0`, ...: names the journal folder and the acknowledgement. */
  readonly processId: string;
  /** Folder of package.json, where the examples lie. */
  readonly programFolder?: string;
  readonly now?: () => number;
};

/** Starts one delivery process: serves the last good snapshot at once, follows new ones, counts events. */
export async function startDelivery(options: DeliveryOptions): Promise<Delivery> {
  const { config, log, processId, now = Date.now } = options;
  const metrics = createDeliveryMetrics(processId);
  const tokens = createEventTokens(
    deriveKey(loadSecret({ configured: config.secret, dataFolder: config.dataFolder }), 'tracking-token'),
  );
  const journal = openJournal({
    folder: join(config.dataFolder, 'journal', processId),
    onFailure: (error) => {
      metrics.journalFailures.inc();
      log.error({ err: error }, 'Events cannot be written to the journal; they are refused until they can');
    },
  });
  const templates = createAdTemplates({
    deliveryUrl: config.deliveryUrl,
    onUnfit: (ad, reason) => {
      metrics.unfitAds.inc();
      log.error({ adId: ad.row.id, creativeId: ad.creative.id, reason }, 'An ad was left out of answers');
    },
  });
  const folder = openSnapshotFolder(join(config.dataFolder, 'snapshots'));
  const holder = await startSnapshotHolder({ folder, processId, log, metrics });
  const server = createTunedServer();
  server.on(
    'request',
    createDeliveryListener({
      holder,
      decideAds: createDecideAds({ templates, tokens, metrics, log, now }),
      tokens,
      intake: createEventIntake({ journal, metrics, now }),
      metrics,
      mediaFolder: join(config.dataFolder, 'media'),
      programFolder: options.programFolder ?? resolve(import.meta.dirname, '../../..'),
      processId,
      log,
    }),
  );
  const port = await listen(server, config);
  log.info({ port, processId, revision: holder.current()?.revision ?? null }, 'Delivery listens');
  return {
    port,
    close: async () => {
      await drain(server);
      await holder.close();
      await journal.close();
    },
  };
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
  server.on('clientError', refuseBytes);
  return server;
}

/** Bytes that are no HTTP request, or one that is too large or too slow. */
function refuseBytes(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [status, title] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'The request head is too large']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'The request took too long']
        : ['400 Bad Request', 'This is not an HTTP request'];
  const body = JSON.stringify({ type: 'about:blank', title, status: Number(status.slice(0, 3)) });
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/problem+json\r\nconnection: close\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
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

/** Takes no new connection, lets what is under way finish, and then cuts what is left. */
async function drain(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), drainMs);
  await closed;
  clearTimeout(cut);
}
