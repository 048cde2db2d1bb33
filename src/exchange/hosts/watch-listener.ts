import { createServer, type ServerResponse } from 'node:http';
import { AggregatorRegistry, type Registry } from 'prom-client';
import { headFaultOf } from '../../platform/http/head-fault.ts';
import type { Logger } from '../../platform/log/log.ts';
import type { HostMetrics, HostObservations } from './host-metrics.ts';
import { isReady, judgeHealth } from './judge-health.ts';

/** Whoever watches asks in seconds; a call that has not arrived by then is none. */
const requestTimeoutMs = 10_000;
const listening = {
  requestTimeout: requestTimeoutMs,
  headersTimeout: requestTimeoutMs,
  connectionsCheckingInterval: 1_000,
};

export type Metrics = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

export type WatchListenerOptions = {
  readonly host: string;
  readonly port: number;
  readonly metrics: HostMetrics;
  readonly log: Logger;
  /** Looks at this host. */
  look(): Promise<HostObservations>;
  /** What its other processes measure of themselves. */
  others(): Promise<readonly Metrics[]>;
};

/**
 * Listens for whoever watches this host: `/metrics` of all its processes; `/health`, `/health/live` and `/health/ready`. It
 * asks for no token and says nothing that needs one, and belongs into a network of the operator's own.
 */
export async function listenForWatchers(options: WatchListenerOptions): Promise<{ close(): Promise<void> }> {
  const { log } = options;
  const server = createServer(listening, (request, response) => {
    const fault = headFaultOf(request);
    if (fault !== null) {
      response.writeHead(fault === 'http-version' ? 505 : 400, { connection: 'close' }).end();
      return;
    }
    answer(request.url ?? '', response, options).catch((error: unknown) => {
      log.error({ err: error }, 'How this host does cannot be said');
      if (!response.headersSent) send(response, 500, 'text/plain; charset=utf-8', 'failed\n');
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  server.unref();
  return {
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(url: string, response: ServerResponse, options: WatchListenerOptions): Promise<void> {
  switch (url.split('?')[0]) {
    case '/health/live':
      return sendJson(response, 200, { status: 'ok' });
    case '/health':
    case '/health/ready': {
      const found = await options.look();
      const health = judgeHealth(found);
      const { version, serves, engines, components = [] } = found.state;
      const postgresql = found.database === null ? 'unused' : found.database ? 'ok' : 'away';
      const body = { ...health, version, serves, engines: { postgresql, ...engines }, components };
      return sendJson(response, isReady(health) ? 200 : 503, body);
    }
    case '/metrics': {
      options.metrics.note(await options.look());
      const own = await options.metrics.registry.getMetricsAsJSON();
      const all = AggregatorRegistry.aggregate([own, ...(await options.others())] as never);
      return send(response, 200, all.contentType, await all.metrics());
    }
    default:
      return send(response, 404, 'text/plain; charset=utf-8', 'not found\n');
  }
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  send(response, status, 'application/json; charset=utf-8', JSON.stringify(body));
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
}
