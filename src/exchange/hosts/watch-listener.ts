import { createServer, type ServerResponse } from 'node:http';
import { AggregatorRegistry, type Registry } from 'prom-client';
import { headFaultOf } from '../../platform/http/head-fault.ts';
import type { Logger } from '../../platform/log/log.ts';
import type { HostMetrics, HostObservations } from './host-metrics.ts';
import { isReady, judgeHealth } from './judge-health.ts';

/** Request timeout. Monitoring systems send their requests immediately. */
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
  /** Collects the state of this host. */
  look(): Promise<HostObservations>;
  /** Returns the metrics of the other processes of this host. */
  others(): Promise<readonly Metrics[]>;
};

/**
 * Serves monitoring requests for this host: `/metrics` of all its processes, `/health`, `/health/live` and
 * `/health/ready`. Requires no token and returns no sensitive data. The port should only be reachable from the
 * operator's network.
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
      log.error({ err: error }, 'Monitoring request failed');
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
