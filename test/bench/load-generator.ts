import type { Socket } from 'node:net';
import { LatencyHistogram } from './http/latency-histogram.ts';
import { type LoadRequest, openConnection, requestBytes, responseLength } from './http/raw-http.ts';

/** Task and result of one run of the load generator. */
export type Load = {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  /** Pause between a response and the next request of a connection, to limit the load. Omitted: none. */
  readonly pauseMs?: number;
  /** Requests to send in a loop, each by the next free connection. Omitted: those of the previous load. */
  readonly requests?: readonly LoadRequest[];
};
export type LoadResult = {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Responses other than 200, incomplete responses, and broken connections. */
  readonly failures: number;
};

// A separate process, so that its work does not count as CPU time of a server. Receives loads as messages and sends
// results.
process.on('message', (load: Load) => {
  void run(load).then((result) => process.send?.(result));
});

let requests: readonly Buffer[] = [];
/** Index of the next request. A load continues where the previous one ended, so that all requests are used. */
let next = 0;

/** Sends prepared bytes and reads only status and length of responses. */
async function run(load: Load): Promise<LoadResult> {
  if (load.requests !== undefined) {
    requests = load.requests.map(requestBytes);
    next = 0;
  }
  const latencies = new LatencyHistogram();
  const startedMs = performance.now();
  const endMs = startedMs + load.seconds * 1000;
  const tally = { requests: 0, failures: 0 };

  const sockets = await Promise.all(Array.from({ length: load.connections }, () => openConnection(load.port)));
  await Promise.all(sockets.map((socket) => keepAsking(socket)));
  const seconds = (performance.now() - startedMs) / 1000;
  return {
    requests: tally.requests,
    perSecond: tally.requests / seconds,
    p50Ms: latencies.percentile(0.5),
    p99Ms: latencies.percentile(0.99),
    failures: tally.failures,
  };

  /** Sends one request after another until the time limit. */
  function keepAsking(socket: Socket): Promise<void> {
    return new Promise((resolve) => {
      let sentMs = 0;
      let text = '';
      const ask = () => {
        sentMs = performance.now();
        if (sentMs >= endMs) {
          socket.destroy();
          return;
        }
        socket.write(requests[next % requests.length] as Buffer);
        next += 1;
      };
      socket.on('data', (chunk: Buffer) => {
        text += chunk.toString('latin1');
        const length = responseLength(text);
        if (length === null || text.length < length) return;
        latencies.add(performance.now() - sentMs);
        tally.requests += 1;
        if (!text.startsWith('HTTP/1.1 200 ') || text.length !== length) tally.failures += 1;
        text = '';
        if (load.pauseMs === undefined) ask();
        else setTimeout(ask, load.pauseMs);
      });
      socket.on('error', () => {
        tally.failures += 1;
      });
      socket.on('close', () => resolve());
      ask();
    });
  }
}
